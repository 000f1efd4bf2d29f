// Resolves what a job leaves open and the cards decide: users, samples of a batch, draft tokens,
// which trainer to use, what several devices shard, what an optimizer pages to the host, and
// whether images are decoded one by one.
#pragma once

#include "job/job.hpp"
#include "physics/memory.hpp"

namespace gpupick {

// Resolves all of this for so many devices.
void resolve_for(const Gpu& gpu, double devices, const Calibration& calibration, Job& job);

// Pages to host memory the part of an optimizer's states that does not fit the devices.
void add_paging(const Gpu& gpu, double devices, const Calibration& calibration, Job& job);

}  // namespace gpupick
