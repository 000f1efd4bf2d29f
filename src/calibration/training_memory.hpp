// Memory of training language models. Formula: physics/memory_training.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

// Memory of training a language model (formula in physics/memory_training.cpp).
struct TrainingMemory : Sourced {
  static constexpr std::string_view list = "training_memory", noun = "the training memory law",
                                    type_name = "TrainingMemory";
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
  static constexpr std::string_view list = "optimizers", noun = "the optimizer",
                                    type_name = "Optimizer";
  static std::span<const Field> fields();

  bool adapts = false;                // adapts the step of each weight
  double bytes_16 = 0, bytes_32 = 0;  // per parameter: in pure 16 bit, in any other recipe
  Number step_bytes;                  // a copy made at the step, per parameter; absent: no copy
  bool paged = false;                 // keeps in host memory what does not fit the card
  Texts more_sources;
};

// Bytes that training keeps for each trained weight, by one of recipe_names.
struct TrainingRecipe : Sourced {
  static constexpr std::string_view list = "training_recipes", noun = "the recipe",
                                    type_name = "TrainingRecipe";
  static std::span<const Field> fields();

  double weight = 0, gradient = 0;
  double master = 0;  // a copy in 32 bit; 0: the optimizer changes the weights themselves
};
enum class RecipeName : std::uint8_t { adapters, bf16, mixed, pretraining, single };
inline constexpr std::array<std::string_view, 5> recipe_names{"adapters", "bf16", "mixed",
                                                              "pretraining", "single"};

}  // namespace gpupick
