#include "statistics.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace gpupick::fit {
namespace {

// Quantile over rows; all rows of a card together weigh one.
double weighted(const std::vector<Predicted>& predicted, double share, double (*value)(double)) {
  std::map<const Gpu*, double> counts;
  for (const Predicted& one : predicted) ++counts[one.row->gpu];
  std::vector<std::pair<double, double>> rows;
  for (const Predicted& one : predicted)
    rows.emplace_back(value(one.ratio), 1 / counts[one.row->gpu]);
  std::sort(rows.begin(), rows.end());
  double sum = 0;
  for (const auto& [size, weight] : rows) {
    sum += weight;
    if (sum >= share * static_cast<double>(counts.size())) return size;
  }
  return rows.empty() ? 0 : rows.back().first;
}

double error_of(double ratio) { return std::fabs(1 / ratio - 1); }

// Spearman's and Kendall's rank correlation of two values over all rows.
std::pair<double, double> rank_correlation(const std::vector<std::pair<double, double>>& pairs) {
  const auto n = static_cast<double>(pairs.size());
  double concordant = 0, difference = 0;
  for (const auto& a : pairs) {
    double rank_x = 0, rank_y = 0;
    for (const auto& b : pairs) {
      const double x = b.first < a.first ? 1 : b.first == a.first ? 0.5 : 0;
      const double y = b.second < a.second ? 1 : b.second == a.second ? 0.5 : 0;
      rank_x += x;
      rank_y += y;
      concordant += (x - 0.5) * (y - 0.5) * 4;
    }
    difference += (rank_x - rank_y) * (rank_x - rank_y);
  }
  if (pairs.size() < 3) return {0, 0};
  return {1 - 6 * difference / (n * (n * n - 1)), concordant / (n * (n - 1))};
}

std::pair<double, double> rank_correlation(const std::vector<Predicted>& predicted) {
  std::vector<std::pair<double, double>> pairs;
  for (const Predicted& one : predicted)
    pairs.emplace_back(one.row->value, one.row->value / one.ratio);
  return rank_correlation(pairs);
}

}  // namespace

double quantile(const std::vector<Predicted>& predicted, double share, bool by_group) {
  std::vector<std::pair<double, double>> ratios;
  double all = 0, sum = 0;
  for (const Predicted& one : predicted) {
    ratios.emplace_back(one.ratio, by_group ? one.weight : 1);
    all += ratios.back().second;
  }
  if (ratios.empty()) return 1;
  std::sort(ratios.begin(), ratios.end());
  // The first row is quantile 0, the last quantile 1.
  all -= ratios.back().second;
  for (std::size_t i = 0; i + 1 < ratios.size(); ++i)
    if ((sum += ratios[i].second) > share * all) return ratios[i].first;
  return ratios.back().first;
}

Number ranking_by(const std::vector<Predicted>& predicted,
                  const std::function<Number(const Predicted&)>& figure) {
  struct Set {
    std::vector<std::pair<double, double>> pairs;
    std::set<const Gpu*> cards;
  };
  std::map<std::string, Set> sets;
  for (const Predicted& one : predicted) {
    const Number value = figure(one);
    if (!value || one.row->count > 1) continue;
    Set& mine = sets[one.row->set];
    mine.pairs.emplace_back(one.row->value, *value);
    mine.cards.insert(one.row->gpu);
  }
  double sum = 0, rows = 0;
  for (const auto& [name, mine] : sets) {
    if (mine.cards.size() < 5) continue;
    sum += static_cast<double>(mine.pairs.size()) * rank_correlation(mine.pairs).first;
    rows += static_cast<double>(mine.pairs.size());
  }
  return rows > 0 ? Number(sum / rows) : Number();
}

Summary summary_of(const std::string& name, const std::vector<Predicted>& predicted, double low,
                   double high) {
  std::set<const Gpu*> cards;
  std::set<std::string_view> sources;
  double inside = 0;
  for (const Predicted& one : predicted) {
    cards.insert(one.row->gpu);
    sources.insert(one.row->source);
    inside += one.ratio >= low && one.ratio <= high;
  }
  const auto [rho, tau] = rank_correlation(predicted);
  return {name,
          cards.size(),
          predicted.size(),
          sources.size(),
          weighted(predicted, 0.5, error_of),
          weighted(predicted, 0.9, error_of),
          rho,
          tau,
          low,
          high,
          inside / static_cast<double>(std::max<std::size_t>(predicted.size(), 1))};
}

}  // namespace gpupick::fit
