// The time that a diffusion model takes to make images on one card or several
// (docs/models.md#images).
#pragma once

#include <optional>

#include "cards/gpu.hpp"
#include "job/job.hpp"
#include "physics/pass.hpp"

namespace gpupick {

// Returns the class of the card, or null if no class contains it.
const ImageClass* image_class(const Gpu& gpu, const Calibration& calibration);

// Returns the pass that makes a batch of images or clips on each device. Empty if no class contains
// the card, or if a figure is unknown.
std::optional<Pass> image_pass(const Gpu& gpu, const Job& job, double devices,
                               const Calibration& calibration);

}  // namespace gpupick
