#include "ranking/frontier.hpp"

#include <algorithm>

#include "ranking/assess.hpp"

namespace gpupick {
namespace {

// True if a dominates b. A card without a price neither dominates nor is dominated.
bool dominates(const Query& query, const Ranked& a, const Ranked& b) {
  if (!a.price || !b.price) return false;
  const double faster = speed_utility(query, a) - speed_utility(query, b);
  const double cheaper = b.cost()->value - a.cost()->value;
  return faster >= 0 && cheaper >= 0 && (faster > 0 || cheaper > 0);
}

}  // namespace

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
  std::ranges::stable_sort(out.cards, {}, [](const Ranked* card) { return card->cost()->value; });
  return out;
}

}  // namespace gpupick
