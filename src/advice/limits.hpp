// The hard limits of a buyer: what a card must have before it is scored at all. A card that fails
// keeps the reason and the margin; a limit that needs a figure nobody knows leaves the card out
// too, and says so.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/date.hpp"
#include "catalog/gpu.hpp"
#include "catalog/price.hpp"

namespace gpupick {

struct Limits {
  std::optional<double> vram;        // GiB per device, at least
  std::optional<double> budget;      // USD, at most
  std::optional<double> max_power;   // W, at most
  std::optional<double> psu;         // W of the supply at hand: the card may ask for no more
  std::optional<double> max_slots;   // at most
  std::optional<double> max_length;  // mm, at most
  // The card must be of one of the words given; any where empty.
  std::vector<std::string> vendor, stack, segment, form_factor, cooling;
  std::vector<std::string> needs;  // all of these features, see catalog/feature.hpp
  std::optional<std::string> min_compute_capability;
  std::optional<Date> released_after;
  std::vector<std::string> only, exclude;  // card ids
};

// Why a card is left out.
struct Exclusion {
  std::string limit;             // the limit's name, as in JSON: "vram", "budget", "support", ...
  std::string reason;            // "24 GiB is 8 under the 32 asked for"
  std::optional<double> margin;  // how far the figure is beyond the limit, in its unit
  std::string change;    // the smallest change that admits the card: "--vram 24"; "" if none does
  bool unknown = false;  // the limit needs a figure that nobody knows
};

// The limits in words: "at least 24 GiB", "at most 2,000 USD".
std::vector<std::string> describe(const Limits& limits);

// Every limit that the card fails, in a fixed order. `price` is the card's price, where one is
// known.
std::vector<Exclusion> check(const Limits& limits, const Gpu& gpu,
                             const std::optional<Price>& price);

// The limits widened as little as admits the card, as far as they can be.
Limits widened(Limits limits, const Gpu& gpu, const std::optional<Price>& price);

}  // namespace gpupick
