// What a buyer must know about a card beside its figures: how it is cooled, plugged and powered,
// what its price buys, and whether software still serves it. Each remark follows from the record.
#pragma once

#include <string>
#include <vector>

#include "ranking/score.hpp"

namespace gpupick {

// The remarks on a card of the ranking in the order of their weight, lower case, without full stop.
std::vector<std::string> remarks(const Ranking& ranking, const Ranked& card);

// "850 W supply", "about 850 W supply" where no maker says; "" where nobody can tell.
std::string supply_text(const Catalog& catalog, const CardGroup& cards);

// "9 of 13 tools: not vLLM; in part MLX".
std::string tools_text(const ToolCoverage& tools);

}  // namespace gpupick
