// How certain the order of cards is: prices and speeds are sampled from their intervals, again and
// again. A card's samples depend only on the seed and its id, so no other card changes them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ranking/score.hpp"

namespace gpupick {

class Draws {
 public:
  static constexpr std::size_t count = 64;  // draws of each card

  // `cards` are those of one ranking, best first.
  Draws(const Query& query, const std::vector<const Ranked*>& cards, std::uint32_t seed);

  // Returns the share of draws in which one of the cards, by index, scores above another. A tie
  // counts half.
  double share_above(std::size_t card, std::size_t other) const;

  // Returns the share of draws in which the card scores above all others.
  double share_first(std::size_t card) const { return first_[card]; }

 private:
  std::vector<std::array<double, count>> scores_;
  std::vector<double> first_;
};

}  // namespace gpupick
