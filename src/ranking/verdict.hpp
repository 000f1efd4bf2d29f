// The answer of a ranking in roles: the card to buy, a cheaper one and a step up from it
// (docs/models.md#verdict).
//
// The score orders cards, but it cannot tell apart what its inputs cannot. Cards that run the same
// work as asked, and that draws of prices and speeds do not tell apart, form one entry. The card to
// buy is the one of them with the most work per dollar. A measured card, then one with more memory,
// comes before it unless it costs much more. Only cards with a trusted price are named, as long as
// there is one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ranking/gain.hpp"
#include "ranking/pick.hpp"
#include "ranking/score.hpp"
#include "ranking/upgrade.hpp"

namespace gpupick {

// How sure the answer is. `taste`: the rival runs different work, or at a very different speed.
enum class Certainty : std::uint8_t { clear, close, taste };
std::string_view name_of(Certainty certainty);

// A card other than the one to buy, and what it gains and loses against it.
struct Role {
  Ranked card;
  Gain gain;
};

// A card whose price is unknown or not trusted, and the price below which it would be the one to
// buy.
struct Untrusted : CardGroup {
  double wins_below_usd = 0;
};

struct Verdict {
  std::optional<Ranked> buy;  // empty if no card does the work, or the buyer keeps the owned card
  bool keep = false;          // no card is worth its price over the owned card
  // Adding cards of the buyer's kind: set if `buy` names more of them, or if they do as much as
  // `buy` and are better for the money. In the second case `buy` is the alternative.
  std::optional<Upgrade> add;
  bool too_slow = false;         // no card within the limits is fast enough for points
  bool doubtful = false;         // no card within the limits has a trusted price
  bool alone = false;            // only the cards of the entry may be named
  std::vector<Role> level_with;  // the other cards of the entry, best first
  std::optional<Role> cheaper;   // much cheaper, for little less work
  std::optional<Role> step_up;   // more work or much more speed; may exceed the budget
  std::optional<Role> new_card;  // the best with a seller's warranty, if `buy` is used
  // The first card with few prices that is much better and would win at what it seems to cost.
  std::optional<Role> if_found;
  std::optional<Role> unmeasured;  // would be the one to buy if it fits; lacks a figure for that
  // Would be the one to buy if the budget, the case or the PSU allowed a little more. Compared with
  // `buy`, or with the buyer's card that is kept.
  std::optional<Role> near_miss;
  Certainty certainty = Certainty::clear;
  double leads = 1;                  // share of draws in which the entry leads
  std::optional<Role> rival;         // the other card that leads most often, unless `clear`
  double rival_leads = 0;            // share of draws in which it leads
  std::vector<Untrusted> untrusted;  // cards to buy if their price could be trusted
  std::vector<Untrusted> unpriced;   // cards that only their missing price excludes
  std::uint32_t seed = 1;            // of the draws
  std::vector<std::shared_ptr<const Mix>> mixes;  // the jobs that results of the roles point to
};

// Returns the price in USD up to which a card without a price would be the one to buy, if any.
Number winning_price_of(const Verdict& verdict, const Gpu& unpriced);

// Returns the verdict. The draws depend on the seed.
Verdict verdict(const Ranking& ranking, std::uint32_t seed);

}  // namespace gpupick
