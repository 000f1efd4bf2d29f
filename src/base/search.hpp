// The search for the last number that meets a condition.
#pragma once

#include <cmath>

namespace gpupick {

// Returns the last whole number from `low` on for which `holds`, which is true for `low`, false for
// `high`, and changes once between them.
template <class Holds>
double last_that(double low, double high, Holds holds) {
  while (high - low > 1) {
    const double middle = std::floor((low + high) / 2);
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace gpupick
