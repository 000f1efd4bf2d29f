// Reads the feed-forward nets of a config. Part of read_config.hpp.
#pragma once

#include "models/config_object.hpp"
#include "models/model.hpp"
#include "models/model_type.hpp"

namespace gpupick {

// Sets experts, shared experts and layers without experts.
void read_experts(const ConfigObject& config, Model& out);

// Returns the width of a dense feed-forward net.
double ffn_size(const ConfigObject& config, const ModelType& type, const Model& out);

// Reads `block_configs`: KV heads and width of each layer, of which some lack attention or a net,
// or have a square matrix instead (Nemotron by neural architecture search). Their means give the
// same sums.
void read_blocks(const ConfigObject& config, Model& out);

// Reads LongCat's layers: two of attention, two dense nets, and experts beside them, of which some
// do nothing.
void double_layers(const ConfigObject& config, Model& out);

}  // namespace gpupick
