// The problem: two dozen tools print cards. Most print pairs of key and value (tool_pairs.cpp); the
// table of nvidia-smi, lines of lspci and lists of names have readers of their own. The reader is
// chosen by what the text holds, since nobody says which tool printed it.
#include "cli/tool_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "schema/csv.hpp"
#include "schema/document.hpp"

namespace gpupick {
namespace {

bool is_hex(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// Reads rows of CSV without a header: a name, and memory with or without its unit.
std::vector<SeenCard> in_rows(const Lines& lines) {
  std::vector<SeenCard> out;
  for (const std::string& line : lines) {
    SeenCard card;
    for (const std::string& cell : cells_of(line, separator_in(line))) {
      const std::string text = trimmed(cell);
      const bool number = !text.empty() && is_digit(text.front());
      if (!number && card.name.empty() && holds(text, ' ')) card.name = text;
      constexpr double least_mib = 1000;
      if (number && !card.name.empty() && !card.memory_gib &&
          (text.ends_with("MiB") || (parse_number(text) && *parse_number(text) >= least_mib))) {
        card.memory_gib = memory_of(text, 1.0 / 1024);
        if (!card.memory_gib) card.odd_memory = text;
      }
      if (number && text.ends_with(" W")) card.watts = leading_number(text);
    }
    card.sure = card.memory_gib || !card.odd_memory.empty();
    if (!card.name.empty()) out.push_back(card);
  }
  return out;
}

// The cells of a line of a table drawn with bars.
std::vector<std::string> bars_of(const std::string& line) {
  const Phrases pieces = split(line, "|");
  std::vector<std::string> out;
  for (std::size_t i = 1; i + 1 < pieces.size(); ++i) out.push_back(trimmed(pieces[i]));
  return out;
}

// "00000000:64:00.0  On": a bus id at the start of a cell.
bool begins_with_bus_id(std::string_view cell) {
  const std::size_t colon = cell.find(':');
  return (colon == 4 || colon == 8) && is_hex(cell.substr(0, colon)) && cell.size() > colon + 6 &&
         cell[colon + 3] == ':';
}

// Reads the table that nvidia-smi prints: a card has a line with its name and bus id, and one with
// its power and memory. A second table lists MIG slices.
std::vector<SeenCard> in_smi_table(const Lines& lines) {
  std::vector<SeenCard> out;
  bool slices = false;
  for (const std::string& line : lines) {
    const std::vector<std::string> cells = bars_of(line);
    if (holds(line, "MIG devices:")) slices = true;
    if (holds(line, "Processes:")) break;
    if (cells.size() < 3) continue;
    const auto first = leading_number(cells[0]);
    if (begins_with_bus_id(cells[1]) && first) {
      std::string name = trimmed(std::string_view(cells[0]).substr(cells[0].find(' ')));
      // The last word says whether the driver stays loaded, or which driver it is.
      name = trimmed(std::string_view(name).substr(0, name.rfind(' ')));
      SeenCard& card = out.emplace_back();
      card.cut = name.ends_with("...");
      card.name = trimmed(std::string_view(name).substr(0, name.size() - (card.cut ? 3 : 0)));
      continue;
    }
    const std::size_t slash = cells[1].find("/ ");
    if (out.empty() || slash == std::string::npos || !holds(cells[1], "MiB")) continue;
    const auto memory = memory_of(std::string_view(cells[1]).substr(slash + 1), 0);
    if (slices && first) {
      if (*first < static_cast<double>(out.size()) && memory)
        out[static_cast<std::size_t>(*first)].slices.push_back(
            fmt::format("{} GiB", rounded(*memory)));
    } else if (!out.back().memory_gib) {
      out.back().memory_gib = memory;
      const std::size_t cap = cells[0].rfind("/ ");
      if (cap != std::string::npos) out.back().watts = leading_number(cells[0].substr(cap + 1));
    }
  }
  return out;
}

// Reads "GPU 0: NAME (UUID: ...)" with its slices (nvidia-smi -L), the same without UUID
// (PyTorch's collect_env), and "[0] NAME | ... / 24576 MB |" (gpustat).
std::vector<SeenCard> in_list(const Lines& lines) {
  std::vector<SeenCard> out;
  for (const std::string& line : lines) {
    const std::string plain = trimmed(line);
    const std::size_t at = plain.find("GPU ");
    const std::size_t colon = at == std::string::npos ? at : plain.find(':', at);
    const bool listed = colon != std::string::npos && colon > at + 4 && colon < at + 11 &&
                        parse_number(plain.substr(at + 4, colon - at - 4)) &&
                        (at == 0 || plain.starts_with("GPU models"));
    if (listed)
      out.emplace_back().name = trimmed(plain.substr(colon + 1, plain.find(" (UUID") - colon - 1));
    if (plain.starts_with("MIG ") && !out.empty())
      out.back().slices.push_back(plain.substr(4, plain.find(' ', 4) - 4));
    const std::size_t close = plain.find("] "), bar = plain.find(" |");
    if (plain.starts_with('[') && bar != std::string::npos && close < bar &&
        parse_number(plain.substr(1, close - 1))) {
      SeenCard& card = out.emplace_back();
      card.name = trimmed(plain.substr(close + 2, bar - close - 2));
      if (const std::size_t slash = plain.rfind(" / "); slash != std::string::npos)
        card.memory_gib = memory_of(plain.substr(slash + 3), 0);
    }
  }
  return out;
}

// Reads lines such as "CUDA0: NAME (12044 MiB, 11910 MiB free)" with this word before the number.
std::vector<SeenCard> in_devices_of(std::string_view prefix, const Lines& lines) {
  std::vector<SeenCard> out;
  for (const std::string& line : lines) {
    const std::string plain = trimmed(line);
    const std::size_t colon = plain.find(": ");
    if (!plain.starts_with(prefix) || colon == std::string::npos ||
        !parse_number(plain.substr(prefix.size(), colon - prefix.size())))
      continue;
    const std::string said = plain.substr(colon + 2);
    const std::size_t memory = holds(said, " MiB") ? said.rfind(" (") : std::string::npos;
    SeenCard& card = out.emplace_back();
    card.name = trimmed(said.substr(0, std::min(memory, said.find(", compute"))));
    if (memory != std::string::npos) card.memory_gib = memory_of(said.substr(memory + 2), 0);
  }
  return out;
}

// Reads the devices of llama.cpp, or "Device 0: NAME, compute capability 8.6" where it names no
// others. Vulkan lists again what CUDA and ROCm list, under a name with the driver's in
// parentheses, and cards that they do not know.
std::vector<SeenCard> in_devices(const Lines& lines) {
  std::vector<SeenCard> out;
  const auto plain = [](const SeenCard& card) {
    return fold(std::string_view(card.name).substr(0, card.name.find(" (")));
  };
  const auto maker = [](const SeenCard& card) { return card.name.substr(0, card.name.find(' ')); };
  for (const std::string_view prefix : {"CUDA", "ROCm", "Vulkan"}) {
    const std::vector<SeenCard> before = out, listed = in_devices_of(prefix, lines);
    for (const SeenCard& card : listed) {
      const auto of_maker = [&](const SeenCard& one) { return maker(one) == maker(card); };
      const auto is_it = [&](const SeenCard& one) { return plain(one) == plain(card); };
      const bool again =
          std::ranges::any_of(before, is_it) ||
          std::ranges::count_if(listed, of_maker) <= std::ranges::count_if(before, of_maker);
      if (!again) out.push_back(card);
      // "AMD Radeon Graphics" are those of a processor, which CUDA and ROCm leave out.
      if (!again && !before.empty()) out.back().sure = std::ranges::any_of(plain(card), is_digit);
    }
  }
  return out.empty() ? in_devices_of("Device ", lines) : out;
}

// Reads the video controllers of Windows: "Name : NAME", "Name=NAME", or a table with the column
// Name. Their AdapterRAM is 4 GiB at most, whatever the card has.
std::vector<SeenCard> in_windows(const Lines& lines) {
  const auto is_title = [](std::string_view word) { return word == "name" || word == "caption"; };
  std::vector<SeenCard> out;
  std::string title;  // the key of the names
  constexpr std::size_t longest = 1000;
  std::size_t column = std::string::npos, end = longest;  // of the names in a table
  for (const std::string& line : lines) {
    std::string name;
    const std::size_t sign = line.find_first_of("=:");
    if (sign != std::string::npos) {
      const std::string key = lower_case(trimmed(line.substr(0, sign)));
      if (title.empty() && is_title(key)) title = key;
      if (key == title && column == std::string::npos) name = trimmed(line.substr(sign + 1));
    } else if (column != std::string::npos) {
      const std::string rest = line.substr(std::min(column, line.size()), end - column);
      name = trimmed(rest.substr(0, rest.find("  ")));
      if (name.starts_with("--")) name.clear();
    } else if (line.find_first_of("0123456789") == std::string::npos) {
      const std::string header = " " + lower_case(line) + " ";
      for (const std::string_view word : {" name ", " caption "})
        column = std::min(column, header.find(word));
      const std::size_t behind = std::min(line.find(' ', column), line.size());
      end = std::min(line.find_first_not_of(" \r", behind), longest);
    }
    if (name.empty()) continue;
    SeenCard& card = out.emplace_back();
    card.name = name;
    card.sure = holds(name, "NVIDIA") || holds(name, "Radeon") || holds(name, "Arc");
  }
  return out;
}

// The classes of cards, in words and as numbers.
constexpr std::string_view pci_classes[] = {"VGA compatible controller", "3D controller",
                                            "Display controller", "Processing accelerators"};
constexpr std::string_view pci_class_numbers[] = {" 0300: ", " 0302: ", " 0380: ", " 1200: "};

// Reads lines of lspci with or without -v, -n, -nn and -mm.
std::vector<SeenCard> in_lspci(const Lines& lines) {
  std::vector<SeenCard> out;
  bool in_card = false;  // in the lines of a card, with -vmm
  for (const std::string& line : lines) {
    if (line.starts_with("Class:"))
      in_card = std::ranges::any_of(pci_classes,
                                    [&](std::string_view word) { return holds(line, word); });
    if (in_card && line.starts_with("Device:")) out.emplace_back().name = trimmed(line.substr(7));
    for (const std::string_view number : pci_class_numbers)
      if (const std::size_t at = line.find(number); at != std::string::npos && at < 14)
        out.emplace_back().pci_id = lower_case(line.substr(at + number.size(), 9));
    for (const std::string_view word : pci_classes) {
      const std::size_t at = line.find(word);
      if (at == std::string::npos || at > 16 || line.starts_with("Class:")) continue;
      std::string name;
      if (at > 0 && line[at - 1] == '"') {
        const std::size_t quote = at + word.size();  // the vendor and the device follow in quotes
        name = line.substr(quote + 1);
        std::erase(name, '"');
        name = name.substr(0, name.find(" -"));
      } else {
        const std::size_t colon = line.find(": ", at);
        if (colon == std::string::npos) continue;
        name = line.substr(colon + 2, line.find(" (prog-if") - colon - 2);
      }
      SeenCard& card = out.emplace_back();
      card.name = trimmed(name);
      // Numbers stand for names that the tool does not know.
      if (const std::size_t device = name.find("Device "); device != std::string::npos)
        card.pci_id = device_id(std::string_view(name).substr(device + 7, 4));
      break;
    }
  }
  return out;
}

// Reads the table that rocm-smi prints: its lines have the device's number, as "0x744c".
std::vector<SeenCard> in_rocm_table(const Lines& lines) {
  std::vector<SeenCard> out;
  bool in_table = false;
  for (const std::string& line : lines) {
    if (holds(line, "(DID,")) in_table = true;
    if (!in_table || line.empty() || !is_digit(line.front())) continue;
    const std::string id = device_id(line.substr(0, line.find(',')));
    if (!id.empty()) out.emplace_back().pci_id = "1002" + id;
  }
  return out;
}

}  // namespace

std::string fault_of_output(std::string_view text) {
  if (holds(text, '\0')) return "it is not text";
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "it is empty";
  for (const std::string& line : lines_of(text))
    if (line.starts_with("NVIDIA-SMI has failed") || line.starts_with("Failed to initialize") ||
        line.starts_with("No devices were found"))
      return fmt::format("the tool says: {}", printable(trimmed(line)));
  if (text[begin] == '{' || text[begin] == '[') {
    Arena arena;
    std::vector<Diagnostic> found;
    Document document({"", text});
    if (!document.parse(arena, found) && !found.empty())
      return fmt::format("line {}: {}", found.front().where.line, found.front().message);
  }
  if (holds(text, "ROCm System Management Interface"))
    return "it names no cards; `rocm-smi --showproductname --showmeminfo vram` does";
  return "it names no card that detect reads; save what `nvidia-smi`, `rocm-smi`, `amd-smi`, "
         "`lspci -nn`, `system_profiler`, `vulkaninfo`, `clinfo`, dxdiag, `wmic` or llama.cpp "
         "prints";
}

std::string utf8_of(std::string_view text) {
  const bool marked = text.starts_with("\xFF\xFE");
  if (!marked && !(text.size() > 3 && text[0] != 0 && text[1] == 0 && text[3] == 0))
    return std::string(text);
  std::string out;
  for (std::size_t i = marked ? 2 : 0; i + 1 < text.size(); i += 2) {
    const unsigned unit =
        static_cast<unsigned char>(text[i]) + 256U * static_cast<unsigned char>(text[i + 1]);
    const auto add = [&](unsigned byte) { out += static_cast<char>(byte); };
    if (unit >= 0x800) add(0xE0U | unit >> 12U);
    if (unit >= 0x80) add(unit >= 0x800 ? 0x80U | (unit >> 6U & 0x3FU) : 0xC0U | unit >> 6U);
    add(unit >= 0x80 ? 0x80U | (unit & 0x3FU) : unit);
  }
  return out;
}

std::vector<SeenCard> cards_seen_in(std::string_view text) {
  const std::string_view text_start =
      text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (text_start.starts_with('{') || (text_start.starts_with('[') && !holds(text, "] ")) ||
      text_start.starts_with("[\n") || text_start.starts_with("[{"))
    return in_json(text);
  const Lines lines = lines_of(text);
  if (text_start.starts_with("<")) return in_xml(lines);
  if (auto found = in_smi_table(lines); !found.empty()) return found;
  if (auto found = in_list(lines); !found.empty()) return found;
  if (auto found = in_devices(lines); !found.empty()) return found;
  if (auto found = in_lspci(lines); !found.empty()) return found;
  if (auto found = in_rocm_table(lines); !found.empty()) return found;
  const std::string header = lines.empty() ? "" : lower_case(lines.front());
  const bool parted = header.find_first_of(",;") != std::string::npos;
  if (holds(header, "name") && (parted || trimmed(lines.front()) == "name")) return in_csv(lines);
  if (header.starts_with("device,") || header.starts_with("gpu,")) return in_csv(lines);
  if (auto found = in_pairs(lines); !found.empty()) return found;
  if (auto found = in_windows(lines); !found.empty()) return found;
  return in_rows(lines);
}

}  // namespace gpupick
