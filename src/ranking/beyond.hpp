// The cards that a verdict names beyond the buyer's question: those to buy if a limit, the
// condition or the number of cards were another.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "ranking/pick.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// Ranks the cards under other questions. The cards that it returns live as long as it does.
class Beyond {
 public:
  // The ranking must outlive this. The draws depend on the seed.
  Beyond(const Ranking& ranking, std::uint32_t seed) : ranking_(ranking), seed_(seed) {}

  // Returns two of each card within the limits, best first; none if the computer takes only one.
  std::span<const Ranked> pairs();
  // Returns the cards that cost more than the budget, but at most `far` times as much, cheapest
  // first. The query must have a budget.
  Cards above_budget();
  // Returns the choice if the budget just admitted the card.
  Pick if_admitted(const Ranked& card);
  // Returns the card to buy with a seller's warranty, or null if there is none.
  const Ranked* best_new();
  // Returns the card to buy if the figures that its maker does not publish are within the limits on
  // how it is built; null if that is a card whose figures are known. Leaves out cards of more power
  // than any that is known to be within them.
  const Ranked* best_if_it_fits();
  // Returns the card to buy if the budget, the case or the PSU allowed a little more, or else with
  // a fan or an adapter that is bought apart; null if there is none, or if it is `known`.
  const Ranked* near_miss(const Ranked* known);

 private:
  const Ranking& under(const Query& query);
  // Picks from the cards under another query that `takes` takes.
  template <class Takes>
  Pick pick_under(const Query& query, Takes takes);
  // Returns the card to buy, other than `known`, if this limit were up to `more` times as high;
  // null if it is within the limit.
  const Ranked* relaxed(Limit limit, double more, const Ranked* known);

  const Ranking& ranking_;
  std::uint32_t seed_;
  std::deque<Ranking> others_;
};

}  // namespace gpupick
