// Errors are fully correlated within a card and independent between cards. So a card's errors add
// up over the jobs, and those of two cards combine as the root of their squares. More cards of the
// same kind have the same error, so their ratio has no width.
#include "ranking/gain.hpp"

#include <algorithm>
#include <cmath>

#include "ranking/cost.hpp"

namespace gpupick {
namespace {

// The logarithms by which speeds may exceed or fall short of the estimate, summed over the jobs by
// share.
struct Errors {
  double above = 0, below = 0;
  Evidence evidence = Evidence::measured;

  void add(double share, const Estimate& speed) {
    evidence = std::max(evidence, speed.evidence);
    if (!speed.has_interval()) return;
    above += share * std::log(speed.high / speed.value);
    below += share * std::log(speed.value / speed.low);
  }
};

Estimate ratio(double log_mean, const Errors& then, const Errors& now, double shares) {
  const auto away = [&](double one, double other) { return std::hypot(one, other) / shares; };
  const Evidence evidence = std::max(then.evidence, now.evidence);
  Estimate out{std::exp(log_mean), 0, 0, evidence};
  if (!out.has_interval()) return out;
  out.low = std::exp(log_mean - away(then.below, now.above));
  out.high = std::exp(log_mean + away(then.above, now.below));
  return out;
}

// True if both run the job at the same resolution, so that their speeds compare.
bool are_comparable(const WorkResult& one, const WorkResult& other) {
  return one.runs() && other.runs() && one.is_comparable() == other.is_comparable();
}

}  // namespace

Gain gain_over(const Ranked& card, const Ranked& owned) {
  Gain out;
  double log_sum = 0, counted = 0, shares = 0;
  Errors errors_then, errors_now;
  for (std::size_t i = 0; i < card.work.size(); ++i) {
    const WorkResult& now = owned.work[i];
    const WorkResult& then = card.work[i];
    if (are_comparable(then, now)) {
      const double share = then.asked->share;
      const Estimate faster = then.throughput(), slower = now.throughput();
      const double times = std::log(faster.value / slower.value);
      const bool same = card.gpu == owned.gpu;
      log_sum += share * times;
      counted += share * (same ? times : std::log(counted_speed(faster) / counted_speed(slower)));
      shares += share;
      if (same) continue;
      errors_then.add(share, faster);
      errors_now.add(share, slower);
    } else if (then.runs() != now.runs()) {
      (then.runs() ? out.lets_in : out.loses).push_back(then.asked->label);
    }
  }
  if (shares > 0) {
    out.speed = ratio(log_sum / shares, errors_then, errors_now, shares);
    out.counted_speed = std::exp(counted / shares);
  }
  const Number before = power_w(owned);
  const Number after = power_w(card);
  if (before && after) out.watts = *after - *before;
  if (card.price && owned.price) {
    out.usd = spread(*card.price, 1, std::max(card.computer_usd, 0.0) - owned.price->usd);
  }
  return out;
}

bool runs_in_other_ways(const Ranked& card, const Ranked& other) {
  return !std::ranges::equal(card.work, other.work, {}, &WorkResult::fallback,
                             &WorkResult::fallback);
}

}  // namespace gpupick
