// How firm the order of cards is: every price and speed drawn from its interval, again and again.
// A card's draws follow the seed and its id alone, so that no other card changes them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ranking/score.hpp"

namespace gpupick {

class Draws {
 public:
  static constexpr std::size_t count = 64;  // of each card

  // The cards are those of one ranking, best first.
  Draws(const Query& query, const std::vector<const Ranked*>& cards, std::uint32_t seed);

  // Share of draws in which one of the cards (by its place) scores above another.
  double share_above(std::size_t card, std::size_t other) const;

  // Share of draws in which it scores above all others.
  double share_first(std::size_t card) const { return first_[card]; }

 private:
  std::vector<std::array<double, count>> scores_;
  std::vector<double> first_;
};

}  // namespace gpupick
