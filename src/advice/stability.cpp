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
#include <optional>
#include <random>
#include <vector>

#include "advice/assess.hpp"

namespace gpupick {
namespace {

constexpr std::size_t draws = 1000, contenders = 12;

// Nearly normal numbers of deviation 1, the same on every platform: sums of four bytes.
class Normal {
 public:
  explicit Normal(std::uint32_t seed) : random_(seed) {}

  double next() {
    const std::uint_fast32_t bits = random_();
    const auto sum = (bits & 255) + (bits >> 8 & 255) + (bits >> 16 & 255) + (bits >> 24);
    return (static_cast<double>(sum) - 2 * 255) / deviation;
  }

 private:
  static constexpr double deviation = 147.8;  // of the sum: sqrt(4 (256^2 - 1) / 12)

  std::mt19937 random_;
};

// A logarithm as it is drawn, with a standard deviation to either side.
struct Drawn {
  double middle, above, below;

  // Without a branch, which would be guessed wrong every other time.
  double next(Normal& normal) const {
    const double sides[] = {above, below}, deviations = normal.next();
    return middle + deviations * sides[deviations < 0];
  }
};

Drawn drawn(double middle, double value, double low, double high) {
  return {middle, std::log10(high / value) / middle_80, std::log10(value / low) / middle_80};
}

// A job's part of a score: the points of a whole utility, and the decades that it is made of.
struct DrawnSpeed {
  double points;
  Drawn decades;
};

struct Contender {
  const Ranked* card;
  double rest = 0;  // of the score: what stays as it is in every draw
  std::optional<Drawn> price = {};
  std::vector<DrawnSpeed> speeds = {};
};

Contender contender(const Query& query, const Ranked& card) {
  Contender out{&card, card.fine_score};
  if (const auto& price = card.price) {
    out.price = drawn(std::log10(price->high), price->usd, price->low, price->high);
    out.rest -= cost_points(query, card.cost_usd());
  }
  for (const WorkResult& result : card.work) {
    const Estimate& speed = result.speed;
    if (!result.runs() || !speed.has_interval()) continue;
    const double points = 100 * query.weights[index(Outcome::speed)] * result.asked->share;
    out.speeds.push_back(
        {points, drawn(decades_above_floor(result), speed.value, speed.low, speed.high)});
    out.rest -= points * utility(result, query.scale);
  }
  return out;
}

double drawn_score(const Query& query, const Contender& one, Normal& normal) {
  double score = one.rest;
  if (one.price)
    score += cost_points(
        query, one.card->cost_usd_at(std::exp(std::numbers::ln10 * one.price->next(normal))));
  for (const auto& [points, decades] : one.speeds)
    score += points * utility(decades.next(normal), query.scale);
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
  std::vector<Contender> cards;
  Stability out{draws, {}};
  for (const Ranked& card : ranking.ranked) {
    if (cards.size() == contenders) break;
    cards.push_back(contender(ranking.query, card));
    out.leads.push_back({&card});
  }
  Normal normal(seed);
  std::vector<double> scores(cards.size());
  for (std::size_t i = 0; i < draws && !cards.empty(); ++i) {
    std::ranges::transform(cards, scores.begin(), [&](const Contender& one) {
      return drawn_score(ranking.query, one, normal);
    });
    out.leads[static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin())].share +=
        1.0 / draws;
  }
  std::erase_if(out.leads, [](const LeadShare& one) { return one.share == 0; });
  std::ranges::stable_sort(out.leads, std::ranges::greater(), &LeadShare::share);
  return out;
}

}  // namespace gpupick
