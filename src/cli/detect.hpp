// Finds the cards of a computer, from the PCI ids that Linux shows to every user or from the output
// of a tool. Needs no vendor library and no permissions.
#pragma once

#include <gpupick/gpupick.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/identify.hpp"

namespace gpupick {

// The cards in a text that may hold the output of several tools, on several computers.
struct FoundCards {
  std::vector<Found> cards;
  std::size_t computers = 1;
  std::size_t repeats = 0;  // lists that were there before
};

// Returns the cards of this computer: those in its folder of PCI devices whose vendors the catalog
// has; without any, as on macOS and Windows, those that an installed tool lists.
std::vector<Found> cards_of_computer(const Environment& environment, const Catalog& catalog);

// Returns the cards in the output of nvidia-smi, rocm-smi, lspci or system_profiler. Two tools list
// the same computer; a tool that lists other cards than before lists another.
FoundCards cards_in_output(std::string_view text, const Catalog& catalog);

// Returns "rtx-3090:2". Throws Error if there is no card or more than one kind.
std::string name_of_all(const std::vector<Found>& found);

}  // namespace gpupick
