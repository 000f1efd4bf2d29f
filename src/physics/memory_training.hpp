// Memory of what keeps no cache: training, and networks that are no language models. Private to
// memory*.cpp.
#pragma once

#include "physics/memory.hpp"

namespace gpupick {

JobMemory memory_without_cache(const Job& job, const Calibration& calibration, double devices);

}  // namespace gpupick
