// What a dense decoder of which only the size is known is usually like
// (docs/models.md#any-other-model).
#pragma once

#include "schema/field.hpp"

namespace gpupick {

struct ModelProportions {
  static constexpr std::string_view list = "model_proportions", noun = "the usual proportions",
                                    type_name = "ModelProportions";
  static std::span<const Field<ModelProportions>> fields();

  std::string_view id;
  double head_dim = 1;         // the hidden size is a multiple of it
  double heads_per_kv = 1;     // that share one head of the cache
  double width_per_layer = 1;  // hidden size over layers
  double layer_squares = 1;    // parameters of a layer over the hidden size squared
  double vocab_size = 1, small_vocab_size = 1;
  double small_below = 0;  // parameters, with the small vocabulary
  double tied_below = 0;   // parameters, with one embedding for both ends
  double context = 1;
  std::string_view source;
};

}  // namespace gpupick
