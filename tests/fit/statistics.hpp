// How far predictions are off, and how well they rank.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "rows.hpp"

namespace gpupick {

struct Predicted {
  const Measured* row;
  double ratio;       // measured over predicted
  double weight = 1;  // with which the rows that were left out together weigh one
};

// Of measured over predicted, every row counting the same, or all that were left out together.
double quantile(const std::vector<Predicted>& predicted, double share, bool by_group = false);

// How well a figure alone ranks the rows of each set of one card; the mean by rows, nothing where
// no set has five cards.
Number ranking_by(const std::vector<Predicted>& predicted,
                  const std::function<Number(const Predicted&)>& figure);

// The errors' median and 90th percentile are of rows of which those of one card together weigh one.
struct Summary {
  std::string name;
  std::size_t cards = 0, rows = 0;
  double median = 0, p90 = 0, rho = 0, tau = 0, low = 1, high = 1, inside = 0;
};

Summary summary_of(const std::string& name, const std::vector<Predicted>& predicted, double low,
                   double high);

}  // namespace gpupick
