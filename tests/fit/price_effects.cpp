// The problem: asking prices lie above sale prices, the trackers of one site above those of
// another, and prices of one month above those of the month before, all at once. A card shows these
// effects only by the differences between its own observations, and its price drifts too.
//
// The model: the logarithm of an observation is the card's level on that day, plus an effect for
// each factor that applies and for each month of the index, plus noise. The level is a random walk
// with an unknown start. Effects are shrunk to zero by the deviations below. The model is linear:
// the filter of the local level model subtracts from each observation, and from each column of the
// effects, the prediction of the card's earlier ones. The rest is independent noise, to which ridge
// regression fits the effects.
#include "price_effects.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

namespace gpupick::fit {
namespace {

// Prior standard deviations of the effects, in logarithms.
constexpr double of_words = 0.2, of_sources = 0.06, of_months = 0.07;

// The effect of one factor or of one of its months.
struct Effect {
  std::size_t factor;
  int month;  // -1: the factor itself
  double deviation;
};

std::vector<Effect> effects_of(const std::vector<PriceFactor>& factors) {
  std::vector<Effect> out;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (factors[i].factor) out.push_back({i, -1, factors[i].seen_by ? of_sources : of_words});
    for (std::size_t month = 0; month < factors[i].monthly.size(); ++month)
      out.push_back({i, static_cast<int>(month), of_months});
  }
  return out;
}

// The share of the effect in an observation: 0 or 1 for a factor, the elapsed share for a month.
double share_in(const Effect& effect, const PriceFactor& factor, const Gpu& gpu,
                const Observation& row, Date day) {
  if (!factor.is_of(row.kind, gpu.segment.value_or("")) || !factor.is_met_by(row)) return 0;
  if (effect.month < 0) return 1;
  const double months = days_between(first_day(factor.since.value()), day) / days_per_month;
  return std::clamp(months - effect.month, 0.0, 1.0);
}

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

// The normal equations: `matrix` times the effects is `right`.
struct Equations {
  Matrix matrix;
  Vector right;
};

// Adds an observation with independent noise of variance one: its columns, then its value.
void add(Equations& to, const Vector& row) {
  const std::size_t n = to.right.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (row[i] == 0) continue;
    for (std::size_t j = 0; j <= i; ++j) to.matrix[i][j] += row[i] * row[j];
    to.right[i] += row[i] * row[n];
  }
}

// Solves by Cholesky decomposition of the lower half.
Vector solved(Equations of) {
  auto& [a, x] = of;
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      for (std::size_t k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] = i == j ? std::sqrt(a[i][i]) : a[i][j] / a[j][j];
    }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= a[i][k] * x[k];
    x[i] /= a[i][i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) x[i] -= a[k][i] * x[k];
    x[i] /= a[i][i];
  }
  return x;
}

// Adds each observation's difference from the prediction of the card's earlier ones. The first has
// no prediction and only sets the level.
void add_card(Equations& to, const Sightings& card, const std::vector<PriceFactor>& factors,
              const std::vector<Effect>& effects, Date newest) {
  const std::string_view segment = card.gpu->segment.value_or("");
  const auto day_of = [&](const Observation* row) { return std::min(last_day(row->date), newest); };
  std::vector<const Observation*> rows = card.rows;
  std::ranges::stable_sort(rows, {}, day_of);
  double wander = 0;
  for (const PriceFactor& factor : factors)
    if (factor.is_of(rows.front()->kind, segment)) wander += std::pow(factor.wander.value_or(0), 2);
  Vector level;  // of each column and the value
  double variance = 0;
  Date before;
  for (const Observation* row : rows) {
    const Date day = day_of(row);
    const double noise = variance_of({.factors = factors, .segment = segment}, *row);
    Vector seen;
    for (const Effect& effect : effects)
      seen.push_back(share_in(effect, factors[effect.factor], *card.gpu, *row, day));
    seen.push_back(std::log(row->usd));
    if (level.empty()) {
      level = seen;
      variance = noise;
    } else {
      variance += wander * days_between(before, day) / days_per_month;
      const double gain = variance / (variance + noise), scale = 1 / std::sqrt(variance + noise);
      for (std::size_t i = 0; i < seen.size(); ++i) {
        const double surprise = seen[i] - level[i];
        level[i] += gain * surprise;
        seen[i] = surprise * scale;
      }
      variance *= 1 - gain;
      add(to, seen);
    }
    before = day;
  }
}

}  // namespace

Numbers kept_numbers(std::vector<double> numbers) {
  static std::deque<std::vector<double>> all;
  return all.emplace_back(std::move(numbers));
}

std::vector<PriceFactor> with_effects(std::vector<PriceFactor> factors,
                                      const std::vector<Sightings>& cards, Date newest) {
  const std::vector<Effect> effects = effects_of(factors);
  const std::size_t n = effects.size();
  Equations equations{Matrix(n, Vector(n)), Vector(n)};
  for (std::size_t i = 0; i < n; ++i) equations.matrix[i][i] = std::pow(effects[i].deviation, -2);
  for (const Sightings& card : cards) add_card(equations, card, factors, effects, newest);
  const Vector sizes = solved(std::move(equations));
  std::vector<Vector> monthly(factors.size());
  for (std::size_t i = 0; i < n; ++i) {
    if (effects[i].month < 0)
      factors[effects[i].factor].factor = std::exp(sizes[i]);
    else
      monthly[effects[i].factor].push_back(sizes[i]);
  }
  for (std::size_t i = 0; i < factors.size(); ++i)
    if (!monthly[i].empty()) factors[i].monthly = kept_numbers(std::move(monthly[i]));
  return factors;
}

}  // namespace gpupick::fit
