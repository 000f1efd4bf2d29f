// The problem: two dozen tools print cards, nobody says which tool printed a text, and a text may
// hold the output of several. The readers go over it one after another, the surest first; each
// takes the lines that it understands and leaves the rest to the others.
#include "cli/tool_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "schema/document.hpp"

namespace gpupick {
namespace {

struct Reader {
  std::string_view name;
  std::vector<SeenCard> (*read)(Lines& lines);
  bool guesses = false;  // any line may be a name, so it reads texts without a tool's output only
};
constexpr Reader readers[] = {
    {"schedulers", in_schedulers},
    {"json", in_json},
    {"xml", in_xml},
    {"smi", in_smi_tables},
    {"complaints", in_complaints},
    {"labels", in_labels},
    {"lspci", in_lspci},
    {"rocm", in_rocm_table},
    {"csv", in_csv},
    {"pairs", in_pairs},
    {"windows", in_windows, true},
    {"rows", in_rows, true},
};

// Returns the platform that each line is below. clinfo lists a card once for each of them.
std::vector<std::string> platforms_of(const Lines& lines) {
  std::vector<std::string> out;
  std::string platform;
  for (const std::string& line : lines) {
    if (const std::string plain = trimmed(line); plain.starts_with("Platform ")) platform = plain;
    out.push_back(platform);
  }
  return out;
}

bool is_guess(const SeenCard& card) { return !card.sure; }

// True if the numbers of the cards show that this one is not of the same list.
bool begins_again(const SeenCard& last, const SeenCard& card) {
  return last.place && card.place && *card.place <= *last.place;
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
  if (names_wsl_adapter(text))
    return "it shows the adapter of WSL, which stands for the card; `nvidia-smi` inside WSL names "
           "the card, dxdiag on Windows that of any maker";
  if (holds(text, "ROCm System Management Interface"))
    return "it names no cards; `rocm-smi --showproductname --showmeminfo vram` does";
  return "it names no card that detect reads; save what `nvidia-smi`, `rocm-smi`, `amd-smi`, "
         "`lspci -nn`, `system_profiler`, `vulkaninfo`, `clinfo`, dxdiag, `wmic`, llama.cpp, "
         "`kubectl describe node` or Slurm's `scontrol show node` prints";
}

bool names_wsl_adapter(std::string_view text) {
  constexpr std::string_view words[] = {"Microsoft Corporation Device 008e",
                                        "Microsoft Corporation Basic Render", "1414:008e",
                                        "Microsoft Corporation\nDevice:\tBasic Render"};
  return std::ranges::any_of(words, [&](std::string_view word) { return holds(text, word); });
}

std::vector<ToolRun> tool_runs_in(std::string_view text) {
  Lines lines = lines_of(text);
  const std::vector<std::string> platforms = platforms_of(lines);
  std::vector<ToolRun> out;
  for (const Reader& reader : readers) {
    std::vector<SeenCard> cards = reader.read(lines);
    if (reader.guesses && !out.empty()) std::erase_if(cards, is_guess);
    for (SeenCard& card : cards) {
      std::string tool = fmt::format("{} {} {}", reader.name, card.list, platforms[card.line]);
      if (out.empty() || out.back().tool != tool || begins_again(out.back().cards.back(), card))
        out.push_back({std::move(tool), {}});
      out.back().cards.push_back(std::move(card));
    }
  }
  std::ranges::stable_sort(out, {}, [](const ToolRun& run) { return run.cards.front().line; });
  return out;
}

}  // namespace gpupick
