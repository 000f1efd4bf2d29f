// Reads a language model from the config.json that is published with its weights
// (docs/models.md#any-other-model). `model_type` supplies what an architecture omits from its
// config. An unknown architecture is refused by name, never guessed.
#pragma once

#include <optional>
#include <string>

#include "models/model.hpp"
#include "models/model_type.hpp"
#include "models/weight_scheme.hpp"
#include "schema/arena.hpp"
#include "schema/document.hpp"

namespace gpupick {

// Records that a config refers to.
struct FormatRecords {
  std::span<const WeightScheme> schemes;
  std::span<const Quantisation> formats;
};
struct ConfigRecords {
  std::span<const ModelType> types;
  FormatRecords formats;
};

// The files of a published model.
struct ConfigFiles {
  File config;
  std::optional<File> quantisation;  // hf_quant_config.json, which says how the weights are stored
};

// Returns the model of a config; its texts are stored in the arena. `id` is the model's name.
// Throws Error if the file is not a model's config, or if the architecture's dimensions cannot be
// counted.
Model read_config(const ConfigFiles& files, std::string_view id, const ConfigRecords& records,
                  Arena& arena);

}  // namespace gpupick
