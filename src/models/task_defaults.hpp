// What a job of a task is where nobody says otherwise. Data, in data/tasks.json: the records that
// it names and the amounts are judgement.
#pragma once

#include "schema/field.hpp"

namespace gpupick {

struct TaskDefaults {
  static constexpr std::string_view list = "tasks", noun = "the task", type_name = "TaskDefaults";
  static std::span<const Field<TaskDefaults>> fields();

  std::string_view id;       // the task's name, as in physics/task.hpp
  std::string_view profile;  // ranks cards for it, or where its network works on
  Text sequence_profile;     // sequences, this one
  Texts sequence_kinds;      // of networks that do
  Texts network_kinds;       // that it is for; empty: it is for language models
  std::string_view model;    // language model or network
  Text software;             // that a card must be served by; absent: the engine's
  Text engine;               // of language models that answer
  Text tensor_engine;        // where a format of tensors is asked for
  std::string_view quant;    // the format of weights
  Text ladder;               // what is done where a card lacks memory for a job in that format
  Text host_ladder;          // ... for what may stay in the computer's memory, whatever the format
  Texts smaller_quants;      // that a network is tried in where it does not fit, most bits first
  Text tensor_quant;         // where the engine reads tensors
  std::string_view cache_type;
  Text stack;                      // of fine-tuning
  Text spare_stack;                // where one card lacks memory for the other
  Text sharing_stack;              // where several share weights through the host
  Text pretraining_stack;          // of pre-training
  Text mixture_pretraining_stack;  // ... of a mixture of experts, instead
  Text optimizer;                  // of training
  std::string_view precision;
  // Tokens. Absent where the task has no such; the context of answers is then prompt and answer.
  Number context, prompt, generate;
  Number batch;        // absent: as many as fit
  Number least_batch;  // of as many as fit, in a ranking: with fewer the job does not run
  Number acceptance;   // chance that a draft token is accepted if those before it are
  bool checkpointing = false;
  Number lora_rank;
  double floor = 1;  // of its main speed, in a ranking: slower is as good as none
  std::string_view source;
};

}  // namespace gpupick
