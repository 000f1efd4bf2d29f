// A copy of the constants, for changes. Converts to a view of itself wherever the program takes
// constants.
#pragma once

#include <vector>

#include "calibration/calibration.hpp"

namespace gpupick {

// A vector of each kind.
template <class Kinds>
struct Vectors;
template <class... Kinds>
struct Vectors<KindList<Kinds...>> : std::vector<Kinds>... {
  explicit Vectors(const Calibration& from)
      : std::vector<Kinds>(from.of<Kinds>().begin(), from.of<Kinds>().end())... {}
};

struct CalibrationCopy : Vectors<CalibrationKinds> {
  CalibrationCopy(const Calibration& from) : Vectors(from) {}

  template <class Kind>
  std::vector<Kind>& of() {
    return *this;
  }
  template <class Kind>
  const std::vector<Kind>& of() const {
    return *this;
  }

  // Returns a view, which is valid until a record is added or removed.
  Calibration view() const& { return Calibration(*this); }
  operator Calibration() const& { return view(); }
  operator Calibration() && = delete;
};

}  // namespace gpupick
