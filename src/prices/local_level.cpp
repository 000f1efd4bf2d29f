// The problem: a card's price moves, and price trackers differ by a tenth. Old observations say
// less than new ones. Ten old ones say little more than one, since the price has moved away from
// all of them together.
//
// The model: the level is a random walk, observed with noise. This is the local level model (Durbin
// and Koopman, Time Series Analysis by State Space Methods, chapter 2). It starts at the
// observation farthest from the wanted day. On the way to each next one, the drift adds to the
// variance of all observations so far together. The weights that remain are those of the best
// linear estimate. The value is Huber's estimate with these weights, so that outliers have bounded
// influence: half of a card's rents are twice the others.
#include "prices/local_level.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <tuple>

#include "base/date.hpp"

namespace gpupick {
namespace {

// Reduces the weights of the observations on one side of the wanted day by the drift after them.
// The farthest comes first.
template <class Iterator>
void fade(Iterator first, Iterator last, double wander) {
  std::vector<double> kept;  // share of the weight so far that is left at the next one
  double together = 0;
  for (Iterator one = first; one != last; ++one) {
    const Iterator next = std::next(one);
    const int days = std::abs(one->days) - (next == last ? 0 : std::abs(next->days));
    together += one->weight;
    kept.push_back(1 / (1 + together * wander * days / days_per_month));
    together *= kept.back();
  }
  double left = 1;
  for (Iterator one = last; one != first; kept.pop_back()) {
    left *= kept.back();
    (--one)->weight *= left;
  }
}

// Returns the level at which the deviations balance, each limited to `most_deviation`. Newton's
// method between two bounds; bisects if a step would leave them.
double huber_mean(const std::vector<Sighting>& seen) {
  constexpr double most_deviation = 0.1, exact = 1e-9;
  double sum = 0, total = 0;
  for (const Sighting& one : seen) {
    sum += one.weight * one.level;
    total += one.weight;
  }
  const auto ends = std::ranges::minmax_element(seen, {}, &Sighting::level);
  double low = ends.min->level, high = ends.max->level;
  double level = sum / total;
  while (high - low > exact) {
    double pull = 0, near = 0;  // weight of observations within the deviation
    for (const Sighting& one : seen) {
      const double away = one.level - level;
      pull += one.weight * std::clamp(away, -most_deviation, most_deviation);
      if (std::fabs(away) <= most_deviation) near += one.weight;
    }
    if (std::fabs(pull) <= exact * total) break;
    (pull > 0 ? low : high) = level;
    const double next = level + pull / near;  // infinite if none is near
    level = next > low && next < high ? next : std::midpoint(low, high);
  }
  return level;
}

}  // namespace

Level level_from(std::vector<Sighting> seen, double wander) {
  std::ranges::sort(seen, [](const Sighting& a, const Sighting& b) {
    return std::tie(a.days, a.level) > std::tie(b.days, b.level);
  });
  const auto later = std::ranges::find_if(seen, [](const Sighting& one) { return one.days < 0; });
  fade(seen.begin(), later, wander);
  fade(seen.rbegin(), std::make_reverse_iterator(later), wander);
  double total = 0;
  for (const Sighting& one : seen) total += one.weight;
  return {huber_mean(seen), total};
}

}  // namespace gpupick
