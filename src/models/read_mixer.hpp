// Of a model's config.json the layers that keep a state instead of a cache: a part of
// read_config.hpp.
#pragma once

#include <string_view>

#include "models/config_object.hpp"
#include "models/model.hpp"
#include "models/model_type.hpp"

namespace gpupick {

// Of so many layers those with the number offset, offset + period, ...
double layers_every(double layers, double period, double offset);

// The mixer of the model and the layers that have attention, a feed-forward net or experts, where
// they are not all. `kind` is what the architecture has in place of attention, "" where it has no
// such layers; the rest of the model must have been read. Throws Error where they do not add up.
void read_mixer(const ConfigObject& config, const ModelType& type, Model& out);

}  // namespace gpupick
