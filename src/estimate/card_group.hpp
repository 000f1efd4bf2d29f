// Several cards of one kind in one computer, the unit of ranking: what they need and cost together.
// Other figures (memory of a device, length) are those of one card.
#pragma once

#include "cards/gpu.hpp"
#include "prices/price.hpp"

namespace gpupick {

// The most cards that one computer may hold.
inline constexpr int most_cards = 64;

// A number of cards of one kind.
struct CardGroup {
  const Gpu* gpu = nullptr;
  int count = 1;

  bool operator==(const CardGroup&) const = default;
};

// Returns the name on the command line: "rtx-3090:2", or "rtx-3090" for one card.
std::string id_of(const CardGroup& cards);

// The range of the number of cards of one kind that may be bought to work together.
struct CardCounts {
  int fewest = 1, most = 1;
};

// True if the card is part of a computer, or its price buys one.
bool is_whole_computer(const Gpu& gpu, const std::optional<Price>& price);

// True if several such cards can work together. Whole computers need a link for that.
bool joinable(const Gpu& gpu, const std::optional<Price>& price);

// Return the board power of all cards in W, their memory in GiB and their slots, or nothing if it
// is unknown.
Number power_w(const CardGroup& cards);
Number memory_gib(const CardGroup& cards);
Number slots(const CardGroup& cards);

// Returns the recommended supply in W, or nothing if it is unknown. The supply for one card also
// feeds the computer; each further card adds its board power.
Number psu_w(const CardGroup& cards);

// Returns a card with the power, the slots and the recommended supply of all `count` cards.
Gpu combined(const Gpu& gpu, int count);

// Returns the price of `count` cards.
Price combined(Price price, int count);

}  // namespace gpupick
