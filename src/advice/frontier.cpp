#include "advice/frontier.hpp"

#include <algorithm>

#include "advice/assess.hpp"
#include "advice/gain.hpp"

namespace gpupick {
namespace {

// Of the mix; the weight of speed has no part in it.
double speed_of(const Query& query, const Ranked& card) {
  double sum = 0;
  for (const WorkResult& result : card.work)
    sum += result.asked->share * utility(result, query.scale);
  return sum;
}

// Nobody knows it of a card without a price.
bool dominates(const Query& query, const Ranked& a, const Ranked& b) {
  if (!a.price || !b.price) return false;
  const double faster = speed_of(query, a) - speed_of(query, b);
  const double cheaper = *b.cost_usd() - *a.cost_usd();
  return faster >= 0 && cheaper >= 0 && (faster > 0 || cheaper > 0);
}

// Whether the card runs all that the leader does.
bool does_as_much(const Ranked& card, const Ranked& leader) {
  for (std::size_t i = 0; i < card.work.size(); ++i)
    if (leader.work[i].runs() && !card.work[i].runs()) return false;
  return true;
}

}  // namespace

Alternatives alternatives(const Ranking& ranking) {
  Alternatives out;
  if (ranking.ranked.empty()) return out;
  const Ranked& leader = ranking.ranked.front();
  const ScoreScale& scale = ranking.query.scale;
  for (const Ranked& card : ranking.ranked) {
    if (!out.cheaper && card.price && leader.price &&
        *card.cost_usd() <= scale.cheaper_cost * *leader.cost_usd())
      out.cheaper = &card;
    if (!out.faster && does_as_much(card, leader) &&
        counted_speed_over(card, leader) >= scale.faster_speed)
      out.faster = &card;
    if (out.cheaper && out.faster) break;
  }
  return out;
}

Frontier frontier(const Ranking& ranking) {
  Frontier out;
  const auto beaten = [&](const Ranked& card) {
    return std::ranges::any_of(
        ranking.ranked, [&](const Ranked& other) { return dominates(ranking.query, other, card); });
  };
  for (const Ranked& card : ranking.ranked)
    if (card.price && !beaten(card)) out.cards.push_back(&card);
  for (const Ranked& card : ranking.ranked) {
    const auto by = std::ranges::find_if(
        out.cards, [&](const Ranked* other) { return dominates(ranking.query, *other, card); });
    if (by != out.cards.end()) out.dominated.push_back({&card, *by});
  }
  std::ranges::stable_sort(out.cards, {}, &Ranked::cost_usd);
  return out;
}

}  // namespace gpupick
