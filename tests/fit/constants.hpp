// Every number of data/calibration.json: its record's list and id, its key, and access to it in a
// calibration.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "calibration_copy.hpp"

namespace gpupick::fit {

struct Constant {
  std::string list, id, key;
  std::function<double&(CalibrationCopy&)> in;

  std::string name() const { return id + " " + key; }
};

std::vector<Constant> constants_of(CalibrationCopy calibration);

// Rounds the constants that changed to three significant digits, as in the file.
void round_moved(CalibrationCopy before, CalibrationCopy& after);

// The text of the file with the numbers of `after` wherever they differ from `before`.
std::string rewritten(const std::string& text, CalibrationCopy before, CalibrationCopy after);

}  // namespace gpupick::fit
