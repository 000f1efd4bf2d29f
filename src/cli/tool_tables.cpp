// The problem: some tools draw tables or print lines in which the place says what a value is. This
// file has a reader for each of them.
#include <fmt/format.h>

#include <algorithm>

#include "base/lists.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "cli/tool_output.hpp"
#include "schema/csv.hpp"

namespace gpupick {
namespace {

// The cells of a line of a table drawn with bars.
std::vector<std::string> bars_of(const std::string& line) {
  const Phrases pieces = split(line, "|");
  std::vector<std::string> out;
  for (std::size_t i = 1; i + 1 < pieces.size(); ++i) out.push_back(trimmed(pieces[i]));
  return out;
}

// Returns what follows the first word of a text, trimmed; "" if there is no more.
std::string behind_word(std::string_view text) {
  return trimmed(text.substr(std::min(text.find(' '), text.size())));
}

// Reads the tables of nvidia-smi and amd-smi: a card has a line with its name and bus id, and one
// with its memory; its power is in either. A second table of nvidia-smi lists MIG slices.
class SmiTables {
 public:
  // Returns false for a line that belongs to no table.
  bool read(const std::string& line, std::size_t number);
  std::vector<SeenCard> cards;

 private:
  bool begin_card(const std::vector<std::string>& cells, std::size_t number);
  void add_memory(const std::vector<std::string>& cells);

  enum class Table { cards, slices, processes } table_ = Table::cards;
  std::size_t first_ = 0;  // card of the table
};

double cap_in(const std::string& cell) {
  return leading_number(cell.substr(cell.rfind('/') + 1)).value_or(0);
}

bool SmiTables::begin_card(const std::vector<std::string>& cells, std::size_t number) {
  const bool of_amd = bus_number(cells[0]).has_value();
  if (!of_amd && !(bus_number(cells[1]) && leading_number(cells[0]))) return false;
  SeenCard card{.line = number, .place = bus_number(cells[of_amd ? 0 : 1])};
  std::string name = behind_word(cells[0]);
  if (of_amd) {
    // amd-smi leaves out the start of a long name, which is its maker and line.
    card.name = name.starts_with("...") ? behind_word(name) : name;
    if (cells[1].ends_with(" W")) card.watts = cap_in(cells[1]);
  } else {
    // The last word says whether the driver stays loaded, or which driver it is.
    name = trimmed(std::string_view(name).substr(0, name.rfind(' ')));
    card.cut = name.ends_with("...");
    card.name = trimmed(std::string_view(name).substr(0, name.size() - (card.cut ? 3 : 0)));
  }
  cards.push_back(card);
  return true;
}

void SmiTables::add_memory(const std::vector<std::string>& cells) {
  const std::size_t slash = cells[1].find('/');
  const bool in_mb = cells.size() == 2 && cells[1].ends_with(" MB");
  if (slash == std::string::npos || !(in_mb || holds(cells[1], "MiB"))) return;
  const auto memory = memory_of(cells[1].substr((in_mb ? cells[1].rfind('/') : slash) + 1), 0);
  const auto index = leading_number(cells[0]);
  if (table_ == Table::slices && index) {
    if (*index < static_cast<double>(cards.size() - first_) && memory)
      cards[first_ + static_cast<std::size_t>(*index)].slices.push_back(
          fmt::format("{} GiB", rounded(*memory)));
  } else if (!cards.back().memory_gib) {
    cards.back().memory_gib = memory;
    if (holds(cells[0], "/ ")) cards.back().watts = cap_in(cells[0]);
  }
}

bool SmiTables::read(const std::string& line, std::size_t number) {
  const std::string plain = trimmed(line);
  if (plain.starts_with("+-") || plain.starts_with("|-") || plain.starts_with("|=")) return true;
  if (holds(line, "MIG devices:")) table_ = Table::slices;
  if (holds(line, "Processes:")) table_ = Table::processes;
  if (holds(line, "NVIDIA-SMI") || holds(line, "AMD-SMI")) {
    table_ = Table::cards;
    first_ = cards.size();
  }
  if (!holds(plain, '|')) return false;
  const std::vector<std::string> cells = bars_of(line);
  if (table_ == Table::processes || cells.size() < 2) return cells.size() == 1;
  if (!begin_card(cells, number) && cards.size() > first_) add_memory(cells);
  return true;
}

// Returns the name at the start of a row, as "|   1  NVIDIA GeF", or "".
std::string name_in_cut_row(const std::string& line) {
  const std::string plain = trimmed(line);
  if (!plain.starts_with("| ") || holds(std::string_view(plain).substr(1), '|')) return "";
  const std::string row = trimmed(std::string_view(plain).substr(1));
  return leading_number(row.substr(0, row.find(' '))) ? behind_word(row) : "";
}

// The classes of cards, in words and as numbers.
constexpr std::string_view pci_classes[] = {"VGA compatible controller", "3D controller",
                                            "Display controller", "Processing accelerators"};
constexpr std::string_view pci_class_numbers[] = {"0300", "0302", "0380", "1200"};

// Returns the name in a line whose class has its words at `at`, or "".
std::string name_behind_class(const std::string& line, std::string_view word, std::size_t at) {
  if (at > 0 && line[at - 1] == '"') {
    std::string name = line.substr(at + word.size() + 1);  // the vendor and the device, in quotes
    std::erase(name, '"');
    return trimmed(name.substr(0, name.find(" -")));
  }
  const std::size_t colon = line.find(": ", at);
  if (colon == std::string::npos) return "";
  return trimmed(line.substr(colon + 2, line.find(" (prog-if") - colon - 2));
}

// Returns the id at the start of a text, as "10de:2204 (rev a1)", or "".
std::string pci_id_at_start(std::string_view text) {
  const std::string id = lower_case(text.substr(0, 9));
  const auto is_hex = [](char c) { return holds("0123456789abcdef", c); };
  return id.size() == 9 && id[4] == ':' && std::ranges::count_if(id, is_hex) == 8 ? id : "";
}

// Reads a line such as "01:00.0 0300: 10de:2204", "01:00.0 Class 0300: Device 10de:2204" or
// "01:00.0 "0300" "10de" "2204"", of which numbers say all.
std::optional<SeenCard> card_of_numbers(const std::string& line) {
  constexpr std::size_t last_place = 20;  // behind an address with its domain and "Class"
  for (const std::string_view number : pci_class_numbers) {
    if (const std::size_t at = line.find(fmt::format(" {}: ", number)); at < last_place) {
      std::string_view rest = std::string_view(line).substr(at + 7);
      if (rest.starts_with("Device ")) rest.remove_prefix(7);
      return SeenCard{.pci_id = pci_id_at_start(rest)};
    }
    if (const std::size_t at = line.find(fmt::format("\"{}\" \"", number)); at < last_place) {
      const Phrases quoted = split(std::string_view(line).substr(at), "\"");
      if (quoted.size() > 5)
        return SeenCard{.pci_id = pci_id_at_start(fmt::format("{}:{}", quoted[3], quoted[5]))};
    }
  }
  return {};
}

// Reads a line such as "01:00.0 VGA compatible controller: NVIDIA Corporation GA102".
std::optional<SeenCard> card_of_class(const std::string& line) {
  if (auto card = card_of_numbers(line)) return card;
  for (const std::string_view word : pci_classes) {
    const std::size_t at = line.find(word);
    if (at == std::string::npos || at > 16) continue;
    SeenCard card{.name = name_behind_class(line, word, at)};
    // Numbers stand for names that the tool does not know.
    if (const std::size_t device = card.name.find("Device "); device != std::string::npos)
      card.pci_id = device_id(std::string_view(card.name).substr(device + 7, 4));
    if (!card.name.empty()) return card;
  }
  return {};
}

// The column of a table without bars, such as the names of Windows' video controllers.
struct NameColumn {
  static constexpr std::size_t longest = 1000;
  std::size_t begin = std::string::npos, end = longest;

