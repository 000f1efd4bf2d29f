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

// Returns what follows the first word of a text, trimmed; "" if there is no more.
std::string behind_word(std::string_view text) {
  return trimmed(text.substr(std::min(text.find(' '), text.size())));
}

// Reads the tables that nvidia-smi and amd-smi print: a card has a line with its name and bus id,
// and one with its memory; its power is in either. A second table of nvidia-smi lists MIG slices.
std::vector<SeenCard> in_smi_table(const Lines& lines) {
  std::vector<SeenCard> out;
  bool slices = false;
  for (const std::string& line : lines) {
    const std::vector<std::string> cells = bars_of(line);
    if (holds(line, "MIG devices:")) slices = true;
    if (holds(line, "Processes:")) break;
    if (cells.size() < 2) continue;
    const auto first = leading_number(cells[0]);
    const auto cap_in = [](const std::string& cell) {
      return leading_number(cell.substr(cell.rfind('/') + 1));
    };
    if (begins_with_bus_id(cells[0])) {
      std::string name = behind_word(cells[0]);
      // amd-smi leaves out the start of a long name, which is its maker and line.
      if (name.starts_with("...")) name = behind_word(name);
      SeenCard& card = out.emplace_back();
      card.name = name;
      if (cells[1].ends_with(" W")) card.watts = cap_in(cells[1]);
      continue;
    }
    if (begins_with_bus_id(cells[1]) && first) {
      std::string name = behind_word(cells[0]);
      // The last word says whether the driver stays loaded, or which driver it is.
      name = trimmed(std::string_view(name).substr(0, name.rfind(' ')));
      SeenCard& card = out.emplace_back();
      card.cut = name.ends_with("...");
      card.name = trimmed(std::string_view(name).substr(0, name.size() - (card.cut ? 3 : 0)));
      continue;
    }
    const std::size_t slash = cells[1].find('/');
    const bool in_mb = cells.size() == 2 && cells[1].ends_with(" MB");
    if (out.empty() || slash == std::string::npos || !(in_mb || holds(cells[1], "MiB"))) continue;
    const auto memory = memory_of(cells[1].substr((in_mb ? cells[1].rfind('/') : slash) + 1), 0);
    if (slices && first) {
      if (*first < static_cast<double>(out.size()) && memory)
        out[static_cast<std::size_t>(*first)].slices.push_back(
            fmt::format("{} GiB", rounded(*memory)));
    } else if (!out.back().memory_gib) {
      out.back().memory_gib = memory;
      if (cells[0].rfind("/ ") != std::string::npos) out.back().watts = cap_in(cells[0]);
    }
  }
  return out;
}

// A card's name lies between a label, with a number in it where it has a tail, and the first of the
// ends, which semicolons part.
struct Label {
  std::string_view head, tail, ends;
  std::string_view line = {};  // a text that the line has before the label
};
constexpr std::string_view name_ends = "\n; (; @ ; [Discrete; [Integrated";
constexpr Label labels[] = {
    {"[gpu:", "] (", ")\n"},                            // nvidia-settings -q gpus
    {"Device-", ": ", " vendor:; driver:; type: "},     // inxi -G
    {"GPU ", ": ", name_ends},                          // nvidia-smi -L, collect_env, fastfetch
    {"GPU: ", "", name_ends},                           // fastfetch, neofetch
    {"description=\"", "", "\"", "inference compute"},  // Ollama's log, also of older versions:
    {" name=\"", "", "\"", "inference compute"},
    {"DeviceProperties(name='", "", "'"},  // torch.cuda.get_device_properties
    {"Device: cuda:", " ", " : ;\n"},      // ComfyUI's log
    {"[", "] ", " |"},                     // gpustat
    {" display  ", "", "\n"},              // lshw -short
};

// Returns the end of the first label in the text from `at` on, or the text's size.
std::size_t behind(const Label& label, std::string_view text, std::size_t at) {
  for (at = text.find(label.head, at); at < text.size(); at = text.find(label.head, at + 1)) {
    std::size_t end = at + label.head.size();
    if (!label.tail.empty()) {
      const std::size_t number = end;
      while (end < text.size() && is_digit(text[end])) ++end;
      if (end == number || !text.substr(end).starts_with(label.tail)) continue;
      end += label.tail.size();
    }
    const std::size_t line = text.rfind('\n', at) + 1;
    if (holds(text.substr(line, at - line), label.line)) return end;
  }
  return text.size();
}

// Returns the first amount of memory in a text, as in "3 / 24576 MB".
std::optional<double> memory_in(std::string_view text) {
  std::size_t unit = text.size();
  for (const std::string_view word : {"GiB", "MiB", "MB"}) unit = std::min(unit, text.find(word));
  const std::size_t number = text.substr(0, unit).find_last_not_of("0123456789. ") + 1;
  return unit == text.size() ? std::nullopt : memory_of(text.substr(number, unit + 3 - number), 0);
}

