// The problem: most tools print a card as pairs of key and value, but every tool has its own keys.
// JSON, XML and CSV become such pairs too, and one table of keys says what a value is. A key that
// comes again begins the next card.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/lists.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "cli/tool_output.hpp"
#include "schema/csv.hpp"
#include "schema/document.hpp"

namespace gpupick {

std::string trimmed(std::string_view text) {
  const std::string_view blank = " \t\r\n\"";
  text.remove_prefix(std::min(text.find_first_not_of(blank), text.size()));
  return std::string(text.substr(0, text.find_last_not_of(blank) + 1));
}

Lines lines_of(std::string_view text) {
  Lines out;
  while (!text.empty()) {
    out.emplace_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.size(), out.back().size() + 1));
    if (out.back().ends_with('\r')) out.back().pop_back();
  }
  return out;
}

std::optional<double> leading_number(std::string_view text) {
  const std::string plain = trimmed(text);
  return parse_number(std::string_view(plain).substr(0, plain.find_first_not_of("0123456789.")));
}

std::optional<double> memory_of(std::string_view text, double unit_gib) {
  const auto number = leading_number(text);
  if (!number || *number <= 0) return {};
  const std::string plain = trimmed(text);
  const std::size_t behind = plain.find_first_not_of("0123456789.");
  if (behind != std::string::npos && holds("eExX", plain[behind])) return {};
  struct Unit {
    std::string_view word;
    double gib;
  };
  constexpr Unit units[] = {{"MiB", 1.0 / 1024}, {"MB", 1.0 / 1024}, {"GiB", 1}, {"GB", 1}};
  for (const auto& [word, gib] : units)
    if (holds(text, word) && !holds(text, '(')) return *number * gib;
  return *number * unit_gib;
}

std::string device_id(std::string_view text) {
  const std::size_t at = text.find("0x");
  std::string digits =
      lower_case(trimmed(at == std::string_view::npos ? text : text.substr(at + 2)));
  digits = digits.substr(0, digits.find_first_not_of("0123456789abcdef"));
  if (digits.size() == 8) return digits.substr(4) + ":" + digits.substr(0, 4);
  return digits.size() == 4 ? ":" + digits : "";
}

namespace {

enum class Fact { name, device, vendor, memory, watts, cores, kind };

constexpr double mib = 1.0 / 1024, bytes = 1.0 / (1024.0 * 1024 * 1024);  // in GiB

// Keys of tools, folded, between spaces, and what their values are: those of nvidia-smi, rocm-smi
// and amd-smi, rocminfo, system_profiler, vulkaninfo, clinfo, xpu-smi, dxdiag, glxinfo, hwinfo,
// fastfetch, nvtop, LACT and LM Studio.
struct Keys {
  Fact fact;
  std::string_view names;
  double unit_gib = 0;  // of memory without a unit
};
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

class Collector {
 public:
  void add(std::string_view key, std::string_view value, const std::string& block = "");
  std::vector<SeenCard> cards() const;

 private:
  struct Card {
    SeenCard seen_card;
    std::set<std::string, std::less<>> seen;
    bool of_board = false;
  };

  // Returns the card that the key belongs to, or null if it belongs to none.
  Card* card_of(Fact fact, const std::string& key, const std::string& block);

  static void add_name(std::string_view key, const std::string& text, Card& card);

