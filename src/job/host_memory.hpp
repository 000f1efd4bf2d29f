// The memory of the computer around the cards. It may hold what does not fit them.
#pragma once

#include <limits>

namespace gpupick {

struct HostMemory {
  double memory_gb_s = 0;  // 0: the computer holds nothing
  double ram_gib = std::numeric_limits<double>::infinity();
  double system_gib = 0;  // of it that the system and other programs take

  // Returns the memory of a computer that holds `gib` of a job; 0 for none.
  double computer_gib(double gib) const { return gib > 0 ? gib + system_gib : 0; }
  bool holds(double gib) const { return computer_gib(gib) <= ram_gib; }
};

}  // namespace gpupick