// Reads the names behind a label, with the memory in their lines, MIG slices and PCI ids.
std::vector<SeenCard> named_by(const Label& label, std::string_view text) {
  std::vector<SeenCard> out;
  for (std::size_t at = behind(label, text, 0); at < text.size();) {
    const std::size_t next = behind(label, text, at);
    const std::string_view block = text.substr(at, next - at);
    std::size_t end = block.size();
    for (const std::string_view one : split(label.ends, ";")) end = std::min(end, block.find(one));
    const std::string_view rest = block.substr(end), line = rest.substr(0, rest.find('\n'));
    at = next;
    SeenCard card;
    card.name = trimmed(block.substr(0, end));
    if (rest.empty() || holds(card.name, '\n') || std::ranges::none_of(card.name, is_letter))
      continue;
    card.memory_gib = memory_in(line);
    card.sure = !holds(line, "[Integrated]") && !holds(rest, "type: USB");
    if (const std::size_t id = rest.find("chip-ID: "); id != std::string_view::npos)
      card.pci_id = rest.substr(id + 9, 9);
    for (const std::string& below : lines_of(rest))
      if (const std::string plain = trimmed(below); plain.starts_with("MIG "))
        card.slices.push_back(plain.substr(4, plain.find(' ', 4) - 4));
    out.push_back(card);
  }
  return out;
}

// Reads the names behind the first of the labels that the text has.
std::vector<SeenCard> in_list(std::string_view text) {
  // inxi wraps lines, and lists other devices like cards.
  std::string section;
  if (const std::size_t graphics = text.find("Graphics:"); graphics < text.find("Device-1:")) {
    for (const std::string& line :
         lines_of(text.substr(graphics, text.find("\nAudio:", graphics) - graphics)))
      section += trimmed(line) + " ";
    text = section;
  }
  for (const Label& label : labels)
    if (auto found = named_by(label, text); !found.empty()) return found;
  return {};
}

// Reads the devices of llama.cpp, or "Device 0: NAME, compute capability 8.6" where it names no
// others. Vulkan lists again what CUDA and ROCm list, under a name with the driver's in
// parentheses, and cards that they do not know.
std::vector<SeenCard> in_devices(std::string_view text) {
  constexpr std::string_view ends = "\n; (;, compute";
  std::vector<SeenCard> out;
  const auto maker = [](const SeenCard& card) { return card.name.substr(0, card.name.find(' ')); };
  for (const std::string_view prefix : {"CUDA", "ROCm", "Vulkan"}) {
    const std::vector<SeenCard> before = out, listed = named_by({prefix, ": ", ends}, text);
    for (const SeenCard& card : listed) {
      const auto of_maker = [&](const SeenCard& one) { return maker(one) == maker(card); };
      const auto is_it = [&](const SeenCard& one) { return fold(one.name) == fold(card.name); };
      const bool again =
          std::ranges::any_of(before, is_it) ||
          std::ranges::count_if(listed, of_maker) <= std::ranges::count_if(before, of_maker);
      if (!again) out.push_back(card);
      // "AMD Radeon Graphics" are those of a processor, which CUDA and ROCm leave out.
      if (!again && !before.empty()) out.back().sure = std::ranges::any_of(card.name, is_digit);
    }
  }
  return out.empty() ? named_by({"Device ", ": ", ends}, text) : out;
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

// Lines of gpustat and others begin with a number or a word in brackets.
bool begins_json(std::string_view text) {
  const std::size_t next = text.find_first_not_of(" \t\r\n") + 1;
  return is_json(text) &&
         (next == text.size() || (!is_digit(text[next]) && !is_letter(text[next])));
}

}  // namespace

std::string fault_of_output(std::string_view text) {
  if (holds(text, '\0')) return "it is not text";
  if (trimmed(text).empty()) return "it is empty";
  for (const std::string& line : lines_of(text))
    if (line.starts_with("NVIDIA-SMI has failed") || line.starts_with("Failed to initialize") ||
        line.starts_with("No devices were found"))
      return fmt::format("the tool says: {}", printable(trimmed(line)));
  if (begins_json(text)) {
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
  if (begins_json(text)) return in_json(text);
  const Lines lines = lines_of(text);
  if (trimmed(text).starts_with("<")) return in_xml(lines);
  if (auto found = in_smi_table(lines); !found.empty()) return found;
  const std::string whole = std::string(text) + "\n";
  if (auto found = in_list(whole); !found.empty()) return found;
  if (auto found = in_devices(whole); !found.empty()) return found;
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
