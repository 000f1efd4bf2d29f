// Counts the vision and audio parts of a multimodal model from its config.
#pragma once

#include "base/text.hpp"
#include "models/config_object.hpp"

namespace gpupick {

// Returns the parameters of the encoders that the config describes, with their projections to the
// language model's hidden size. Adds a remark for a part that it mentions without dimensions.
double encoder_parameters(const ConfigObject& root, double hidden_size,
                          std::vector<std::string>& remarks);

// Returns the parameters of the encoder of a model that hears, and of its decoder's attention to
// it.
double hearing_parameters(const ConfigObject& root);

}  // namespace gpupick
