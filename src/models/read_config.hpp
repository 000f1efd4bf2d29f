// A language model from the config.json that is published with its weights
// (docs/models.md#any-other-model). What an architecture leaves out of its config is known here by
// its `model_type`; one that is not known is refused by name, never guessed.
#pragma once

#include <string>

#include "models/model.hpp"
#include "models/model_proportions.hpp"
#include "models/model_type.hpp"
#include "schema/arena.hpp"
#include "schema/document.hpp"

namespace gpupick {

// The model of a config, whose texts stand in the arena. `id` names it. Throws Error where the file
// is no such config, or is of an architecture whose dimensions this program cannot count.
Model read_config(const File& file, std::string_view id, std::span<const ModelType> types,
                  Arena& arena);

// A model of which nothing but the parameter count is known: a dense decoder of the usual
// proportions.
Model model_of_size(double parameters, const ModelProportions& usual, Arena& arena);

}  // namespace gpupick
