// A change of what was asked: flags with their values, which the renderers word.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/date.hpp"

namespace gpupick {

// A price of this card that only the user knows: "rtx-3090=USD".
struct OwnPrice {
  std::string_view card;

  bool operator==(const OwnPrice&) const = default;
};

// A flag of the command line and the value to give it: none for a switch, a number, a day, or a
// word that outlives the change, as a record's id does. Several words of one flag follow each
// other.
struct FlagValue {
  std::string_view flag;  // "--batch"
  std::variant<std::monostate, double, std::string_view, Date, OwnPrice> value;

  bool operator==(const FlagValue&) const = default;
};

// In the order in which they are printed; empty where nothing helps.
using Change = std::vector<FlagValue>;

// The flag that asks for a number of cards; it comes first in a change.
inline constexpr std::string_view cards_flag = "--gpus";

}  // namespace gpupick
