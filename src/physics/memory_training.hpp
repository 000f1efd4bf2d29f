// Memory of jobs without a cache: training, and networks other than language models. Private to
// memory*.cpp.
#pragma once

#include "physics/memory.hpp"

namespace gpupick {

JobMemory memory_without_cache(const Job& job, const Calibration& calibration, double devices);

}  // namespace gpupick
