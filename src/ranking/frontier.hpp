// Speed against cost: the cards of a ranking that no other beats on both.
#pragma once

#include <vector>

#include "ranking/score.hpp"

namespace gpupick {

struct Dominated {
  const Ranked* card = nullptr;
  const Ranked* by = nullptr;  // of the frontier, the one of the highest score
};

struct Frontier {
  std::vector<const Ranked*> cards;  // cheapest first
  std::vector<Dominated> dominated;  // by the ranking
};

// Speed is that of the mix, as the ranking counts it; cost that over the years of use. One
// dominates another where it is no worse in both and better in one.
Frontier frontier(const Ranking& ranking);

}  // namespace gpupick
