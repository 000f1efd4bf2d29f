// Finds the cards of a computer, from the PCI ids that Linux shows to every user or from the output
// of a tool. Needs no vendor library and no permissions.
#pragma once

#include <gpupick/gpupick.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"

namespace gpupick {

// A card as the computer names it, with the catalog's card, or null and the reason.
struct Found {
  std::string name;
  const Gpu* gpu = nullptr;
  std::string problem;
};

// Returns the cards of this computer: those in its folder of PCI devices whose vendors the catalog
// has; without any, as on macOS and Windows, those that an installed tool lists.
std::vector<Found> cards_of_computer(const Environment& environment, const Catalog& catalog);

// Returns the cards in the output of nvidia-smi, rocm-smi, lspci or system_profiler.
std::vector<Found> cards_in_output(std::string_view text, const Catalog& catalog);

// Returns "rtx-3090:2". Throws Error if there is no card or more than one kind.
std::string name_of_all(const std::vector<Found>& found);

}  // namespace gpupick
