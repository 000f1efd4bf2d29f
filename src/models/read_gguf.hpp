// Reads a language model from the header of a GGUF file: dimensions from its metadata, and the
// bytes of each part from its tensors, so that mixtures of types are exact.
#pragma once

#include <span>

#include "models/model.hpp"
#include "models/model_type.hpp"
#include "models/weight_scheme.hpp"
#include "schema/arena.hpp"
#include "schema/document.hpp"

namespace gpupick {

struct GgufRecords {
  std::span<const ModelType> types;
  std::span<const TensorType> tensors;
};

// Returns the model of a GGUF file in one or several parts, of which only the first has metadata.
// `id` is the model's name; texts are stored in the arena. Throws Error if the header is damaged,
// or if its dimensions do not give the parameters of its tensors.
Model read_gguf(std::span<const File> parts, std::string_view id, const GgufRecords& records,
                Arena& arena);

}  // namespace gpupick