  void find_in(const std::string& line) {
    const std::string header = " " + lower_case(line) + " ";
    for (const std::string_view word : {" name ", " caption "})
      begin = std::min(begin, header.find(word));
    const std::size_t behind = std::min(line.find(' ', begin), line.size());
    end = std::min(line.find_first_not_of(" \r", behind), longest);
  }
  std::string cell_of(const std::string& line) const {
    const std::string rest = line.substr(std::min(begin, line.size()), end - begin);
    const std::string cell = trimmed(rest.substr(0, rest.find("  ")));
    return cell.starts_with("--") ? "" : cell;
  }
};

}  // namespace

std::vector<SeenCard> in_smi_tables(Lines& lines) {
  SmiTables tables;
  Lines left = lines;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (tables.read(lines[i], i)) left[i].clear();
  if (tables.cards.empty()) return {};
  // A paste may end inside a row.
  if (std::string name = name_in_cut_row(lines.back()); !name.empty()) {
    tables.cards.push_back({.name = name, .fault = "is not read: the text ends inside its row"});
    tables.cards.back().line = lines.size() - 1;
  }
  lines = left;
  return tables.cards;
}

std::vector<SeenCard> in_complaints(Lines& lines) {
  constexpr std::string_view complaint = "Unable to determine the device handle for ";
  std::vector<SeenCard> out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with(complaint)) continue;
    const std::string rest = lines[i].substr(complaint.size());
    const std::size_t colon = std::min(rest.rfind(": "), rest.size());
    out.push_back({.name = rest.substr(0, colon),
                   .fault = "is not read: the tool says " +
                            printable(trimmed(rest.substr(std::min(colon + 1, rest.size()))))});
    out.back().line = i;
    lines[i].clear();
  }
  return out;
}

