// Speed against cost: the cards of a ranking that no other beats on both.
#pragma once

#include <vector>

#include "ranking/score.hpp"

namespace gpupick {

struct Dominated {
  const Ranked* card = nullptr;
  const Ranked* by = nullptr;  // the frontier card of the highest score that dominates
};

struct Frontier {
  std::vector<const Ranked*> cards;  // cheapest first
  std::vector<Dominated> dominated;  // in the order of the ranking
};

// Returns the frontier of speed and cost. Speed is that of the mix, as the ranking counts it. Cost
// is that over the years of use. A card dominates another if it is no worse in both and better in
// one.
Frontier frontier(const Ranking& ranking);

}  // namespace gpupick
