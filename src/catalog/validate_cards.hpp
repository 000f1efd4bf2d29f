// What is checked of one card against its architecture and memory type. Private to validate*.cpp.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "catalog/catalog.hpp"

namespace gpupick {

// The facts to check against: those of the data at hand, and of the catalog it would be laid over.
struct Facts {
  std::vector<const Architecture*> architectures;
  std::vector<const MemoryKind*> memories;
  std::vector<const Plug*> plugs;
};

// Receives what is found: the rule, the key of the figure, the message.
using FigureReport = std::function<void(Rule, std::string_view, std::string)>;

// Figures that contradict each other or what is true of their architecture, memory type, form and
// plugs.
void check_physics(const Gpu& gpu, const Facts& facts, const FigureReport& report);

}  // namespace gpupick
