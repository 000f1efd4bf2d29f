// What a buyer has, and what can be made of it: more of the same cards beside it, or others in its
// place (docs/models.md#upgrade).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ranking/score.hpp"

namespace gpupick {

// The cards of query.owned at the price that they sell for, whatever the limits; nothing where it
// can't be told what they do.
std::optional<Ranked> owned_card(const Catalog& catalog, const Query& query,
                                 const std::shared_ptr<const Mix>& mix);

// Whether the card does all that the buyer's does, and more or faster.
bool is_worth_changing(const Ranked& card, const Ranked& owned);

struct Upgrade {
  Ranked card;    // what the buyer then has
  int added = 0;  // of it, to the cards that are there; 0 where these are sold
  Estimate usd;   // to buy, less what is sold
};

// At most three: more of the same cards, as few as let in another job, else one more; the first of
// the ranking that is faster or lets in a job; and the first of those that cost no more than the
// more of the same. Nothing where the price of what is there is not known.
std::vector<Upgrade> upgrades(const Ranking& ranking);

}  // namespace gpupick
