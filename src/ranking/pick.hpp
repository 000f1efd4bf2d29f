// The card to buy, out of the cards of a ranking (docs/models.md#verdict).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ranking/draws.hpp"
#include "ranking/score.hpp"

namespace gpupick {

using Cards = std::vector<const Ranked*>;

Cards all_of(const Ranking& ranking);

struct Pick {
  Cards named;                  // cards that may be named, best first
  Cards rivals;                 // those that compete to be bought
  Cards entry;                  // the card to buy and those that are equally good
  const Ranked* buy = nullptr;  // null if no card does the work, or none is worth changing to
};

// Picks from these cards of the ranking, best first. Their prices may be others than in the
// ranking.
Pick pick(const Ranking& ranking, const Cards& cards, Draws& draws);

// Returns the price of a card up to which it is the one to buy: in whole USD (tenths of a cent an
// hour for rented cards), at most the budget. Nothing if even half of its price is too much, or if
// it still is the one at ten times its price. `buy` is the one at today's prices.
std::optional<double> winning_price(const Ranking& ranking, const Ranked& card, const Ranked* buy,
                                    Draws& draws);

// Returns that price for each of these cards of the ranking.
std::vector<std::optional<double>> winning_prices(const Ranking& ranking,
                                                  std::span<const Ranked> cards,
                                                  std::uint32_t seed);

// True if the card runs more of the work with room, and at least as many programs, is no slower
// than the other, and neither costs much more nor, where power counts, draws much more.
bool wins_by_work(const Query& query, const Ranked& card, const Ranked& other);

// True if the first cards draw much less power, and electricity has a weight.
bool draws_much_less(const Query& query, const Ranked& card, const Ranked& other);

// True if the card runs as asked every job that the other runs as asked, and with room every job
// that the other runs with room.
bool runs_as_much(const Ranked& card, const Ranked& other);

// True if the card runs the other's work, with as many bits, and at least as many of its programs.
bool does_as_much(const Ranked& card, const Ranked& other);

// True if the card does more work per dollar. Both prices must be known for that.
bool is_better_value(const Ranked& card, const Ranked& other);

// True if the cards run more of the work as asked than fewer others, are much faster, or cost much
// less and are not much slower.
bool is_worth_more_cards(const Ranked& cards, const Ranked& fewer, const ScoreScale& scale);

// True if one of the cards is so much faster that a buyer would feel it.
bool differs_in_speed(const Ranked& card, const Ranked& other, const ScoreScale& scale);

// True if the card runs all that the other does and is much faster, or runs more and is as fast.
bool is_much_better(const Ranked& card, const Ranked& other, const ScoreScale& scale);

// True if such a card costs more.
bool is_step_up(const Ranked& card, const Ranked& other, const ScoreScale& scale);

}  // namespace gpupick
