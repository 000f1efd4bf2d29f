// Predictions for rows that no part of the fit has seen. Leaves out each card, model, class of
// cards or software stack in turn.
#pragma once

#include <string>
#include <vector>

#include "solve.hpp"
#include "statistics.hpp"

namespace gpupick::fit {

// Rows, and the constants that they determine. Of several stages each builds on the earlier ones.
struct Stage {
  std::vector<const Measured*> rows;
  std::vector<Parameter> parameters;
};

// Names the group that is left out together with a row.
using Group = std::string (*)(const Measured&, const Calibration&);
// One owner's computer: its source, card and memory bandwidth.
std::string computer_of(const Measured& row, const Calibration& calibration);
std::string card_of(const Measured& row, const Calibration& calibration);
std::string model_of(const Measured& row, const Calibration& calibration);
std::string class_of(const Measured& row, const Calibration& calibration);
std::string architecture_of(const Measured& row, const Calibration& calibration);
std::string source_of(const Measured& row, const Calibration& calibration);
std::string stack_of(const Measured& row, const Calibration& calibration);

// Predicts each of the judged rows by constants fitted without its group. A class or stack without
// remaining rows gets the constants that a new one would get. If `group` is null, nothing is left
// out.
std::vector<Predicted> leave_out(const std::vector<const Measured*>& judged,
                                 const std::vector<Stage>& stages, const Calibration& whole,
                                 Group group);

}  // namespace gpupick::fit
