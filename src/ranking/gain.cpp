// Errors are fully correlated within a card and independent between cards. So a card's errors add
// up over the jobs, and those of two cards combine as the root of their squares. More cards of the
// same kind have the same error, so their ratio has no width.
#include "ranking/gain.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

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

Estimate ratio(double times, const Errors& then, const Errors& now, double shares) {
  const auto factor = [&](double one, double other) {
    return std::exp(std::hypot(one, other) / shares);
  };
  Estimate out{times, 0, 0, std::max(then.evidence, now.evidence)};
  if (!out.has_interval()) return out;
  out.low = times / factor(then.below, now.above);
  out.high = times * factor(then.above, now.below);
  return out;
}

// True if both run the job at the same resolution, so that their speeds compare.
bool are_comparable(const WorkResult& one, const WorkResult& other) {
  return one.runs() && other.runs() && one.is_comparable() == other.is_comparable();
}

// Returns the mean ratio of speeds, of which `value` returns the number to compare.
template <class Value>
double mean_ratio(const Ranked& card, const Ranked& other, Value value) {
  double logs = 0, shares = 0;
  for (std::size_t i = 0; i < card.work.size(); ++i) {
    const WorkResult &one = card.work[i], &than = other.work[i];
    if (!are_comparable(one, than)) continue;
    logs += one.asked->share * std::log(value(one.throughput()) / value(than.throughput()));
    shares += one.asked->share;
  }
  return shares > 0 ? std::exp(logs / shares) : 1;
}

}  // namespace

double times_as_fast(const Ranked& card, const Ranked& other) {
  return mean_ratio(card, other, std::mem_fn(&Estimate::value));
}

double times_counted(const Ranked& card, const Ranked& other) {
  return card.gpu == other.gpu ? times_as_fast(card, other)
                               : mean_ratio(card, other, counted_speed);
}

double surely_as_fast(const Ranked& card, const Ranked& other) {
  return std::min(times_as_fast(card, other), times_counted(card, other));
}

Gain gain_over(const Ranked& card, const Ranked& owned) {
  Gain out;
  Errors errors_then, errors_now;
  double shares = 0;
  for (std::size_t i = 0; i < card.work.size(); ++i) {
    const WorkResult& now = owned.work[i];
    const WorkResult& then = card.work[i];
    if (are_comparable(then, now)) {
      shares += then.asked->share;
      if (card.gpu == owned.gpu) continue;
      errors_then.add(then.asked->share, then.throughput());
      errors_now.add(then.asked->share, now.throughput());
    } else if (then.runs() != now.runs()) {
      (then.runs() ? out.lets_in : out.loses).push_back(then.asked->label);
    }
  }
  if (shares > 0) {
    out.speed = ratio(times_as_fast(card, owned), errors_then, errors_now, shares);
    out.counted_speed = times_counted(card, owned);
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
