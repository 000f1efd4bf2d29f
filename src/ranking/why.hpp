// Why a card is the one to buy or not, and what would change that.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ranking/verdict.hpp"

namespace gpupick {

// Returns the card in the number that is to buy or as good, or as it is if it is neither.
const Ranked& shown_of(const Verdict& verdict, const Ranked& card);

struct Why {
  const Gpu* gpu = nullptr;
  int count = 1;
  int changed_count = 1;       // cards that the job takes if `count` are too few, as in `failed`
  std::size_t position = 0;    // in the ranking, from 1; 0 if the card is excluded
  std::optional<Ranked> card;  // with its terms; empty if it cannot be scored
  // The reasons, if it is excluded; last those that show once the options for the first are taken.
  std::vector<Exclusion> failed;
  std::vector<Exclusion> lasting;        // those of them that no option changes
  Change change;                         // options that admit it together; empty if none do
  std::size_t position_if_admitted = 0;  // with the limits widened to admit it; 0 if they can't be
  // The ranking with the limits widened if the card is excluded, else the ranking itself.
  Ranking ranking;
  Verdict verdict;  // on that ranking
  // `over`, or the card to buy; for that one the next that could be bought.
  std::optional<Ranked> rival;
  Flip flip;  // changes at which card and rival swap places by score
  // The price up to which it is the card to buy; empty if no price is, or if `over` is named.
  std::optional<double> wins_up_to;

  // Returns that price for one of the cards, in USD.
  std::optional<double> price_of_one() const {
    return wins_up_to ? std::optional(*wins_up_to / count) : std::nullopt;
  }
};

// Compares the card with `over`, or with the card to buy if `over` is null. The draws of the
// verdict depend on the seed. Throws Error if the card does not exist on the query's day, or if
// `over` is not in the ranking.
Why explain(const Catalog& catalog, const Ranking& ranking, const Gpu& gpu, std::uint32_t seed,
            const Gpu* over = nullptr);

}  // namespace gpupick
