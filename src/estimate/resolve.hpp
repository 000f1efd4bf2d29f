// Resolves what a job leaves open and the cards decide: users, samples of a batch, draft tokens,
// which trainer to use, what several devices shard, what an optimizer pages to the host, whether
// the components of an image network take turns, and whether images are decoded one by one.
#pragma once

#include "job/job.hpp"
#include "physics/memory.hpp"

namespace gpupick {

// Resolves all of this for so many devices.
void resolve_for(const Gpu& gpu, double devices, const Calibration& calibration, Job& job);

}  // namespace gpupick
