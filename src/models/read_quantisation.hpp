// Reads how the weights of a published model are stored (docs/models.md#published-formats): by
// parts of the model, each at its own bits. A method that is not known is named, never guessed at.
#pragma once

#include "models/config_object.hpp"
#include "models/model.hpp"
#include "models/weight_scheme.hpp"
#include "schema/arena.hpp"

namespace gpupick {

// Records that a config refers to.
struct FormatRecords {
  std::span<const WeightScheme> schemes;
  std::span<const Quantisation> formats;
};

// Sets `quant`, `stored` and `unread_quant` of a model whose dimensions are known, from the object
// that describes its weights, such as `quantization_config`. Adds remarks on what is not counted.
void read_quantisation(const ConfigObject& said, const FormatRecords& records, Model& model,
                       std::vector<std::string>& remarks, Arena& arena);

}  // namespace gpupick
