// Resolves what a job leaves open and the cards decide: users, samples of a batch, draft tokens,
// which trainer to use, what several devices shard, what an optimizer pages to the host, whether
// the components of an image network take turns, and whether images are decoded one by one.
#pragma once

#include "job/job.hpp"
#include "physics/memory.hpp"

namespace gpupick {

// Resolves all of this for so many devices.
void resolve_for(const Gpu& gpu, double devices, const Calibration& calibration, Job& job);

// Sets the part of the denoiser's weights that comes from the host for each evaluation: what a
// device lacks room for. Clears `by_blocks` if the rate of its slot is not known.
void add_swapping(const Gpu& gpu, const Calibration& calibration, Job& job);

// Pages to host memory the part of an optimizer's states that does not fit the devices.
void add_paging(const Gpu& gpu, double devices, const Calibration& calibration, Job& job);

}  // namespace gpupick
