// Tables of the fits and of the checks. A new kind of row needs an entry in each.
#pragma once

#include <string>
#include <vector>

#include "leave.hpp"

namespace gpupick::fit {

// A constant by id and key, and its bounds.
struct Range {
  const char* name;
  double low, high;
};

// Kinds of rows and the constants that they determine; without ranges those that `parameters_of`
// finds (solve.hpp).
struct ConstantFit {
  const char* name;
  std::vector<const char*> rows;
  std::vector<Range> ranges = {};
  bool stays = false;  // only predicts rows left out; the shipped constants stay
};

// In order: later fits build on the constants of earlier ones.
const std::vector<ConstantFit>& fits();

// A part of a check's rows, and the id of the interval that their errors set; "" for none.
struct Subset {
  const char* name;
  bool (*holds)(const Measured&);
  const char* interval;
};

// A line of the table of errors: the rows predicted, the group left out, and the fits redone.
struct Check {
  const char* name;
  const char* left_out;  // name of the group
  std::vector<const char*> rows;
  std::vector<const char*> fits;  // redone without the group
  Group group;  // null: leave nothing out, since no constant was fitted to these rows
  std::vector<const char*> intervals = {};  // ids of those that the errors set
  std::vector<Subset> parts = {};
  bool by_group = false;  // each group weighs one in the intervals
};

const std::vector<Check>& checks();

// The parameters of a fit: those of its ranges, or those that the rows determine.
std::vector<Parameter> parameters_for(const ConstantFit& fit, const Calibration& calibration,
                                      const std::vector<const Measured*>& rows);

}  // namespace gpupick::fit
