// Reads the layers of a model's config.json that keep a state instead of a cache. Part of
// read_config.hpp.
#pragma once

#include "models/config_object.hpp"
#include "models/model.hpp"
#include "models/model_type.hpp"

namespace gpupick {

// Returns how many of `layers` layers have the index offset, offset + period, ...
double layers_every(double layers, double period, double offset);

// Reads the model's mixer, and how many layers have attention, a feed-forward net or experts if not
// all do. Does nothing if the type has no mixer. The rest of the model must have been read. Throws
// Error if the layers do not add up.
void read_mixer(const ConfigObject& config, const ModelType& type, Model& out);

}  // namespace gpupick
