// What a job leaves open and the cards decide: users, the samples of a batch, what several devices
// shard, what an optimizer pages to the host, whether images are decoded one by one.
#pragma once

#include "physics/job.hpp"
#include "physics/memory.hpp"

namespace gpupick {

// The job with all of it settled for so many devices.
Job settled(const Gpu& gpu, Job job, const Calibration& calibration, double devices);

// The job with as much of a paged optimizer's states in host memory as does not fit the devices.
Job with_paging(const Gpu& gpu, Job job, const Calibration& calibration, double devices);

}  // namespace gpupick
