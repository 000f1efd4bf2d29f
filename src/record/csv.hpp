// One line of CSV as RFC 4180 has it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpupick {

// The cells of one line; a quoted cell may hold commas and doubled quotes.
std::vector<std::string> cells_of(std::string_view line);

}  // namespace gpupick
