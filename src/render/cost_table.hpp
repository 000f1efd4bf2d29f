// The table of costs, and what its other forms share with it. Private to render_*.cpp.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ranking/cost.hpp"
#include "render/parts.hpp"

namespace gpupick {

Table cost_table(const Costs& costs);

// "1,231 (1,185-1,278)".
std::string interval_text(const Price& price);

// "3.1 h a day (2.1-4.5)"; an end that is missing never comes.
std::string to_text(const BreakEven& at, std::string_view unit, const std::string& never);

// A unit of work by its job and what it is.
using UnitKey = std::pair<std::string_view, std::string_view>;

// Of all cards, each once.
std::vector<UnitKey> units_of(const Costs& costs);

// What a unit costs, owned or rented; nothing where the cards don't do it.
std::optional<Estimate> unit_usd(const Cost& cost, const UnitKey& key,
                                 std::optional<Estimate> UnitCost::*usd);

}  // namespace gpupick
