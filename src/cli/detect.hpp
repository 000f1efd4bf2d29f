// The cards of a computer: from the PCI ids that Linux shows to every user, or from what a tool
// printed. No driver, no vendor library and no rights are needed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"

namespace gpupick {

// A card as the computer names it, and the one of the catalog, or why none.
struct Found {
  std::string name;
  const Gpu* gpu = nullptr;
  std::string problem;
};

// Those below a folder such as /sys/bus/pci/devices, of vendors that the catalog knows. Empty where
// there is no such folder.
std::vector<Found> cards_of_computer(const std::string& pci_devices, const Catalog& catalog);

// Those that the output of nvidia-smi, rocm-smi, lspci or system_profiler names.
std::vector<Found> cards_in_output(std::string_view text, const Catalog& catalog);

// "rtx-3090:2", as a command takes it. Throws Error where there is no card, or more than one kind.
std::string name_of_all(const std::vector<Found>& found);

}  // namespace gpupick
