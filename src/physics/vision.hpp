// Speed of networks that look at an image once (docs/models.md#vision).
#pragma once

#include <optional>

#include "job/job.hpp"
#include "physics/pass.hpp"

namespace gpupick {

// A batch on each device, looked at or, where the task trains, learned from. Nothing where the work
// of the network or a figure of the card is unknown.
std::optional<Pass> vision_pass(const Gpu& gpu, const Job& job, double devices,
                                const Calibration& calibration);

}  // namespace gpupick
