// The table of costs, and what its other formats share with it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answer/values.hpp"
#include "base/currency.hpp"
#include "base/table.hpp"
#include "ranking/cost.hpp"

namespace gpupick {

// The costs of a month and of a unit of work, and the hours from which owning pays.
Table cost_summary(const Costs& costs);
// The parts of these costs.
Table cost_table(const Costs& costs);

// The price of a model by the token, a row for each provider.
Table api_table(const ApiPrices& prices, const Currency& currency);

// The cheaper way to have the cards; `either` if the intervals overlap.
enum class Lean : std::uint8_t { own, rent, either };
Lean lean(const Estimate& owning, const Estimate& renting);

// "1,231 (1,185-1,278)".
std::string interval_text(const Price& price, const Currency& currency);

// "3.1 h a day (2.1-4.5)", or `never` if owning is never cheaper. A missing upper end is printed as
// "never".
std::string to_text(const BreakEven& at, std::string_view unit, const std::string& never);

// A unit of work: the label of the job and what is counted, such as "1M tokens generated".
using UnitKey = std::pair<std::string_view, std::string_view>;

// The units of all cards, without repeats.
std::vector<UnitKey> units_of(const Costs& costs);

// The cost of a unit, owned or rented, in USD; nothing if the cards do not do this work.
std::optional<Estimate> find_unit_cost(const Cost& cost, const UnitKey& key,
                                       std::optional<Estimate> UnitCost::*usd);

}  // namespace gpupick
