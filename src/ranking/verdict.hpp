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
#include <span>
#include <string_view>
#include <vector>

#include "ranking/gain.hpp"
#include "ranking/pick.hpp"
#include "ranking/score.hpp"
#include "ranking/upgrade.hpp"

namespace gpupick {

// How sure the answer is. `taste`: the rival runs different work, or at a very different speed.
enum class Certainty : std::uint8_t { clear, close, taste };
std::string_view name_of(Certainty certainty);

// The place of a card in a verdict.
enum class RoleKind : std::uint8_t {
  none,
  buy,
  level,       // in the entry of the card to buy
  cheaper,     // much cheaper, for little less work
  step_up,     // more work or much more speed; may exceed the budget
  new_card,    // the best with a seller's warranty, if the card to buy is used
  if_found,    // the first with few prices that is much better, and to buy at what it seems to cost
  unmeasured,  // to buy if it fits; lacks a figure for that
  near_miss,   // to buy if the budget, the case or the PSU allowed a little more, or with a fan
  rival        // leads most often of those outside of the entry, unless that is clear
};
std::string_view name_of(RoleKind role);  // in JSON: "none", "buy", "level_with"

// A card other than the one to buy, and what it gains and loses against it, or against the buyer's
// card that is kept.
struct Role {
  RoleKind kind;
  Ranked card;
  Gain gain;
};

// A card whose price is unknown or not trusted, and the price below which it would be the one to
// buy: at most `far` times the price that it seems to have, if any.
struct Untrusted : CardGroup {
  double wins_below_usd = 0;
};

struct Verdict {
  std::optional<Ranked> buy;  // empty if no card does the work, or the buyer keeps the owned card
  bool keep = false;          // no card is worth its price over the owned card
  // Adding cards of the buyer's kind: set if `buy` names more of them, or if they do as much as
  // `buy` and are better for the money. In the second case `buy` is the alternative.
  std::optional<Upgrade> add;
  bool too_slow = false;    // no card within the limits is fast enough for points
  bool doubtful = false;    // no card within the limits has a trusted price
  bool alone = false;       // only the cards of the entry may be named
  std::vector<Role> roles;  // by kind; several only as `level`, best first
  Certainty certainty = Certainty::clear;
  double leads = 1;                  // share of draws in which the entry leads
  double rival_leads = 0;            // share of draws in which the rival leads
  std::vector<Untrusted> untrusted;  // cards to buy if their price could be trusted
  std::vector<Untrusted> unpriced;   // cards that only their missing price excludes
  std::uint32_t seed = 1;            // of the draws
  std::shared_ptr<const Mix> mix;    // the jobs that results of the roles point to

  // Returns the other cards of the entry, best first.
  std::span<const Role> level_with() const;
  // Returns the first card in this role, or null.
  const Role* find(RoleKind kind) const;
};

// Returns the role of a card that can be bought as asked, else `none`.
RoleKind role_in(const Verdict& verdict, const Ranked& card);

// Returns the price in USD up to which a card without a price would be the one to buy, if any.
Number winning_price_of(const Verdict& verdict, const Gpu& unpriced);

// Returns the verdict. The draws depend on the seed.
Verdict verdict(const Ranking& ranking, std::uint32_t seed);
// Returns what to buy, add or keep and how sure that is, without the other roles.
Verdict brief_verdict(const Ranking& ranking, std::uint32_t seed);

// The card to buy among a few.
struct Choice {
  CardGroup cards;
  Certainty certainty = Certainty::clear;
};

// Returns the choice among single cards, or nothing if there are several of a kind or the query
// does not rank them all.
std::optional<Choice> choice_among(const Catalog& catalog, const std::vector<CardGroup>& cards,
                                   const Query& query);

}  // namespace gpupick
