// Decides which card of the catalog a tool shows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "cli/tool_output.hpp"

namespace gpupick {

// A card as the computer names it, with the catalog's card, or null and the reason.
struct Found {
  std::string name;
  const Gpu* gpu = nullptr;
  std::string problem = {};
  std::vector<const Gpu*> may_be = {};    // the cards among which its name and figures don't decide
  bool stands = false;                    // the problem stands even if another tool names the card
  std::optional<double> memory_gib = {};  // of a card that the catalog does not hold
};

// Decides by name, PCI id, memory, cores and power, in this order.
Found identify(const SeenCard& seen, const Catalog& catalog);

}  // namespace gpupick
