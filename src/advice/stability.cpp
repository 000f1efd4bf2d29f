// A price's logarithm is normal with the middle 80 % in its interval, and so is a speed's, each end
// on its own: speeds fall short by more than they exceed. Both are drawn around what the ranking
// counts, the upper end of a price and the lower of a guess: what leads by thin figures mostly
// leads since they err its way. Prices and speeds of different cards and jobs are drawn
// independently, which they are not quite: a model that is too fast on one card of a class is so on
// the others, so that two of one class are further apart than this says. A guess without an
// interval stays what it is.
#include "advice/stability.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "advice/assess.hpp"

namespace gpupick {
namespace {

constexpr std::size_t draws = 1000, contenders = 12;

// Standard normal numbers, the same on every platform but for the last bits of its logarithm.
class Normal {
 public:
  explicit Normal(std::uint32_t seed) : random_(seed) {}

  double next() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  // Above 0, up to 1.
  double uniform() { return (static_cast<double>(random_()) + 1) / 4294967296; }

  std::mt19937 random_;
};

double drawn(double value, double low, double high, double deviations) {
  const double end = deviations < 0 ? value / low : high / value;
  return value * std::pow(end, deviations / middle_80);
}

// What of a score stays as it is in every draw.
struct Contender {
  const Ranked* card;
  double rest;
};

double drawn_score(const Query& query, const Contender& one, Normal& normal) {
  const ScoreScale& scale = query.scale;
  double score = one.rest;
  if (const auto& price = one.card->price) {
    const double usd =
        drawn(price->usd, price->low, price->high, normal.next()) * price->high / price->usd;
    score += 100 * query.weights[index(Outcome::cost)] *
             thrift(one.card->cost_usd_at(usd), scale.cheapest_usd, scale);
  }
  for (WorkResult result : one.card->work) {
    const Estimate speed = result.speed;
    if (result.runs() && speed.has_interval())
      result.speed = {counted_speed(speed) *
                      drawn(speed.value, speed.low, speed.high, normal.next()) / speed.value};
    score +=
        100 * query.weights[index(Outcome::speed)] * result.asked->share * utility(result, scale);
  }
  return score;
}

}  // namespace

double Stability::share_of(const Ranked& card) const {
  const auto found = std::ranges::find(leads, &card, &LeadShare::card);
  return found == leads.end() ? 0 : found->share;
}

bool Stability::is_toss_up(const Ranked& card) const {
  return std::ranges::any_of(leads, [&](const LeadShare& one) {
    return one.card != &card && 2 * one.share >= share_of(card);
  });
}

Stability stability(const Ranking& ranking, std::uint32_t seed) {
  const Query& query = ranking.query;
  std::vector<Contender> cards;
  Stability out{draws, {}};
  for (const Ranked& card : ranking.ranked) {
    if (cards.size() == contenders) break;
    const double cost = card.price
                            ? 100 * query.weights[index(Outcome::cost)] *
                                  thrift(card.cost_usd(), query.scale.cheapest_usd, query.scale)
                            : 0;
    cards.push_back({&card, card.fine_score - cost - speed_points(query, card)});
    out.leads.push_back({&card});
  }
  Normal normal(seed);
  for (std::size_t i = 0; i < draws && !cards.empty(); ++i) {
    std::vector<double> scores;
    for (const Contender& one : cards) scores.push_back(drawn_score(query, one, normal));
    out.leads[static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin())].share +=
        1.0 / draws;
  }
  std::erase_if(out.leads, [](const LeadShare& one) { return one.share == 0; });
  std::ranges::stable_sort(out.leads, std::ranges::greater(), &LeadShare::share);
  return out;
}

}  // namespace gpupick
