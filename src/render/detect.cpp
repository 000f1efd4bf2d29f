#include <algorithm>

#include "render/parts.hpp"

namespace gpupick {
namespace {

// Each kind of card with its number, in the order of detection.
std::vector<std::pair<const Gpu*, std::size_t>> counted_cards(
    const std::vector<const Gpu*>& cards) {
  std::vector<std::pair<const Gpu*, std::size_t>> out;
  for (const Gpu* gpu : cards) {
    const auto known = std::ranges::find(out, gpu, [](const auto& one) { return one.first; });
    if (known == out.end())
      out.emplace_back(gpu, 1);
    else
      ++known->second;
  }
  return out;
}

std::string detected_json(const DetectedCards& found) {
  Data out = {{"schema", "gpupick/detect/1"}, {"cards", Data::list()}, {"unknown", Data::list()}};
  for (const auto& [gpu, count] : counted_cards(found.known))
    out["cards"].push_back({{"id", gpu->id}, {"name", gpu->name}, {"count", count}});
  for (const auto& [name, problem] : found.unknown)
    out["unknown"].push_back({{"name", printable(name)}, {"problem", problem}});
  return to_json(out);
}

}  // namespace

std::string render(const DetectedCards& found, const Page& page) {
  if (page.format == Format::json) return detected_json(found);
  const bool csv = page.format == Format::csv;
  Table table{{{"count", Align::right}, {"id"}, {csv ? "name" : "card"}, {"memory"}}, {}};
  for (const auto& [gpu, count] : counted_cards(found.known))
    table.rows.push_back({std::to_string(count), std::string(gpu->id), std::string(gpu->name),
                          csv ? plain(gpu->memory_gib) : memory_text(*gpu)});
  if (csv) return to_csv(table);
  std::string out;
  if (!found.known.empty()) out += to_page(table, page) + "\n";
  for (const auto& [name, problem] : found.unknown)
    out += paragraph(page, fmt::format("Not identified: {}.", problem));
  if (found.known.empty() && found.unknown.empty())
    out += paragraph(page,
                     "No graphics card was found. `--from-file FILE` reads what nvidia-smi, "
                     "rocm-smi, lspci or system_profiler printed.");
  if (!found.known.empty())
    out += paragraph(page,
                     "`gpupick fit here` lists what runs on it, `gpupick recommend --have here` "
                     "what an upgrade would gain.");
  return out;
}

}  // namespace gpupick
