// What a job leaves open and the cards decide: users, the samples of a batch, what several devices
// shard, whether images are decoded one by one.
#pragma once

#include "physics/job.hpp"
#include "physics/memory.hpp"

namespace gpupick {

// The job with all of it settled for so many devices.
Job settled(const Gpu& gpu, Job job, const Calibration& calibration, double devices);

}  // namespace gpupick
