// The memory of the computer around the cards. It may hold what does not fit them.
#pragma once

#include <limits>

namespace gpupick {

struct HostMemory {
  double memory_gb_s = 0;  // 0: the computer holds nothing
  double ram_gib = std::numeric_limits<double>::infinity();
};

}  // namespace gpupick
