// Fits by coordinate descent: moves each constant in turn to the least error, until none moves. The
// error of a row is |log(measured / predicted)|. All rows of a card together weigh one, so that a
// card with a hundred rows does not decide. Constants of one family are pulled to its mean, so that
// none fits the only card behind it exactly.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "calibration_copy.hpp"
#include "rows.hpp"

namespace gpupick::fit {

struct Parameter {
  std::string name;
  double low = 0, high = 0;  // bounds of the value
  std::function<double&(CalibrationCopy&)> in;
  // A constant without rows takes the mean of its family's constants that have rows, or else of its
  // kind's; "" for none.
  std::string family = "", kind = "";
  double pull = 0;  // weight of the pull to its family's mean
};

// The decode and prefill efficiencies of llama.cpp's classes.
std::vector<Parameter> shares_of_classes(const Calibration& calibration);

// The mean logarithm of the family's other constants that have rows, or of the kind's if there are
// none. Nothing if the constant has rows itself and the family has no others.
std::optional<double> family_mean(const std::vector<Parameter>& parameters, std::size_t p,
                                  CalibrationCopy& calibration,
                                  const std::function<bool(std::size_t)>& has_rows);

// The program's prediction in units per second, per card for training and serving; 0 if it has
// none.
double predict(const Measured& row, const Calibration& calibration);

// log(measured / predicted); 0 without a prediction.
double log_ratio(const Measured& row, const Calibration& calibration);

// The constants that affect any of the rows.
std::vector<Parameter> parameters_of(const Calibration& calibration,
                                     const std::vector<Measured>& rows);

// Returns the calibration with these parameters fitted to the rows. Other constants stay.
CalibrationCopy fitted(CalibrationCopy calibration, const std::vector<Parameter>& parameters,
                       const std::vector<const Measured*>& rows);

}  // namespace gpupick::fit
