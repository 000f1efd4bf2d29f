// The problem: many tools and logs name a card behind a label, each in its own way. A table of the
// labels reads them all.
#include <algorithm>

#include "base/lists.hpp"
#include "base/text.hpp"
#include "cli/tool_output.hpp"

namespace gpupick {
namespace {

// `head` N `tail` NAME `end`: a card's name behind a label and before the first of `ends`, which
// are between semicolons. N is a number, which a label without a tail lacks. "#" is a digit.
struct Label {
  std::string_view head, tail, ends;
  std::string_view line = {};  // a text that the line has before the label
};
constexpr std::string_view name_ends = "\n; (UUID; (#; @ ; | ; [Discrete; [Integrated";
constexpr std::string_view device_ends = "\n; (#;, compute;, gfx";
constexpr std::string_view sycl_ends = " ##.#; #.#; [";
constexpr Label labels[] = {
    {"[gpu:", "] (", ")\n"},                                      // nvidia-settings -q gpus
    {"Device-", ": ", " vendor:; driver:; type: ", "Graphics:"},  // inxi -G
    {"GPU ", ": ", name_ends},                                    // nvidia-smi -L, fastfetch
    {"GPU: ", "", name_ends},                                     // fastfetch, neofetch
    {"description=\"", "", "\"", "inference compute"},            // Ollama's log, also of older
    {" name=\"", "", "\"", "inference compute"},                  // versions
    {"DeviceProperties(name='", "", "'"},                         // get_device_properties of torch
    {"Device: cuda:", " ", " : ;\n"},                             // ComfyUI's log
    {"[", "] ", " |"},                                            // gpustat
    {" display  ", "", "\n"},                                     // lshw -short
    {"CUDA", ": ", device_ends},                                  // llama.cpp: --list-devices
    {"ROCm", ": ", device_ends},                                  //
    {"Vulkan", ": ", device_ends},                                //
    {"SYCL", ": ", device_ends},                                  //
    {"Device ", ": ", device_ends},                               // llama.cpp: CUDA and ROCm
    {"ggml_vulkan: ", " = ", "\n; (; |"},                         // llama.cpp: Vulkan
    {"found device: ", "", "\n"},                                 // llama.cpp: Metal
    {"Device #", ": ", "\n; [0x"},                                // clinfo -l
    {"Level-Zero, ", "", sycl_ends, "[level_zero:gpu"},           // sycl-ls
    {"CUDA BACKEND, ", "", sycl_ends, "[cuda:gpu"},               //
    {"HIP BACKEND, ", "", " gfx", "[hip:gpu"},                    //
    {"OpenCL Graphics, ", "", " OpenCL ; [", "[opencl:gpu"},      //
};

// True if the text has the pattern at `at`.
bool matches(std::string_view pattern, std::string_view text, std::size_t at) {
  if (text.size() - at < pattern.size()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i)
    if (pattern[i] == '#' ? !is_digit(text[at + i]) : pattern[i] != text[at + i]) return false;
  return true;
}

// Returns the position of the first of the ends, or the text's size.
std::size_t first_end(std::string_view text, std::string_view ends) {
  const Phrases patterns = split(ends, ";");
  for (std::size_t at = 0; at < text.size(); ++at)
    if (std::ranges::any_of(patterns, [&](std::string_view one) { return matches(one, text, at); }))
      return at;
  return text.size();
}

struct LabelEnd {
  std::size_t end;               // of the label
  std::optional<double> number;  // in it
};

// Returns the first label in the line from `at` on, or its size as the end.
LabelEnd behind(const Label& label, std::string_view line, std::size_t at) {
  for (at = line.find(label.head, at); at < line.size(); at = line.find(label.head, at + 1)) {
    LabelEnd out{at + label.head.size(), {}};
    if (!label.tail.empty()) {
      const std::size_t number = out.end;
      while (out.end < line.size() && is_digit(line[out.end])) ++out.end;
      if (out.end == number || !line.substr(out.end).starts_with(label.tail)) continue;
      out.number = leading_number(line.substr(number, out.end - number));
      out.end += label.tail.size();
    }
    if (holds(line.substr(0, at), label.line)) return out;
  }
  return {line.size(), {}};
}

// Returns the text between a mark and the next blank or parenthesis, or "".
std::string behind_mark(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return "";
  text.remove_prefix(at + mark.size());
  return std::string(text.substr(0, text.find_first_of(" )\n")));
}

// Returns the first amount of memory in a text, as in "3 / 24576 MB".
std::optional<double> memory_in(std::string_view text) {
  std::size_t unit = text.size();
  for (const std::string_view word : {"GiB", "MiB", "MB"}) unit = std::min(unit, text.find(word));
  const std::size_t number = text.substr(0, unit).find_last_not_of("0123456789. ") + 1;
  return unit == text.size() ? std::nullopt : memory_of(text.substr(number, unit + 3 - number), 0);
}

// Reads the text from the end of a label up to the next one.
std::optional<SeenCard> card_in(std::string_view block, const Label& label) {
  const std::size_t end = first_end(block, label.ends);
  const std::string_view rest = block.substr(end);
  SeenCard card{.name = trimmed(block.substr(0, end))};
  if (rest.empty() || std::ranges::none_of(card.name, is_letter)) return {};
  // Tools print these where they found no card.
  constexpr std::string_view no_names[] = {"not detected", "not found", "n/a", "none", "unknown"};
  if (contains(no_names, lower_case(card.name))) return {};
  card.memory_gib = memory_in(rest);
  card.sure =
      !holds(rest, "[Integrated]") && !holds(rest, "type: USB") && !holds(rest, "| uma: 1 |");
  card.pci_id = behind_mark(rest, "chip-ID: ");
  card.unit = behind_mark(rest, "UUID: ");
  card.list = label.head;
  return card;
}

// Reads the names behind a label, and the MIG slices in the lines below.
void read_label(const Label& label, Lines& lines, std::vector<SeenCard>& out) {
  bool in_list = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (const std::string plain = trimmed(lines[i]); in_list && plain.starts_with("MIG ")) {
      out.back().slices.push_back(plain.substr(4, plain.find(' ', 4) - 4));
      lines[i].clear();
    }
    const std::string line = lines[i] + "\n";
    for (LabelEnd at = behind(label, line, 0); at.end < line.size();) {
      const LabelEnd next = behind(label, line, at.end);
      if (std::optional<SeenCard> card =
              card_in(std::string_view(line).substr(at.end, next.end - at.end), label)) {
        card->line = i;
        card->place = at.number;
        out.push_back(*card);
        in_list = true;
        lines[i].clear();
      }
      at = next;
    }
  }
}

// Joins the lines of inxi's section about graphics, which inxi wraps.
void join_graphics(Lines& lines) {
  std::string* section = nullptr;
  for (std::string& line : lines) {
    const bool goes_on = section && line.starts_with(' ');
    if (!goes_on) section = trimmed(line).starts_with("Graphics:") ? &line : nullptr;
    if (!goes_on) continue;
    *section += " " + trimmed(line);
    line.clear();
  }
}

}  // namespace

std::vector<SeenCard> in_labels(Lines& lines) {
  join_graphics(lines);
  std::vector<SeenCard> out;
  for (const Label& label : labels) read_label(label, lines, out);
  return out;
}

}  // namespace gpupick
