// How long a diffusion model takes to make images on a card, or on several (docs/models.md#images).
#pragma once

#include <optional>

#include "cards/gpu.hpp"
#include "job/job.hpp"
#include "physics/pass.hpp"

namespace gpupick {

// Null where no class holds the card.
const ImageClass* image_class(const Gpu& gpu, const Calibration& calibration);

// Generating a batch of images. Nothing where the card is of no class, or a figure is not known.
std::optional<Pass> image_pass(const Gpu& gpu, const Job& job, double devices,
                               const Calibration& calibration);

}  // namespace gpupick
