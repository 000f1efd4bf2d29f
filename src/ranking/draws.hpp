// How certain the order of cards is: prices and speeds are sampled from their intervals, again and
// again. A card's samples depend only on the seed and its id, so no other card changes them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "ranking/score.hpp"

namespace gpupick {

class Draws {
 public:
  static constexpr std::size_t count = 64;  // draws of each card

  // All cards must be of one ranking for the query, which must outlive this.
  Draws(const Query& query, std::uint32_t seed) : query_(query), seed_(seed) {}

  // Returns the share of draws in which one card scores above another. A tie counts half.
  double share_above(const Ranked& card, const Ranked& other);

  // Returns for each of the cards, best first, the share of draws in which it scores above all
  // others.
  std::vector<double> shares_first(const std::vector<const Ranked*>& cards);

  // Forgets the draws of a card whose price has changed.
  void forget(const Ranked& card) { scores_.erase({card.gpu, card.count}); }

 private:
  using Scores = std::array<double, count>;  // in ascending order

  const Scores& scores_of(const Ranked& card);

  const Query& query_;
  std::uint32_t seed_;
  std::map<std::pair<const Gpu*, int>, Scores> scores_;  // drawn when first needed
};

}  // namespace gpupick
