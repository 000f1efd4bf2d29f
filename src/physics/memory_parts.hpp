// Entry points of the parts of memory: jobs without a cache. Private to src/physics and its tests.
#pragma once

#include "physics/memory.hpp"

namespace gpupick {

// Returns the memory of training, and of networks other than language models.
JobMemory memory_without_cache(const Job& job, const Calibration& calibration, double devices);

// Returns the memory of a pass over a batch of texts on each device.
MemoryNeed embedding_memory(const Job& job, const Calibration& calibration, double devices);

}  // namespace gpupick
