// Fitting by coordinates: each constant in turn is moved to where the errors are least, until none
// moves. Errors are |log(measured / predicted)|, and every card counts the same however many rows
// it has, so that one card with a hundred rows does not decide. Constants of one family are drawn
// to its mean, so that none passes through the only card behind it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "calibration/calibration.hpp"
#include "rows.hpp"

namespace gpupick {

struct Parameter {
  std::string name;
  double low = 0, high = 0;  // it stays within
  std::function<double&(Calibration&)> in;
  // What has no rows takes the mean of those of its family that have, or else of its kind; "" for
  // none.
  std::string family = "", kind = "";
  double pull = 0;  // how strongly it is drawn to its family
};

// The shares of the classes of llama.cpp.
std::vector<Parameter> shares_of_classes(const Calibration& calibration);

// The mean logarithm of the others of its family that have rows, or of its kind where none has;
// nothing where it has rows itself and no family.
std::optional<double> family_mean(const std::vector<Parameter>& parameters, std::size_t p,
                                  Calibration& calibration,
                                  const std::function<bool(std::size_t)>& has_rows);

// Units per second by the program's own laws, of training and serving per card; 0 where they have
// no answer.
double predict(const Measured& row, const Calibration& calibration);

// log(measured / predicted).
double log_ratio(const Measured& row, const Calibration& calibration);

// The constants that any of the rows depends on.
std::vector<Parameter> parameters_of(const Calibration& calibration,
                                     const std::vector<Measured>& rows);

// The calibration with these parameters fitted to the rows; others stay.
Calibration fitted(Calibration calibration, const std::vector<Parameter>& parameters,
                   const std::vector<const Measured*>& rows);

}  // namespace gpupick
