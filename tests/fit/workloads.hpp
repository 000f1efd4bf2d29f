// What is fitted and what is checked, as tables: a further kind of rows is an entry of each.
#pragma once

#include <string>
#include <vector>

#include "leave.hpp"

namespace gpupick {

// A constant by id and key, and within what it stays.
struct Range {
  const char* name;
  double low, high;
};

// Kinds of rows and what they decide; without ranges what `parameters_of` finds (solve.hpp).
struct ModelFit {
  const char* name;
  std::vector<const char*> rows;
  std::vector<Range> ranges = {};
  bool stays = false;  // only to see what is left out: the constants stay as they are
};

// In this order: later ones stand on the constants of earlier ones.
const std::vector<ModelFit>& fits();

// Some of a check's rows, and the interval that their errors give; "" for none.
struct Subset {
  const char* name;
  bool (*holds)(const Measured&);
  const char* interval;
};

// A line of the table of errors: which rows are predicted, without what, and after which fits.
struct Check {
  const char* name;
  const char* left_out;  // in words
  std::vector<const char*> rows;
  std::vector<const char*> fits;            // redone without it
  Group group;                              // null: nothing, no constant was fitted to these rows
  std::vector<const char*> intervals = {};  // that the errors give
  std::vector<Subset> parts = {};
  bool by_group = false;  // all that is left out together counts as one in the intervals
};

const std::vector<Check>& checks();

// The parameters of a fit that its rows decide.
std::vector<Parameter> parameters_for(const ModelFit& fit, const Calibration& calibration,
                                      const std::vector<const Measured*>& rows);

}  // namespace gpupick
