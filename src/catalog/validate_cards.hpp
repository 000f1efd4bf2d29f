// Checks one card against its architecture and memory type. Private to validate*.cpp.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "catalog/catalog.hpp"
#include "schema/diagnostic.hpp"

namespace gpupick {

// Facts to check against, from the data and from the catalog that it would extend.
struct Facts {
  std::vector<const Architecture*> architectures;
  std::vector<const MemoryKind*> memories;
  std::vector<const Plug*> plugs;
};

// Receives the rule, the key of the figure, and the message of a finding.
using FigureReport = std::function<void(Rule, std::string_view, std::string)>;

// Reports figures that contradict each other or the facts about their architecture, memory type,
// form and plugs.
void check_physics(const Gpu& gpu, const Facts& facts, const FigureReport& report);

}  // namespace gpupick
