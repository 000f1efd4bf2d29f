// A copy of the constants, for changes. Converts to a view of itself wherever the program takes
// constants.
#pragma once

#include <vector>

#include "calibration/calibration.hpp"

namespace gpupick {

template <class Kind>
using Vector = std::vector<Kind>;

struct CalibrationCopy : CalibrationLists<Vector> {
  CalibrationCopy(const Calibration& from) : ListsOfKinds(from) {}

  // Returns a view, which is valid until a record is added or removed.
  Calibration view() const& { return Calibration(*this); }
  operator Calibration() const& { return view(); }
  operator Calibration() && = delete;
};

}  // namespace gpupick
