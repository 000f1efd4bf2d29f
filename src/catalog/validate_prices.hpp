// What is checked of price observations against each other. Private to validate*.cpp.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"

namespace gpupick {

// Prices out of all bounds, out of line with their neighbours, or old for a card that is sold
// unless `excused` says so of it. `find_card` gives the card of an id, or null.
void check_prices(const RecordList<Observation>& prices,
                  const std::function<const Gpu*(std::string_view)>& find_card,
                  const std::function<bool(const Gpu&)>& excused,
                  const std::function<void(Rule, Location, std::string)>& report);

}  // namespace gpupick
