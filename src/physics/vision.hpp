// Speed of networks that process an image in one pass (docs/models.md#vision).
#pragma once

#include <optional>

#include "job/job.hpp"
#include "physics/pass.hpp"

namespace gpupick {

// Returns the pass over a batch on each device: inference, or a step of training if the task
// trains. Empty if the work of the network or a figure of the card is unknown.
std::optional<Pass> vision_pass(const Gpu& gpu, const Job& job, double devices,
                                const Calibration& calibration);

}  // namespace gpupick
