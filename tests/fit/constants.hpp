// Every number of data/calibration.json that a fit may move: the list and id of its record, its
// key, and where it stands.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "calibration/calibration.hpp"

namespace gpupick {

struct Constant {
  std::string list, id, key;
  std::function<double&(Calibration&)> in;

  std::string name() const { return id + " " + key; }
};

std::vector<Constant> constants_of(const Calibration& calibration);

// As many digits of the constants that have moved as the file has.
void round_moved(Calibration before, Calibration& after);

// The text of the file with the numbers of `after` where they differ from those of `before`.
std::string rewritten(const std::string& text, Calibration before, Calibration after);

}  // namespace gpupick
