// A price's logarithm is normal with the middle 80 % in its interval, and so is a speed's, each end
// on its own: speeds fall short by more than they exceed. Both are drawn around what the ranking
// counts, the upper end of a price and the lower of a guess: what leads by thin figures mostly
// leads since they err its way. Prices and speeds of different cards and jobs are drawn
// independently, which they are not quite: a model that is too fast on one card of a class is so on
// the others, so that two of one class are further apart than this says. A guess without an
// interval stays what it is.
//
// A draw of a card takes one quantile of the normal distribution for each of its numbers. The draws
// are spread evenly and not left to chance: number n of draw i takes quantile (i x generator^n +
// shift) modulo the number of draws, a lattice of Korobov's, whose shifts follow the seed. Since
// cards are drawn independently, each draw of a card is held against all draws of every other. The
// shares are then as exact as those of a thousand draws of all cards together.
#include "advice/stability.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <vector>

#include "advice/assess.hpp"

namespace gpupick {
namespace {

constexpr std::size_t contenders = 12;
constexpr std::size_t draws = 64;      // of each card
constexpr std::size_t generator = 27;  // odd, so that each number takes every quantile once

using PerDraw = std::array<double, draws>;

// The middles of equal parts of the normal distribution of deviation 1: each by Newton's method
// from the one before it, outwards from zero.
PerDraw quantiles() {
  PerDraw out{};
  double at = 0;
  for (std::size_t i = draws / 2; i < draws; ++i) {
    const double above = 1 - (static_cast<double>(i) + 0.5) / draws;
    for (int step = 0; step < 4; ++step)
      at += (std::erfc(at / std::numbers::sqrt2) / 2 - above) * std::numbers::sqrt2 /
            (std::numbers::inv_sqrtpi * std::exp(-at * at / 2));
    out[i] = at;
    out[draws - 1 - i] = -at;
  }
  return out;
}

// A logarithm as it is drawn, with a standard deviation to either side.
struct Drawn {
  double middle, above, below;

  double at(double quantile) const { return middle + quantile * (quantile < 0 ? below : above); }
};

Drawn drawn(double middle, double value, double low, double high) {
  return {middle, decades_in(high / value) / middle_80, decades_in(value / low) / middle_80};
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
    out.price = drawn(decades_in(price->high), price->usd, price->low, price->high);
    out.rest -= cost_points(query, *card.cost_usd());
  }
  out.speeds.reserve(card.work.size());
  for (const WorkResult& result : card.work) {
    const Estimate speed = result.throughput();
    if (!result.runs() || !speed.has_interval()) continue;
    const double points = 100 * query.weights[index(Outcome::speed)] * result.asked->share;
    out.speeds.push_back(
        {points, drawn(decades_above_floor(result), speed.value, speed.low, speed.high)});
    out.rest -= points * utility(result, query.scale);
  }
  return out;
}

double price_points(const Query& query, const Contender& one, double decades) {
  const double usd = std::exp(std::numbers::ln10 * decades);
  return cost_points(query, one.card->cost_usd_at(usd));
}

// What one draw in 30,000 exceeds: the score and four standard deviations of what its numbers may
// add.
double best_score(const Query& query, const Contender& one) {
  double squares = 0;
  if (const auto& price = one.price)
    squares += std::pow(
        price_points(query, one, price->at(-1)) - price_points(query, one, price->middle), 2);
  for (const auto& [points, decades] : one.speeds)
    squares += std::pow(points * (decades.at(1) - decades.middle) / query.scale.decades, 2);
  return one.card->fine_score + 4 * std::sqrt(squares);
}

// The card's score in each draw.
PerDraw drawn_scores(const Query& query, const Contender& one, const PerDraw& normal,
                     std::mt19937& random) {
  PerDraw scores;
  scores.fill(one.rest);
  std::size_t stride = 1;
  const auto add = [&](const auto& points_at) {
    std::size_t place = random() % draws;
    for (double& score : scores) {
      score += points_at(normal[place]);
      place = (place + stride) % draws;
    }
    stride = stride * generator % draws;
  };
  if (one.price)
    add([&](double quantile) { return price_points(query, one, one.price->at(quantile)); });
  for (const auto& [points, decades] : one.speeds)
    add([&, &points = points, &decades = decades](double quantile) {
      return points * utility(decades.at(quantile), query.scale);
    });
  return scores;
}

struct DrawnScore {
  double score;
  std::size_t card;
};

// Those that may lead, rising: what is lower than every draw of some card never does. Of equal
// scores the one of the card that stands first is the highest.
std::vector<DrawnScore> leading_draws(const Query& query, const std::vector<Contender>& cards,
                                      std::uint32_t seed) {
  const PerDraw normal = quantiles();
  std::mt19937 random(seed);
  std::vector<DrawnScore> out;
  double needed = 0;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (best_score(query, cards[i]) < needed) continue;
    const PerDraw scores = drawn_scores(query, cards[i], normal, random);
    needed = std::max(needed, *std::ranges::min_element(scores));
    for (const double score : scores)
      if (score >= needed) out.push_back({score, i});
  }
  std::erase_if(out, [&](const DrawnScore& one) { return one.score < needed; });
  std::ranges::sort(out, [](const DrawnScore& a, const DrawnScore& b) {
    return a.score != b.score ? a.score < b.score : a.card > b.card;
  });
  return out;
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
  cards.reserve(contenders);
  Stability out;
  for (const Ranked& card : ranking.ranked) {
    if (cards.size() == contenders) break;
    cards.push_back(contender(ranking.query, card));
    out.leads.push_back({&card});
  }
  const std::vector<DrawnScore> leading = leading_draws(ranking.query, cards, seed);
  std::vector<double> lower(cards.size(), 1);  // share of each card's draws below the one at hand
  for (const DrawnScore& one : leading) lower[one.card] -= 1.0 / draws;
  for (const auto& [score, card] : leading) {
    double share = 1.0 / draws;
    for (std::size_t other = 0; other < cards.size(); ++other)
      if (other != card) share *= lower[other];
    out.leads[card].share = std::min(out.leads[card].share + share, 1.0);  // sums are rounded
    lower[card] += 1.0 / draws;
  }
  std::erase_if(out.leads, [](const LeadShare& one) { return one.share == 0; });
  std::ranges::stable_sort(out.leads, std::ranges::greater(), &LeadShare::share);
  return out;
}

}  // namespace gpupick
