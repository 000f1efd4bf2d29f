// The tables of docs/accuracy.md and the intervals of data/calibration.json.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "workloads.hpp"

namespace gpupick::fit {

class Report {
 public:
  void add(const Check& check, const std::vector<Predicted>& predicted);
  void set_intervals(CalibrationCopy& calibration) const;
  std::string tables(const Rows& rows, bool leaves_out) const;
  // The table of errors to expect, by kind of work.
  std::string overview() const;

 private:
  void add_line(const Summary& summary, const char* left_out);
  void widen(const std::string& id, const Summary& summary);
  // Widens `out` to the interval of this id, which may have none.
  void cover(const std::string& id, double least_rows, Interval& out) const;

  std::string errors_, rankings_, worst_;
  std::vector<Summary> lines_;   // of the table of errors; the aims are checked against them
  std::set<std::string> named_;  // only the first check of a name adds rankings and worst rows
  std::map<std::string, Summary, std::less<>> intervals_;  // the errors behind each, by id
};

}  // namespace gpupick::fit
