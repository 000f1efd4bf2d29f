// The logarithm of a price is normal with the middle 80 % in its interval, and so is that of a
// speed. Each has a separate deviation on either side: speeds fall short by more than they exceed.
// The middle is the value that the ranking counts, which is the lower end of a rough speed: cards
// that lead on thin data mostly lead because of its errors. Samples of
// different cards and jobs are independent, although their errors are not quite: a model that is
// too fast on one card of a class is too fast on the others. The draws therefore understate how
// certain the order within a class is. A guess without an interval does not vary.
//
// A draw of a card takes one quantile of the normal distribution for each of its numbers. The
// quantiles are spread evenly, not at random: number n of draw i takes quantile (i x generator^n +
// shift) modulo the number of draws. This is a Korobov lattice whose shifts follow the seed and the
// card's id. Cards are independent, so each draw of a card is compared with all draws of every
// other card. The shares are then as exact as those of a thousand draws of all cards together.
#include "ranking/draws.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "ranking/assess.hpp"

namespace gpupick {
namespace {

constexpr std::size_t n_draws = Draws::count;
constexpr std::size_t generator = 27;  // odd, so that each number takes every quantile once

using PerDraw = std::array<double, n_draws>;

// Returns the middles of `n_draws` equal parts of the standard normal distribution. Newton's method
// finds each from the one before it, from zero outwards.
PerDraw quantiles() {
  PerDraw out{};
  double at = 0;
  for (std::size_t i = n_draws / 2; i < n_draws; ++i) {
    const double above = 1 - (static_cast<double>(i) + 0.5) / n_draws;
    for (int step = 0; step < 4; ++step)
      at += (std::erfc(at / std::numbers::sqrt2) / 2 - above) * std::numbers::sqrt2 /
            (std::numbers::inv_sqrtpi * std::exp(-at * at / 2));
    out[i] = at;
    out[n_draws - 1 - i] = -at;
  }
  return out;
}

// The distribution of a logarithm, with a standard deviation on either side.
struct Drawn {
  double middle, above, below;

  double at(double quantile) const { return middle + quantile * (quantile < 0 ? below : above); }
};

Drawn drawn(double middle, double value, double low, double high) {
  return {middle, decades_in(high / value) / middle_80, decades_in(value / low) / middle_80};
}

// A job's part of a score: the points of full utility, the decades of its speed, and the share of
// the speed that counts.
struct DrawnSpeed {
  double points;
  Drawn decades;
  double keeps;
};

struct Contender {
  const Ranked* card;
  double useful;    // share of the work for which savings count
  double rest = 0;  // part of the score that is the same in every draw
  std::optional<Drawn> price = {};
  std::vector<DrawnSpeed> speeds = {};
};

Contender contender(const Query& query, const Ranked& card) {
  Contender out{&card, card.useful(), card.fine_score};
  if (const auto& price = card.price) {
    out.price = drawn(decades_in(price->usd), price->usd, price->low, price->high);
    out.rest -= cost_points(query, out.useful, *card.counted_usd());
  }
  out.speeds.reserve(card.work.size());
  for (const WorkResult& result : card.work) {
    const Estimate speed = result.throughput();
    if (!result.runs() || !speed.has_interval()) continue;
    const double points = 100 * query.weight(Outcome::speed) * result.asked->share;
    const double decades = decades_above_floor(result);
    out.speeds.push_back(
        {points, drawn(decades, speed.value, speed.low, speed.high), result.keeps});
    out.rest -= points * utility(result, query.scale);
  }
  return out;
}

double price_points(const Query& query, const Contender& one, double decades) {
  const double usd = std::exp(std::numbers::ln10 * decades);
  return cost_points(query, one.useful,
                     query.orders_by_price() ? usd : one.card->counted_usd_at(usd));
}

// Pseudo-random numbers from the seed and the id: SplitMix64 (Steele, Lea and Flood, 2014),
// starting from an FNV-1a hash.
class Shifts {
 public:
  Shifts(std::uint32_t seed, std::string_view id) : state_(0xcbf29ce484222325U ^ seed) {
    for (const char c : id) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  std::size_t next() {
    std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15U;
    mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
    return (mixed ^ (mixed >> 31U)) % n_draws;
  }

 private:
  std::uint64_t state_;
};

// Returns the card's scores in ascending order.
PerDraw drawn_scores(const Query& query, const Contender& one, const PerDraw& normal,
                     Shifts shifts) {
  PerDraw scores;
  scores.fill(one.rest);
  std::size_t stride = 1;
  const auto add = [&](const auto& points_at) {
    std::size_t place = shifts.next();
    for (double& score : scores) {
      score += points_at(normal[place]);
      place = (place + stride) % n_draws;
    }
    stride = stride * generator % n_draws;
  };
  if (one.price)
    add([&](double quantile) { return price_points(query, one, one.price->at(quantile)); });
  for (const DrawnSpeed& speed : one.speeds)
    add([&](double quantile) {
      const double decades = kept_decades(speed.decades.at(quantile), speed.keeps);
      return speed.points * utility(decades, query.scale);
    });
  std::ranges::sort(scores);
  return scores;
}

// Returns the share of draws in which each card scores highest. Of equal scores, that of the card
// listed first is the highest.
std::vector<double> shares_first_of(const std::vector<PerDraw>& scores) {
  struct DrawnScore {
    double score;
    std::size_t card;
  };
  // A score below every draw of some card never leads.
  double needed = -std::numeric_limits<double>::infinity();
  for (const PerDraw& one : scores) needed = std::max(needed, one.front());
  std::vector<DrawnScore> leading;
  for (std::size_t card = 0; card < scores.size(); ++card)
    for (const double score : scores[card])
      if (score >= needed) leading.push_back({score, card});
  std::ranges::sort(leading, [](const DrawnScore& a, const DrawnScore& b) {
    return a.score != b.score ? a.score < b.score : a.card > b.card;
  });
  std::vector<double> lower(scores.size(), 1);  // share of draws below the current one
  for (const DrawnScore& one : leading) lower[one.card] -= 1.0 / n_draws;
  std::vector<double> first(scores.size());
  for (const auto& [score, card] : leading) {
    double share = 1.0 / n_draws;
    for (std::size_t other = 0; other < scores.size() && share > 0; ++other)
      if (other != card) share *= lower[other];
    first[card] = std::min(first[card] + share, 1.0);  // rounding may add up to more than 1
    lower[card] += 1.0 / n_draws;
  }
  return first;
}

}  // namespace

const Draws::Scores& Draws::scores_of(const Ranked& card) {
  static const PerDraw normal = quantiles();
  const auto [found, is_new] = scores_.try_emplace({card.gpu, card.count});
  if (is_new)
    found->second = drawn_scores(query_, contender(query_, card), normal, {seed_, card.gpu->id});
  return found->second;
}

double Draws::share_above(const Ranked& card, const Ranked& other) {
  const Scores &scores = scores_of(card), &others = scores_of(other);
  double above = 0;
  auto lower = others.begin(), upper = others.begin();  // of the scores equal to `one`
  for (const double one : scores) {
    while (lower != others.end() && *lower < one) ++lower;
    while (upper != others.end() && *upper <= one) ++upper;
    above += static_cast<double>(lower - others.begin()) + 0.5 * static_cast<double>(upper - lower);
  }
  return above / (n_draws * n_draws);
}

std::vector<double> Draws::shares_first(const std::vector<const Ranked*>& cards) {
  std::vector<PerDraw> scores;
  for (const Ranked* card : cards) scores.push_back(scores_of(*card));
  return shares_first_of(scores);
}

}  // namespace gpupick
