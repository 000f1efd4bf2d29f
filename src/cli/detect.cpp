#include "cli/detect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "estimate/card_group.hpp"

namespace gpupick {
namespace {

namespace fs = std::filesystem;

Found identify(const std::string& name, const Catalog& catalog) {
  try {
    return {name, &catalog.find_gpu(name), ""};
  } catch (const Error& error) {
    return {name, nullptr, error.what()};
  }
}

// Returns the hexadecimal number in a file such as "vendor", without "0x", or "" if it cannot be
// read.
std::string hex_in(const fs::path& file) {
  std::ifstream stream(file);
  std::string text;
  stream >> text;
  return text.starts_with("0x") ? text.substr(2) : "";
}

// True for the PCI classes of display controllers and processing accelerators.
bool computes(std::string_view pci_class) {
  return pci_class.starts_with("03") || pci_class.starts_with("12");
}

// Returns the first halves of the PCI ids of all cards.
std::set<std::string, std::less<>> vendors_of(const Catalog& catalog) {
  std::set<std::string, std::less<>> out;
  for (const Gpu& gpu : catalog.gpus())
    if (gpu.pci_ids)
      for (const std::string_view id : *gpu.pci_ids) out.emplace(id.substr(0, 4));
  return out;
}

// A word that marks a tool's line with a card, and the texts before and after the card's name.
struct Mark {
  std::string_view word, begin, end;
};
constexpr Mark marks[] = {
    {"(UUID:", ": ", " (UUID"},                // nvidia-smi -L
    {"VGA compatible controller", ": ", ""},   // lspci
    {"3D controller", ": ", ""},               // lspci
    {"Display controller", ": ", ""},          // lspci
    {"Processing accelerators", ": ", ""},     // lspci
    {"Card Series:", "Card Series:", ""},      // rocm-smi --showproductname
    {"Card series:", "Card series:", ""},      // rocm-smi --showproductname
    {"Chipset Model:", "Chipset Model:", ""},  // system_profiler SPDisplaysDataType
    {"NVIDIA ", "NVIDIA ", "  "},              // the table of nvidia-smi
    {"NVIDIA ", "NVIDIA ", ","},               // nvidia-smi --query-gpu=name --format=csv
};

std::string trimmed(std::string text) {
  const std::string_view blank = " \t\r";
  text.erase(0, std::min(text.find_first_not_of(blank), text.size()));
  text.erase(text.find_last_not_of(blank) + 1);
  return text;
}

// Returns the name of the card on the line, or "" if it has none.
std::string name_on(const std::string& line) {
  if (line.find("NVIDIA-SMI") != std::string::npos) return "";
  for (const auto& [word, begin, end] : marks) {
    const std::size_t at = line.find(word);
    if (at == std::string::npos) continue;
    // The name follows the marking word in lspci's lines and precedes it in nvidia-smi's list.
    const std::size_t first = line.find(begin, begin == ": " && end.empty() ? at : 0);
    if (first == std::string::npos) continue;
    const std::size_t from = first + begin.size();
    const std::size_t to = end.empty() ? line.size() : line.find(end, from);
    if (to == std::string::npos) continue;
    return trimmed(line.substr(from, to - from));
  }
  return "";
}

}  // namespace

std::vector<Found> cards_of_computer(const std::string& pci_devices, const Catalog& catalog) {
  const auto vendors = vendors_of(catalog);
  std::vector<std::string> ids;
  std::error_code error;
  for (fs::directory_iterator entry(pci_devices, error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path& device = entry->path();
    const std::string vendor = hex_in(device / "vendor");
    if (computes(hex_in(device / "class")) && vendors.contains(vendor))
      ids.push_back(vendor + ":" + hex_in(device / "device"));
  }
  std::sort(ids.begin(), ids.end());
  std::vector<Found> out;
  for (const std::string& id : ids) out.push_back(identify(id, catalog));
  return out;
}

std::vector<Found> cards_in_output(std::string_view text, const Catalog& catalog) {
  std::vector<Found> out;
  while (!text.empty()) {
    const std::string line(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (const std::string name = name_on(line); !name.empty())
      out.push_back(identify(name, catalog));
  }
  return out;
}

std::string name_of_all(const std::vector<Found>& found) {
  std::vector<const Gpu*> cards;
  for (const Found& one : found)
    if (one.gpu) cards.push_back(one.gpu);
  if (cards.empty() && found.empty())
    throw Error(
        "no graphics card was found here; name one, or read what another tool prints with "
        "`gpupick detect --from-file FILE`");
  if (cards.empty())
    throw Error(
        fmt::format("'{}' is here: {}", printable(found.front().name), found.front().problem));
  Phrases kinds;
  for (const Gpu* gpu : cards)
    if (std::find(kinds.begin(), kinds.end(), gpu->id) == kinds.end()) kinds.push_back(gpu->id);
  if (kinds.size() > 1)
    throw Error(fmt::format("here are {}; name one of them", enumerate(kinds, "and")));
  return id_of({cards.front(), static_cast<int>(cards.size())});
}

}  // namespace gpupick
