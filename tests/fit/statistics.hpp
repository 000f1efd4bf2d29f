// Errors of predictions, and how well predictions rank.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "rows.hpp"

namespace gpupick::fit {

struct Predicted {
  const Measured* row;
  double ratio;       // measured over predicted
  double weight = 1;  // rows that were left out together sum to one
};

// A quantile of measured over predicted. Every row weighs the same, or every group that was left
// out together if `by_group`.
double quantile(const std::vector<Predicted>& predicted, double share, bool by_group = false);

// Spearman's rank correlation of a figure with the measured rates on one card, within each set of
// rows. Returns the mean over sets by rows, or nothing if no set has five cards.
Number ranking_by(const std::vector<Predicted>& predicted,
                  const std::function<Number(const Predicted&)>& figure);

// Median and 90th percentile of the errors weigh all rows of a card together as one.
struct Summary {
  std::string name;
  std::size_t cards = 0, rows = 0, sources = 0;
  double median = 0, p90 = 0, rho = 0, tau = 0, low = 1, high = 1, inside = 0;
};

Summary summary_of(const std::string& name, const std::vector<Predicted>& predicted, double low,
                   double high);

}  // namespace gpupick::fit
