#include "advice/gain.hpp"

#include <cmath>

namespace gpupick {

Gain gain_over(const Ranked& card, const Ranked& owned) {
  Gain out;
  double log_sum = 0, counted_sum = 0, shares = 0;
  for (std::size_t i = 0; i < card.work.size(); ++i) {
    const WorkResult& now = owned.work[i];
    const WorkResult& then = card.work[i];
    if (then.runs() && now.runs()) {
      const double worth = then.worth() / now.worth();
      log_sum += then.asked->share * std::log(worth * then.speed.value / now.speed.value);
      counted_sum += then.asked->share *
                     std::log(worth * counted_speed(then.speed) / counted_speed(now.speed));
      shares += then.asked->share;
    } else if (then.runs() != now.runs()) {
      (then.runs() ? out.lets_in : out.loses).push_back(then.asked->label);
    }
  }
  if (shares > 0) out.speed = std::exp(log_sum / shares);
  if (shares > 0) out.counted_speed = std::exp(counted_sum / shares);
  const Number before = combined(*owned.gpu, owned.count).tdp_w;
  const Number after = combined(*card.gpu, card.count).tdp_w;
  if (before && after) out.watts = *after - *before;
  if (card.price && owned.price) out.usd = card.price->usd - owned.price->usd;
  return out;
}

}  // namespace gpupick
