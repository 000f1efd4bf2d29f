// Upgrades for a buyer who has cards: more of the same cards, or others in their place
// (docs/models.md#upgrade).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ranking/score.hpp"

namespace gpupick {

// Returns the cards of query.owned at the price that they sell for, regardless of the limits. Empty
// if the buyer has none, or if their work cannot be assessed.
std::optional<Ranked> owned_card(const Catalog& catalog, const Query& query,
                                 const std::shared_ptr<const Mix>& mix);

// True if the card has less memory than the buyer's and does not run a named job as asked. False if
// the buyer's is a computer, since the system takes a part of its memory, or runs none of the work.
bool has_less_memory(const Query& query, const Ranked& card, const Ranked& owned);

// Returns the share of the work that the card runs, where a job with worse results than asked
// counts by what its step keeps. Host memory makes a job slower, not its results worse.
double kept_results(const Ranked& card);

// True if much fewer programs run in full on the card than on the buyer's.
bool loses_programs(const Ranked& card, const Ranked& owned, const ScoreScale& scale);

// True if the card does all that the buyer's card does and is no slower, and does more, is much
// faster, or is faster for no money. If it loses programs, it has to be much faster.
bool is_worth_changing(const Ranked& card, const Ranked& owned, const ScoreScale& scale);

// Returns why the named job does not run on the buyer's cards, with the change after which it does.
// Nothing if it runs, or if no job is named.
std::optional<Exclusion> owned_lacks(const Ranking& ranking);

struct Upgrade {
  Ranked card;    // what the buyer has after the upgrade
  int added = 0;  // cards added to the buyer's; 0 if those are sold
  Estimate usd;   // net price: cards and parts of the computer that are bought, less cards sold
  bool over_budget = false;  // the added cards cost up to `far` times the budget
};

// Returns the upgrade to `count` of the buyer's cards in all, where the added ones cost today's
// price. Empty if the buyer's limits do not allow it, apart from the budget.
std::optional<Upgrade> upgrade_to(const Ranking& ranking, int count);

// Returns at most three upgrades: more of the same cards (the fewest that make another job run,
// else one more), the first card of the ranking that is worth changing to, and the first that costs
// no more than adding cards. Empty if the price of the buyer's cards is unknown.
std::vector<Upgrade> upgrades(const Ranking& ranking);

}  // namespace gpupick
