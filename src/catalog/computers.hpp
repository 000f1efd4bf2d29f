// Computers that are sold with a card inside, by the words of their prices.
#pragma once

#include <string_view>

#include "prices/price.hpp"

namespace gpupick {

// True if the price is that of a computer whose name has the words of the text, in any spelling:
// "mac studio" of "64 GB Mac Studio M5 Max".
bool is_of_computer(const Observation& price, std::string_view text);

}  // namespace gpupick
