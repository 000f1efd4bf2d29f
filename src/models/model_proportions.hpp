// Usual proportions of a dense decoder, for a model of which only the size is known
// (docs/models.md#any-other-model).
#pragma once

#include "models/model.hpp"
#include "schema/arena.hpp"
#include "schema/field.hpp"

namespace gpupick {

struct ModelProportions : Sourced {
  static constexpr std::string_view list = "model_proportions", noun = "the usual proportions";
  static std::span<const Field> fields();

  double head_dim = 1;         // the hidden size is a multiple of it
  double heads_per_kv = 1;     // query heads per head of the cache
  double width_per_layer = 1;  // hidden size over layers
  double layer_squares = 1;    // parameters of a layer over the hidden size squared
  double vocab_size = 1, small_vocab_size = 1;
  double small_below = 0;  // models of fewer parameters have the small vocabulary
  double tied_below = 0;   // models of fewer parameters use the embedding as head
  double context = 1;
};

// Returns a dense decoder of the usual proportions with this number of parameters.
Model model_of_size(double parameters, const ModelProportions& usual, Arena& arena);

}  // namespace gpupick
