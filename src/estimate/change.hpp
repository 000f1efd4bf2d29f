// A change to what the user asked: flags with their values, which the renderers put into words.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "base/date.hpp"

namespace gpupick {

// A price of the card that only the user knows: "rtx-3090=700", or "rtx-3090=USD" if no price is
// worth proposing.
struct OwnPrice {
  std::string_view card;
  std::optional<double> usd = {};

  bool operator==(const OwnPrice&) const = default;
};

// A flag of the command line and its value: none for a switch, a number, a day, or a word that
// outlives the change, such as a record's id. A flag with several words has one entry for each, in
// a row.
struct FlagValue {
  std::string_view flag;  // "--batch"
  std::variant<std::monostate, double, std::string_view, Date, OwnPrice> value;

  bool operator==(const FlagValue&) const = default;
};

// Flags in the order in which they are printed; empty if no change helps.
using Change = std::vector<FlagValue>;

// The flag for the number of cards; it comes first in a change.
inline constexpr std::string_view cards_flag = "--gpus";

}  // namespace gpupick
