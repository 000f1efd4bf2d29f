// Reads a language model from the config.json that is published with its weights
// (docs/models.md#any-other-model). `model_type` supplies what an architecture omits from its
// config. An unknown architecture is refused by name, never guessed.
#pragma once

#include <string>

#include "models/model.hpp"
#include "models/model_type.hpp"
#include "schema/arena.hpp"
#include "schema/document.hpp"

namespace gpupick {

// Returns the model of a config; its texts are stored in the arena. `id` is the model's name.
// Throws Error if the file is not a model's config, or if the architecture's dimensions cannot be
// counted.
Model read_config(const File& file, std::string_view id, std::span<const ModelType> types,
                  Arena& arena);

}  // namespace gpupick
