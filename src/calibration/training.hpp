// Speed and memory of training language models. Formulas: physics/training.cpp,
// physics/memory_training.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

// Cards that reach the same shares of their peaks in training.
struct TrainingClass : Identified {
  static constexpr std::string_view list = "training_classes", noun = "the training class";
  static std::span<const Field> fields();

  Texts architectures;
  std::string_view memory;          // as in SpeedClass
  double matrix = 1;                // reached share of the matrix rate, relative to Ampere's
  double memory_bandwidth = 1;      // reached share of the bandwidth
  double attention = 1;             // share of the matrix rate that attention reaches
  double vision = 1;                // factor on the speed in vision that its rates imply; Ampere: 1
  bool first_tensor_cores = false;  // some networks run below its rate (`before_ampere`)
  // Cards measured in training networks, in pre-training, in pre-training by trainers that split
  // the model over devices, in fine-tuning, in vision and in embedding. 0: constants of a similar
  // class.
  double cards = 0, pretraining_cards = 0, split_cards = 0, tuning_cards = 0, vision_cards = 0;
  double embedding_cards = 0;
};

// Training of language models: rates at which devices compute and exchange.
struct TrainingConstants : Sourced {
  static constexpr std::string_view list = "training", noun = "the training law";
  static std::span<const Field> fields();

  double vector_fp32 = 0;  // share of the FP32 rate that cards without tensor cores reach
  double matrix = 0;       // share of the matrix rate that products reach
  double matrix_fp8 = 0;   // share of the FP8 rate that products reach
  // As in Engine.
  double power_exponent = 0;
  double tflops_per_watt = 0;
  double activation_bytes = 0;  // moved per token, layer and query value
  double node_gb_s = 0;         // pre-training: exchange between modules of one computer
  double network_gb_s = 0;      // pre-training: exchange between several computers
  double module_gb_s = 0;       // other training: exchange between modules
  double pcie_gb_s = 0;         // exchange between boards
  double consumer_gb_s = 0;     // exchange between consumer boards
  double consumer_crowd = 0;    // share of that rate if more than `consumer_few` exchange
  double consumer_few = 0;      // boards
  double devices_per_node = 0;  // modules in one computer
};

// A trainer for pre-training language models. Absent values are those of TrainingConstants and of
// the card's class.
struct PretrainingTrainer : Sourced {
  static constexpr std::string_view list = "pretraining_stacks", noun = "the pre-training stack";
  static std::span<const Field> fields();

  // Devices hold parts of the model (tensor, pipeline, expert parallelism), so that their exchange
  // hides behind work.
  bool splits_model = false;
  Number attention;         // share of the matrix rate that attention reaches
  Number activation_bytes;  // moved per token, layer and query value
  Number matrix_fp8;        // share of the FP8 rate that products reach
  double expert_bytes = 0;  // moved per token, layer and inner value of its experts
};

// Fine-tuning of language models with any trainer.
struct FineTuningConstants : Sourced {
  static constexpr std::string_view list = "fine_tuning", noun = "the fine-tuning law";
  static std::span<const Field> fields();

  double attention = 0;         // share of the matrix rate that attention reaches
  double adapter_bytes = 0;     // moved by adapters per token and layer, both passes
  double dequantise_bytes = 0;  // moved per parameter to raise frozen weights to 16 bit
  double several_cards = 0;     // factor on the time if several devices shard
};

// A trainer for fine-tuning. Values that were not measured for it are those of the usual trainer.
struct FineTuningTrainer : Sourced {
  static constexpr std::string_view list = "fine_tuning_stacks", noun = "the fine-tuning stack";
  static std::span<const Field> fields();

  double traffic = 1;          // bytes moved relative to pre-training
  double layer_seconds = 0;    // per layer and micro-step
  double full_step = 1;        // time per layer of full tuning relative to adapters
  std::string_view like;       // the trainer whose speed it borrows, having few rows; "": measured
  Number logit_bytes;          // kept per token and word; absent: as in TrainingMemory
  double embedding_bytes = 0;  // per weight of embedding and head under QLoRA
  bool wide_adapters = false;  // keeps adapters and copies of what they read in 32 bit
  bool host_checkpoints = false;  // keeps checkpoints in host memory
  bool fetches_layers = false;    // fetches sharded weights a layer at a time
};

// A format of frozen weights, by its id, with measurements of its conversion to 16 bit.
struct DequantisedFormat : Sourced {
  static constexpr std::string_view list = "dequantised_formats", noun = "the dequantised format";
  static std::span<const Field> fields();

  double dequantise_bytes = 0;  // as in FineTuningConstants
};

// Memory of training a language model (formula in physics/memory_training.cpp).
struct TrainingMemory : Sourced {
  static constexpr std::string_view list = "training_memory", noun = "the training memory law";
  static std::span<const Field> fields();

  // Kept by a layer in 16 bit: per hidden value beside LayerNorms, per value of a plain net, and
  // per hidden value in pre-training.
  double norm_units = 0, plain_units = 0, pretraining_units = 0;
  double score_bytes = 0;                               // per score of eager attention
  double logit_bytes = 0, pretraining_logit_bytes = 0;  // per token and word
  double chunked_logit_bytes = 0;  // per token and word, if the loss is computed in chunks
  double dequantised_factor = 1;   // factor on activations under QLoRA without checkpointing
  double runtime_gib = 0;          // driver and program, per device
  double usable_share = 1, unified_share = 1;  // shares of a card's memory, as in Engine
};

struct Optimizer : Sourced {
  static constexpr std::string_view list = "optimizers", noun = "the optimizer";
  static std::span<const Field> fields();

  bool adapts = false;                // adapts the step of each weight
  double bytes_16 = 0, bytes_32 = 0;  // per parameter: in pure 16 bit, in any other recipe
  Number step_bytes;                  // a copy made at the step, per parameter; absent: no copy
  bool paged = false;                 // keeps in host memory what does not fit the card
  Texts more_sources;
};

// Bytes that training keeps for each trained weight, by one of recipe_names.
struct TrainingRecipe : Sourced {
  static constexpr std::string_view list = "training_recipes", noun = "the recipe";
  static std::span<const Field> fields();

  double weight = 0, gradient = 0;
  double master = 0;  // a copy in 32 bit; 0: the optimizer changes the weights themselves
};
enum class RecipeName : std::uint8_t { adapters, bf16, mixed, pretraining, single };
inline constexpr std::array<std::string_view, 5> recipe_names{"adapters", "bf16", "mixed",
                                                              "pretraining", "single"};

}  // namespace gpupick
