// How firm the order of a ranking is: every price and speed drawn from its interval, again and
// again, and how often each card then leads. Draws follow a seed alone, so that the same one gives
// the same shares.
#pragma once

#include <cstdint>
#include <vector>

#include "advice/score.hpp"

namespace gpupick {

struct LeadShare {
  const Ranked* card = nullptr;  // of the ranking
  double share = 0;              // of the draws in which it leads
};

struct Stability {
  std::vector<LeadShare> leads;  // that lead in any, most often first

  // 0 for one that leads in none.
  double share_of(const Ranked& card) const;
  // Whether the card leads in most draws.
  bool is_clear(const Ranked& card) const { return share_of(card) >= 0.8; }
  // Whether another leads at least half as often.
  bool is_toss_up(const Ranked& card) const;
};

// Of the cards that stand first; those far behind can't lead.
Stability stability(const Ranking& ranking, std::uint32_t seed);

}  // namespace gpupick
