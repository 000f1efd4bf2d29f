#include "cli/detect.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/text.hpp"
#include "cli/files.hpp"
#include "estimate/card_group.hpp"

namespace gpupick {
namespace {

namespace fs = std::filesystem;

// Returns the hexadecimal number in a file such as "vendor", without "0x", or "".
std::string hex_in(const fs::path& file) {
  std::ifstream stream(file);
  std::string text;
  stream >> text;
  return text.starts_with("0x") ? text.substr(2) : "";
}

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

// True if `identify` sees no difference.
bool are_alike(const SeenCard& a, const SeenCard& b) {
  return a.name == b.name && a.cut == b.cut && a.pci_id == b.pci_id &&
         a.memory_gib == b.memory_gib && a.watts == b.watts && a.cores == b.cores &&
         a.fault == b.fault && a.slices == b.slices;
}

std::vector<Found> cards_by_pci_id(const std::string& pci_devices, const Catalog& catalog) {
  const auto vendors = vendors_of(catalog);
  std::vector<std::string> ids;
  for (const fs::path& device : entries_of(pci_devices)) {
    const std::string vendor = hex_in(device / "vendor");
    if (computes(hex_in(device / "class")) && vendors.contains(vendor))
      ids.push_back(vendor + ":" + hex_in(device / "device"));
  }
  std::ranges::sort(ids);
  std::vector<Found> out;
  SeenCard seen;
  for (const std::string& id : ids) {
    seen.pci_id = id;
    out.push_back(identify(seen, catalog));
  }
  return out;
}

// True if two tools may name the same card.
bool may_be_one(const Found& a, const Found& b) {
  if (a.gpu && b.gpu) return a.gpu == b.gpu;
  if (a.gpu || b.gpu) return contains((a.gpu ? b : a).may_be, a.gpu ? a.gpu : b.gpu);
  const std::string left = fold(a.name), right = fold(b.name);
  return holds(left, right) || holds(right, left) ||
         std::ranges::find_first_of(a.may_be, b.may_be) != a.may_be.end();
}

// The cards of one computer, as its tools list them.
class Computer {
 public:
  // Adds the cards that a tool lists; those that another tool listed count once.
  void add(const ToolRun& run, std::vector<Found> found);
  bool has_list_of(const std::string& tool) const { return contains(tools_, tool); }

  std::vector<Found> cards;

 private:
  std::vector<std::string> tools_;
};

void Computer::add(const ToolRun& run, std::vector<Found> found) {
  std::vector<bool> listed(cards.size());
  const auto join = [&](Found& one, bool exactly) {
    for (std::size_t i = 0; i < listed.size(); ++i) {
      if (listed[i] || (exactly && !one.gpu) || !may_be_one(cards[i], one)) continue;
      if (exactly && !cards[i].gpu) continue;
      listed[i] = true;
      if (one.stands || (!cards[i].gpu && !cards[i].stands)) cards[i] = one;
      return true;
    }
    return false;
  };
  // Certain pairs first, so that a card that may be several takes none of theirs.
  for (const bool exactly : {true, false})
    std::erase_if(found, [&](Found& one) { return join(one, exactly); });
  std::ranges::move(found, std::back_inserter(cards));
  tools_.push_back(run.tool);
}

// True if the tool listed all these cards before, perhaps with others.
bool repeats(const ToolRun& run, const ToolRun& before) {
  const auto is_same = [](const SeenCard& left, const SeenCard& right) {
    return left.name == right.name && left.pci_id == right.pci_id && left.place == right.place &&
           left.unit == right.unit && left.memory_gib == right.memory_gib;
  };
  return run.tool == before.tool && std::ranges::all_of(run.cards, [&](const SeenCard& card) {
           return std::ranges::any_of(before.cards,
                                      [&](const SeenCard& one) { return is_same(card, one); });
         });
}

// Bounds the names of a list that the catalog lacks.
constexpr std::size_t most_others = 100;

// Commands that list the cards where no PCI ids can be read.
constexpr const char* listing_commands[] = {"system_profiler SPHardwareDataType SPDisplaysDataType",
                                            "nvidia-smi -q"};

}  // namespace

std::vector<Found> cards_of_computer(const Environment& environment, const Catalog& catalog) {
  std::vector<Found> out = cards_by_pci_id(environment.pci_devices, catalog);
  for (const char* command : listing_commands)
    if (out.empty() && environment.output_of)
      out = cards_in_output(environment.output_of(command), catalog).cards;
  return out;
}

FoundCards cards_in_output(std::string_view text, const Catalog& catalog) {
  const auto vendors = vendors_of(catalog);
  const std::vector<ToolRun> runs = tool_runs_in(text);
  std::vector<Computer> computers;
  std::vector<SeenCard> others;  // lines that are cards only if the catalog has them
  FoundCards out;
  const SeenCard* last = nullptr;  // clusters have many cards of a kind
  Found last_found;
  const auto identified = [&](const SeenCard& seen) {
    if (!last || !are_alike(*last, seen)) last_found = identify(seen, catalog);
    last = &seen;
    return last_found;
  };
  for (auto run = runs.begin(); run != runs.end(); ++run) {
    if (std::any_of(runs.begin(), run, [&](const ToolRun& one) { return repeats(*run, one); })) {
      ++out.repeats;
      continue;
    }
    const bool is_more = !computers.empty() && !computers.back().has_list_of(run->tool);
    std::vector<Found> found;
    for (const SeenCard& seen : run->cards) {
      const std::size_t colon = seen.pci_id.find(':');
      if (seen.name.empty() && colon == 4 && !vendors.contains(seen.pci_id.substr(0, colon)))
        continue;
      // "AMD Radeon Graphics" are those of a processor, which another tool leaves out.
      const bool says_model = seen.name.empty() || std::ranges::any_of(seen.name, is_digit);
      const bool sure = seen.sure && (says_model || !is_more);
      if (!sure && catalog.gpus_meant(seen.name).empty())
        others.push_back(seen);
      else
        found.push_back(identified(seen));
    }
    if (found.empty()) continue;
    if (!is_more) computers.emplace_back();
    computers.back().add(*run, std::move(found));
  }
  for (Computer& one : computers) std::ranges::move(one.cards, std::back_inserter(out.cards));
  out.computers = computers.size();
  // The other lines of a plain list that names a card are names too.
  if (runs.size() == 1 && !out.cards.empty() && others.size() <= most_others &&
      text.find_first_of(":=|\t") == std::string_view::npos)
    for (const SeenCard& seen : others) out.cards.push_back(identify(seen, catalog));
  return out;
}

std::string name_of_all(const std::vector<Found>& found) {
  std::vector<const Gpu*> cards;
  for (const Found& one : found)
    if (one.gpu) cards.push_back(one.gpu);
  if (cards.empty() && found.empty())
    throw Error(
        "no graphics card was found here; name one, or read what another tool prints with `gpupick "
        "detect --from-file FILE`");
  if (cards.empty())
    throw Error("'{}' is here: {}", printable(found.front().name), found.front().problem);
  Phrases kinds;
  for (const Gpu* gpu : cards) add_once(kinds, gpu->id);
  if (kinds.size() > 1) throw Error("here are {}; name one of them", enumerate(kinds, "and"));
  return id_of({cards.front(), static_cast<int>(cards.size())});
}

}  // namespace gpupick
