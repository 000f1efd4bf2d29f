// The jobs of one card err together, and two cards apart: a card's errors add up over the jobs, and
// those of two cards as independent ones do. More of the same card err as it does, so that their
// ratio has no width.
#include "advice/gain.hpp"

#include <algorithm>
#include <cmath>

#include "advice/cost.hpp"

namespace gpupick {
namespace {

// By which logarithms speeds may be above and below what is told; added up over the jobs.
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

}  // namespace

double counted_speed_over(const Ranked& card, const Ranked& owned) {
  double log_sum = 0, shares = 0;
  for (std::size_t i = 0; i < card.work.size(); ++i) {
    const WorkResult &now = owned.work[i], &then = card.work[i];
    if (!then.runs() || !now.runs()) continue;
    log_sum += then.asked->share * std::log(then.worth * counted_speed(then.throughput()) /
                                            (now.worth * counted_speed(now.throughput())));
    shares += then.asked->share;
  }
  return shares > 0 ? std::exp(log_sum / shares) : 1;
}

Gain gain_over(const Ranked& card, const Ranked& owned) {
  Gain out;
  double log_sum = 0, shares = 0;
  Errors errors_then, errors_now;
  for (std::size_t i = 0; i < card.work.size(); ++i) {
    const WorkResult& now = owned.work[i];
    const WorkResult& then = card.work[i];
    if (then.runs() && now.runs()) {
      const double worth = then.worth / now.worth, share = then.asked->share;
      const Estimate faster = then.throughput(), slower = now.throughput();
      log_sum += share * std::log(worth * faster.value / slower.value);
      shares += share;
      if (card.gpu == owned.gpu) continue;
      errors_then.add(share, faster);
      errors_now.add(share, slower);
    } else if (then.runs() != now.runs()) {
      (then.runs() ? out.lets_in : out.loses).push_back(then.asked->label);
    }
  }
  if (shares > 0) out.speed = ratio(log_sum / shares, errors_then, errors_now, shares);
  out.counted_speed = counted_speed_over(card, owned);
  const Number before = power_w({owned.gpu, owned.count});
  const Number after = power_w({card.gpu, card.count});
  if (before && after) out.watts = *after - *before;
  if (card.price && owned.price)
    out.usd = spread(*card.price, 1, card.computer_usd - owned.price->usd);
  return out;
}

}  // namespace gpupick
