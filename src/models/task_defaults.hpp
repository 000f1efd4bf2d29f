// Default values for the jobs of a task. They are data, in data/tasks.json; the choice of records
// and amounts is a judgement.
#pragma once

#include "schema/field.hpp"

namespace gpupick {

// The id is the name of the task, as in job/task.hpp.
struct TaskDefaults : Sourced {
  static constexpr std::string_view list = "tasks", noun = "the task";
  static std::span<const Field> fields();

  std::string_view profile;  // workload that ranks cards for the task
  Text sequence_profile;     // workload if the network is one of sequence_kinds
  Texts sequence_kinds;      // kinds of network that work on sequences
  Texts named_kinds;         // kinds of network that most people use for another task
  Texts network_kinds;       // kinds of network for this task; empty: for language models
  std::string_view model;    // language model or network
  Text software;             // software that must support the card; absent: the engine's
  Text engine;               // engine for language-model inference
  // Engine for a named format of tensors that `engine` does not read.
  Text tensor_engine;
  std::string_view quant;  // weight format
  // Steps to try if a job in the default format does not fit.
  Text ladder;
  // Steps to try if part of the model may stay in host memory, whatever the format.
  Text host_ladder;
  // Least height of a picture, in pixels, that a search for a smaller job tries.
  Number least_resolution;
  Text tensor_quant;  // weight format if the engine reads tensors
  std::string_view cache_type;
  Text stack;                      // trainer for fine-tuning
  Text spare_stack;                // trainer if the job does not fit one card with `stack`
  Text pretraining_stack;          // trainer for pre-training
  Text mixture_pretraining_stack;  // trainer for pre-training a mixture of experts
  Text optimizer;                  // optimizer for training
  std::string_view precision;
  // Tokens. Absent if the task has none; inference without a context uses prompt plus answer.
  Number context, prompt, generate;
  Number batch;  // absent: as many as fit
  // Sequences of an optimizer step on several boards; absent: one micro-batch of each.
  Number step_batch;
  // Smallest batch with which a ranking counts the job as running, if the batch is open.
  Number least_batch;
  Number acceptance;  // probability that a draft token is accepted if those before it are
  bool checkpointing = false;
  Number lora_rank;
  double floor = 1;  // main speed that scores zero in a ranking
};

}  // namespace gpupick
