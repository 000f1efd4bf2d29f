// The problem: every tool has its own keys. One table says what the value of each is.
#include "cli/tool_facts.hpp"

#include <algorithm>

#include "base/lists.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

constexpr double mib = 1.0 / 1024, bytes = 1.0 / (1024.0 * 1024 * 1024);  // in GiB

// The keys of nvidia-smi, rocm-smi and amd-smi, rocminfo, system_profiler, vulkaninfo, clinfo,
// xpu-smi, dxdiag, glxinfo, hwinfo, fastfetch, nvtop, LACT and LM Studio.
constexpr Keys keys[] = {
    {Fact::name,
     "productname csvname csvgpuname cardseries marketname assetmarketname marketingname "
     "chipsetmodel sppcimodel devicename deviceboardnameamd cardname openglrendererstring "
     "gpumodel"},
    {Fact::device, "pcideviceid gpuid chipid deviceid device"},
    {Fact::vendor, "vendorid devicevendorid vendor"},
    {Fact::memory, "fbmemoryusagetotal vramtotal spdisplaysvram"},
    {Fact::memory,
     "csvmemorytotalmib csvmemorytotal vramsize memoryphysicalsize dedicatedmemory "
     "dedicatedvideomemory videomemory",
     mib},
    {Fact::memory,
     "vramtotalmemoryb globalmemorysize memtotal dedicatedtotal totalmemorycapacitybytes", bytes},
    {Fact::watts, "currentpowerlimit defaultpowerlimit csvpowerlimitw"},
    {Fact::cores, "totalnumberofcores sppcicores"},
    {Fact::kind, "devicetype"},
};

// Returns what the value of a key says, or null.
const Keys* row_of(const std::string& folded) {
  const auto row = std::ranges::find_if(
      keys, [&](const Keys& one) { return contains(split(one.names, " "), folded); });
  return row == std::end(keys) ? nullptr : row;
}

}  // namespace

bool is_name_key(std::string_view key) {
  const Keys* row = row_of(fold(key));
  return row && row->fact == Fact::name;
}

// Without blocks, a name or a vendor that comes again begins the next card.
Collector::Entry* Collector::entry_of(Fact fact, const std::string& key, const std::string& block) {
  if (!block.empty()) {
    const auto [known, added] = blocks_.try_emplace(block, entries_.size());
    return added ? &new_entry() : &entries_[known->second];
  }
  const bool again = !entries_.empty() && entries_.back().known_keys.contains(key);
  if (!entries_.empty() && !again) return &entries_.back();
  const bool begins = fact == Fact::name || (fact == Fact::memory && entries_.empty()) ||
                      fact == Fact::vendor || (fact == Fact::device && !again);
  return begins ? &new_entry() : nullptr;
}

// The name of a board says more than that of its chip.
void Collector::add_name(std::string_view key, const std::string& text, Entry& entry) {
  if (entry.of_board) return;
  if (text.starts_with("0x"))
    entry.card.pci_id = device_id(text);
  else if (text != "N/A")
    entry.card.name = text.substr(0, std::min(text.find("/PCIe"), text.find(" (0x")));
  entry.of_board = key == "deviceboardnameamd";
}

bool Collector::add(std::string_view key, std::string_view value, const std::string& block) {
  const std::string folded = fold(key);
  const std::string text = trimmed(value);
  if (folded == "memory" || folded == "memoryram" || folded == "physicalmemory")
    system_gib_ = memory_of(text, 0);
  if (folded == "chip" && text.starts_with("Apple")) chip_ = text;
  // Under these keys, only numbers identify a card.
  if ((folded == "vendor" || folded == "device") && !holds(text, "0x")) return false;
  const Keys* row = row_of(folded);
  if (!row || text.empty()) return false;
  Entry* entry = entry_of(row->fact, folded, block);
  if (!entry) return false;
  entry->known_keys.insert(folded);
  if (row->fact == Fact::name)
    add_name(folded, text, *entry);
  else
    add_fact(*row, text, entry->card);
  return true;
}

void Collector::add_fact(const Keys& row, const std::string& text, SeenCard& out) {
  const std::string id = device_id(text);
  const std::size_t colon = out.pci_id.find(':');
  switch (row.fact) {
    case Fact::name:
      return;
    case Fact::device:
      if (!id.empty()) out.pci_id = id.size() == 5 ? out.pci_id.substr(0, colon) + id : id;
      return;
    case Fact::vendor:
      if (id.size() == 5)
        out.pci_id = id.substr(1) + (out.pci_id.empty() ? ":" : out.pci_id.substr(colon));
      return;
    case Fact::memory:
      return set_memory(out, text, row.unit_gib);
    case Fact::watts:
      out.watts = leading_number(text);
      return;
    case Fact::cores:
      // "16 (12 performance and 4 efficiency)" are those of the processor.
      if (!holds(text, '(')) out.cores = leading_number(text);
      return;
    case Fact::kind:
      out.is_card = !holds(text, "CPU");
      return;
  }
}

std::vector<SeenCard> Collector::cards() const {
  std::vector<SeenCard> out;
  for (const auto& [card, known_keys, of_board] : entries_) {
    if (!card.is_card || (card.name.empty() && card.pci_id.size() < 5)) continue;
    out.push_back(card);
    if (!out.back().memory_gib && out.back().cores) out.back().memory_gib = system_gib_;
  }
  if (out.empty() && !chip_.empty()) {
    SeenCard& mac = out.emplace_back();
    mac.name = chip_;
    mac.memory_gib = system_gib_;
    mac.line = line;
  }
  return out;
}

}  // namespace gpupick
