// What a job leaves open and the cards decide: users, the samples of a batch, what several devices
// shard, what an optimizer pages to the host, whether images are decoded one by one.
#pragma once

#include "job/job.hpp"
#include "physics/memory.hpp"

namespace gpupick {

// Settles all of it for so many devices.
void settle(const Gpu& gpu, double devices, const Calibration& calibration, Job& job);

// Pages as much of an optimizer's states to host memory as does not fit the devices.
void add_paging(const Gpu& gpu, double devices, const Calibration& calibration, Job& job);

}  // namespace gpupick