  std::vector<Card> cards_;
  std::map<std::string, std::size_t> blocks_;
  std::optional<double> system_gib_;  // memory of a Mac
  std::string chip_;                  // of a Mac
};

// Without blocks, a name or a vendor that comes again begins the next card.
Collector::Card* Collector::card_of(Fact fact, const std::string& key, const std::string& block) {
  if (!block.empty()) {
    const auto [known, added] = blocks_.try_emplace(block, cards_.size());
    return added ? &cards_.emplace_back() : &cards_[known->second];
  }
  const bool again = !cards_.empty() && cards_.back().seen.contains(key);
  if (!cards_.empty() && !again) return &cards_.back();
  const bool begins = fact == Fact::name || (fact == Fact::memory && cards_.empty()) ||
                      fact == Fact::vendor || (fact == Fact::device && !again);
  return begins ? &cards_.emplace_back() : nullptr;
}

// The name of a board says more than that of its chip.
void Collector::add_name(std::string_view key, const std::string& text, Card& card) {
  if (card.of_board) return;
  if (text.starts_with("0x"))
    card.seen_card.pci_id = device_id(text);
  else if (text != "N/A")
    card.seen_card.name = text.substr(0, std::min(text.find("/PCIe"), text.find(" (0x")));
  card.of_board = key == "deviceboardnameamd";
}

void Collector::add(std::string_view key, std::string_view value, const std::string& block) {
  const std::string folded = fold(key);
  const std::string text = trimmed(value);
  if (folded == "memory" || folded == "physicalmemory") system_gib_ = memory_of(text, 0);
  if (folded == "chip" && text.starts_with("Apple")) chip_ = text;
  // Under these keys, only numbers identify a card.
  if ((folded == "vendor" || folded == "device") && !holds(text, "0x")) return;
  const auto row = std::ranges::find_if(
      keys, [&](const Keys& one) { return contains(split(one.names, " "), folded); });
  if (row == std::end(keys) || text.empty()) return;
  Card* card = card_of(row->fact, folded, block);
  if (!card) return;
  SeenCard& out = card->seen_card;
  card->seen.insert(folded);
  switch (row->fact) {
    case Fact::name:
      return add_name(folded, text, *card);
    case Fact::device:
      if (const std::string id = device_id(text); id.size() == 5)
        out.pci_id = out.pci_id.substr(0, out.pci_id.find(':')) + id;
      else if (!id.empty())
        out.pci_id = id;
      return;
    case Fact::vendor:
      if (const std::string id = device_id(text); id.size() == 5)
        out.pci_id =
            id.substr(1) + (out.pci_id.empty() ? ":" : out.pci_id.substr(out.pci_id.find(':')));
      return;
    case Fact::memory:
      out.memory_gib = memory_of(text, row->unit_gib);
      if (!out.memory_gib && is_digit(text.front())) out.odd_memory = text;
      return;
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
  for (const Card& card : cards_) {
    if (!card.seen_card.is_card) continue;
    if (card.seen_card.name.empty() && card.seen_card.pci_id.size() < 5) continue;
    out.push_back(card.seen_card);
    if (!out.back().memory_gib && out.back().cores) out.back().memory_gib = system_gib_;
  }
  if (out.empty() && !chip_.empty()) {
    SeenCard& mac = out.emplace_back();
    mac.name = chip_;
    mac.memory_gib = system_gib_;
  }
  return out;
}

// True if the members are those of a card whose name has the key "name" or "product": of fastfetch,
// lshw, PowerShell and LM Studio.
bool are_of_card(const Node::Object& members) {
  return std::ranges::any_of(members, [&](const KeyValue& member) {
    const auto* text = member.value.as<std::string_view>();
    const std::string key = fold(member.key);
    return (key == "type" && text && *text == "GPU") ||
           (key == "id" && text && text->starts_with("display")) || key == "adapterram" ||
           key == "videoprocessor" || key == "totalmemorycapacitybytes" ||
           (key == "name" && members.size() == 1);
  });
}

// Adds the pairs of a JSON tree. The entries of a list are cards, or else the members of the root.
// Keys below "vram" and "dedicated" get its name, since theirs alone say "size" and "total".
void add_tree(const Node& node, const std::string& key, const std::string& block, Collector& out,
              bool of_card = false) {
  if (const auto* members = node.as<Node::Object>()) {
    of_card = (of_card && key != "children") || are_of_card(*members);
    for (const KeyValue& member : *members) {
      const std::string name(member.key);
      const bool is_name = of_card && (name == "name" || name == "Name" || name == "product");
      add_tree(member.value,
               is_name                               ? "card name"
               : name == "value"                     ? key
               : key == "vram" || key == "dedicated" ? fmt::format("{} {}", key, name)
                                                     : name,
               block.empty() ? name : block, out, of_card);
    }
  } else if (const auto* entries = node.as<Node::Array>()) {
    for (std::size_t i = 0; i < entries->size(); ++i)
      add_tree((*entries)[i], key, fmt::format("{}/{}", block, i), out, of_card);
  } else if (const auto* text = node.as<std::string_view>()) {
    out.add(key, *text, block);
  } else if (const auto* number = node.as<double>()) {
    // A number of a device in decimal digits is no PCI id.
    if (key != "deviceId") out.add(key, fmt::format("{}", *number), block);
  }
}

}  // namespace

std::vector<SeenCard> in_json(std::string_view text) {
  Arena arena;
  std::vector<Diagnostic> diagnostics;
  Document document({"", text});
  if (!document.parse(arena, diagnostics)) return {};
  Collector out;
  if (const auto* names = document.root().as<Node::Array>())
    for (std::size_t i = 0; i < names->size(); ++i)
      if (const auto* name = (*names)[i].as<std::string_view>())
        out.add("cardname", *name, fmt::format("entry {}", i));
  add_tree(document.root(), "", "", out);
  return out.cards();
}

// Reads "<key>value</key>". Totals are those of the frame buffer.
std::vector<SeenCard> in_xml(const Lines& lines) {
  Collector out;
  bool frame_buffer = false;
  for (const std::string& line : lines) {
    if (holds(line, "<fb_memory_usage>")) frame_buffer = true;
    for (std::size_t at = line.find('<'); at != std::string::npos; at = line.find('<', at + 1)) {
      const std::size_t close = line.find('>', at);
      const std::size_t end = close == std::string::npos ? close : line.find("</", close);
      if (end == std::string::npos) break;
      const std::string key = line.substr(at + 1, close - at - 1);
      const std::string value = line.substr(close + 1, end - close - 1);
      if (holds(key, ' ') || holds(value, '<')) continue;
      if (key != "total")
        out.add(key, value);
      else if (frame_buffer)
        out.add("fb memory usage total", value);
      if (key == "total") frame_buffer = false;
    }
  }
  return out.cards();
}

// Reads lines such as "key : value", "key = value", "key    value" and "GPU[0] : key : value".
std::vector<SeenCard> in_pairs(const Lines& lines) {
  Collector out;
  std::string section;
  for (const std::string& line : lines) {
    // clinfo repeats names after its list of devices.
    if (holds(line, "NULL platform behavior")) break;
    std::string plain = trimmed(line);
    if (plain.starts_with("|")) plain = trimmed(std::string_view(plain).substr(1));
    // xpu-smi has a column of numbers in front.
    if (const std::size_t bar = plain.find("| "); bar != std::string::npos && bar < 8)
      plain = trimmed(std::string_view(plain).substr(bar + 1));
    if (plain.ends_with("|")) plain = trimmed(std::string_view(plain).substr(0, plain.size() - 1));
    if (plain.starts_with("*-")) {  // lshw
      section = plain.substr(0, plain.find_first_of(" :"));
      continue;
    }
    std::string block;
    if (plain.starts_with("GPU[")) {
      const std::size_t colon = plain.find(':');
      if (colon == std::string::npos) continue;
      block = trimmed(std::string_view(plain).substr(0, colon));
      plain = trimmed(std::string_view(plain).substr(colon + 1));
    }
    // The last words before a wide gap are the key, as in "0     Device Name: Arc".
    std::size_t split = plain.find(':'), width = 1;
    if (const std::size_t equals = plain.find(" = "); equals < split) split = equals, width = 3;
    if (split == std::string::npos) {
      split = plain.find("  ");
      width = 2;
    }
    if (split == std::string::npos || split == plain.size() - 1) {
      section = plain.substr(0, plain.find(':'));
      continue;
    }
    std::string key = trimmed(std::string_view(plain).substr(0, split));
    if (const std::size_t gap = key.rfind("  "); gap != std::string::npos)
      key = trimmed(std::string_view(key).substr(gap));
    const std::string value = trimmed(std::string_view(plain).substr(split + width));
    if (key == "Total" || key == "SIZE") key = fmt::format("{} {}", section, key);
    if (key == "product" && section == "*-display") key = "card name";
    out.add(key, value, block);
  }
  return out.cards();
}

// Reads the rows of CSV with a header that names the columns.
std::vector<SeenCard> in_csv(const Lines& lines) {
  Collector out;
  std::vector<std::string> header;
  int row = 0;
  for (const std::string& line : lines) {
    ++row;
    if (trimmed(line).empty()) {
      header.clear();
      continue;
    }
    const std::vector<std::string> cells = cells_of(line, separator_in(lines.front()));
    if (header.empty()) {
      header = cells;
      continue;
    }
    for (std::size_t i = 0; i < std::min(cells.size(), header.size()); ++i) {
      const std::string key = lower_case(trimmed(header[i]));
      const bool plain = key.starts_with("name") || key.starts_with("gpu_name") ||
                         key.starts_with("memory.total") || key.starts_with("power.limit");
      out.add(plain ? "csv " + key : key, cells[i], fmt::format("row {}", row));
    }
  }
  return out.cards();
}

}  // namespace gpupick
