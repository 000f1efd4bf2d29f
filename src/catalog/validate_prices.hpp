// Checks price observations against each other. Private to validate*.cpp.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/dataset.hpp"

namespace gpupick {

// Reports prices that are out of range or far from their neighbours, and cards on sale whose newest
// price is old, unless `excused` returns true. `find_card` returns the card of an id, or null.
void check_prices(const std::vector<Record<Observation>>& prices,
                  const std::function<const Gpu*(std::string_view)>& find_card,
                  const std::function<bool(const Gpu&)>& excused, const Report& report);

// Reports a release if prices of its data are later.
void check_releases(const Dataset& data, const Report& report);

}  // namespace gpupick
