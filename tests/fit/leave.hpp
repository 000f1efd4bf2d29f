// What is predicted of rows that no part of the fit has seen: of each card in turn, each model,
// each class of cards, each software stack.
#pragma once

#include <string>
#include <vector>

#include "solve.hpp"
#include "statistics.hpp"

namespace gpupick {

// Rows, and the constants that they decide. Of several stages each stands on those before it.
struct Stage {
  std::vector<const Measured*> rows;
  std::vector<Parameter> parameters;
};

// The name of what is left out together with a row.
using Group = std::string (*)(const Measured&, const Calibration&);
// A box of one owner: its source, card and memory.
std::string computer_of(const Measured& row, const Calibration& calibration);
std::string card_of(const Measured& row, const Calibration& calibration);
std::string model_of(const Measured& row, const Calibration& calibration);
std::string class_of(const Measured& row, const Calibration& calibration);
std::string architecture_of(const Measured& row, const Calibration& calibration);
std::string source_of(const Measured& row, const Calibration& calibration);
std::string stack_of(const Measured& row, const Calibration& calibration);

// Each of the judged rows by constants fitted without its group. A class or stack of which nothing
// is left takes what it would if it were new. With null for a group nothing is left out.
std::vector<Predicted> leave_out(const std::vector<const Measured*>& judged,
                                 const std::vector<Stage>& stages, const Calibration& whole,
                                 Group group);

}  // namespace gpupick
