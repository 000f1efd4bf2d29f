// The computer around the cards, which may hold what does not fit them.
#pragma once

#include <limits>

namespace gpupick {

struct Host {
  double memory_gb_s = 0;  // of its memory; 0 if it must hold nothing
  double ram_gib = std::numeric_limits<double>::infinity();
};

}  // namespace gpupick