std::vector<SeenCard> in_lspci(Lines& lines) {
  std::vector<SeenCard> out;
  bool in_card = false;  // in the lines of a card, with -vmm
  std::string vendor;    // of that card
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    const auto has = [&](std::string_view word) { return holds(line, word); };
    std::optional<SeenCard> card;
    if (line.starts_with("Class:")) {
      in_card = std::ranges::any_of(pci_classes, has) ||
                contains(pci_class_numbers, trimmed(line.substr(6)));
    } else if (in_card && line.starts_with("Vendor:")) {
      vendor = trimmed(line.substr(7));
    } else if (in_card && line.starts_with("Device:")) {
      const std::string device = trimmed(line.substr(7));
      card = SeenCard{.pci_id = pci_id_at_start(fmt::format("{}:{}", vendor, device))};
      if (card->pci_id.empty()) card->name = device;
    } else if (const std::string plain = trimmed(line); plain.size() == 9) {
      if (const std::string id = pci_id_at_start(plain); !id.empty()) card = SeenCard{.pci_id = id};
    } else {
      card = card_of_class(line);
    }
    if (!card) continue;
    if (names_wsl_adapter(fmt::format("{} {} {} {}", line, card->pci_id, vendor, card->name))) {
      lines[i].clear();
      continue;
    }
    card->line = i;
    card->place = bus_number(line);
    out.push_back(*card);
    lines[i].clear();
  }
  return out;
}

// Reads the table that rocm-smi prints: its lines have the device's number, as "0x744c".
std::vector<SeenCard> in_rocm_table(Lines& lines) {
  std::vector<SeenCard> out;
  bool in_table = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string& line = lines[i];
    if (holds(line, "(DID,")) in_table = true;
    if (!in_table || line.empty() || !is_digit(line.front())) continue;
    const std::string id = device_id(line.substr(0, line.find(',')));
    if (id.empty()) continue;
    out.push_back({.pci_id = "1002" + id, .line = i, .place = leading_number(line)});
    line.clear();
  }
  return out;
}

// Reads the video controllers of Windows: "Name : NAME", "Name=NAME", or a table with the column
// Name. Their AdapterRAM is 4 GiB at most, whatever the card has.
std::vector<SeenCard> in_windows(Lines& lines) {
  const auto is_title = [](std::string_view word) { return word == "name" || word == "caption"; };
  std::vector<SeenCard> out;
  std::string title;  // the key of the names
  NameColumn column;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    std::string name;
    const bool in_table = column.begin != std::string::npos;
    const std::size_t sign = line.find_first_of("=:");
    if (sign != std::string::npos) {
      const std::string key = lower_case(trimmed(line.substr(0, sign)));
      if (title.empty() && is_title(key)) title = key;
      if (key == title && !in_table) name = trimmed(line.substr(sign + 1));
    } else if (in_table) {
      name = column.cell_of(line);
    } else if (line.find_first_of("0123456789") == std::string::npos) {
      column.find_in(line);
    }
    if (name.empty()) continue;
    SeenCard card{.name = name, .line = i};
    card.sure = holds(name, "NVIDIA") || holds(name, "Radeon") || holds(name, "Arc");
    out.push_back(card);
    if (card.sure) lines[i].clear();
  }
  return out;
}

namespace {

// Reads a row: a name, and memory with or without its unit.
SeenCard card_of_row(const std::vector<std::string>& cells) {
  SeenCard card;
  for (const std::string& cell : cells) {
    const std::string text = trimmed(cell);
    const bool number = !text.empty() && is_digit(text.front());
    if (!number && card.name.empty() && holds(text, ' ')) card.name = text;
    constexpr double least_mib = 1000;
    if (number && !card.name.empty() && !card.memory_gib &&
        (text.ends_with("MiB") || (parse_number(text) && *parse_number(text) >= least_mib)))
      set_memory(card, text, 1.0 / 1024);
    if (number && text.ends_with(" W")) card.watts = leading_number(text);
  }
  card.sure = card.memory_gib || !card.fault.empty();
  return card;
}

}  // namespace

// Reads rows of CSV and Markdown without a header, or with one that names no tool's columns.
std::vector<SeenCard> in_rows(Lines& lines) {
  constexpr std::size_t most_names = 500;  // bounds the time: a list of names is not longer
  std::vector<SeenCard> out;
  std::size_t counts = std::string::npos;  // the column of numbers
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<std::string> cells = cells_of(lines[i], separator_in(lines[i]));
    if (const std::size_t column = count_column(cells); column != std::string::npos) {
      counts = column;
      continue;
    }
    SeenCard card = card_of_row(cells);
    card.line = i;
    if (!card.sure && (card.name.empty() || i >= most_names)) continue;
    add_counted(std::move(card), counts < cells.size() ? cells[counts] : "", out);
  }
  return out;
}

}  // namespace gpupick
