// Several cards of one kind in one computer, the unit of ranking: what they ask of it and cost
// together. The rest of a card (memory of a device, length) stays that of one.
#pragma once

#include "cards/gpu.hpp"
#include "prices/price.hpp"

namespace gpupick {

// Cards that one computer may hold, at most.
inline constexpr int most_cards = 64;

// So many of one card.
struct CardGroup {
  const Gpu* gpu = nullptr;
  int count = 1;

  bool operator==(const CardGroup&) const = default;
};

// As it is asked for: "rtx-3090:2".
std::string id_of(const CardGroup& cards);

// How many cards of one kind may be bought to work together.
struct CardCounts {
  int fewest = 1, most = 1;
};

// Whether the card is part of a computer, or its price buys one.
bool is_whole_computer(const Gpu& gpu, const std::optional<Price>& price);

// Whether several can work together; whole computers only over a link of their own.
bool joinable(const Gpu& gpu, const std::optional<Price>& price);

// The board power of all of them; nothing where it is not known.
Number power_w(const CardGroup& cards);

// A board with the power, the slots and the recommended supply of so many: a supply for one card
// feeds the computer too, each further card adds its power.
Gpu combined(const Gpu& gpu, int count);

// What so many cost.
Price combined(Price price, int count);

}  // namespace gpupick
