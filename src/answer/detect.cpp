// The answer of `detect`: the cards of a computer.
#include <algorithm>

#include "answer/answers.hpp"
#include "answer/values.hpp"
#include "base/lists.hpp"

namespace gpupick {

namespace {

struct Unknown {
  DetectedCards::Unknown card;
  int count = 0;
};

// Returns each card that is not identified once, with its number.
std::vector<Unknown> kinds_of_unknown(const DetectedCards& found) {
  std::vector<Unknown> out;
  for (const auto& card : found.unknown) {
    const auto same = std::ranges::find(out, card, &Unknown::card);
    ++(same == out.end() ? out.emplace_back(Unknown{card}) : *same).count;
  }
  return out;
}

std::string sentence_of(const Unknown& one) {
  const std::string& problem = one.card.problem;
  return fmt::format("Not identified{}: {}{}{}",
                     one.count > 1 ? fmt::format(", {} cards", one.count) : "", problem,
                     problem.ends_with('?') ? "" : ".",
                     one.card.memory_gib ? fmt::format(" `gpupick fit {}GB` lists what fits its "
                                                       "memory.",
                                                       rounded(*one.card.memory_gib))
                                         : "");
}

// Returns the columns of the list, and why a card is not identified.
Table csv_rows(const Listing& list, const std::vector<Unknown>& unknown) {
  Table table{{{"count"}, {"id"}, {"name"}, {"memory_gib"}, {"problem"}}};
  for (const ListRow& row : list.rows) {
    std::vector<std::string>& cells = table.rows.emplace_back();
    for (const Entry& entry : row.entries) cells.push_back(csv_cell(entry.data));
    cells.emplace_back();
  }
  for (const auto& [card, count] : unknown)
    table.rows.push_back({std::to_string(count), "", printable(card.name), "", card.problem});
  return table;
}

// Adds what the text lists besides cards, and what to ask next.
void add_hints(const DetectedCards& found, Answer& out) {
  if (found.computers > 1)
    out.add(fmt::format(
        "The text lists the cards of {} computers; `gpupick fit` and `--have` take those of one.",
        found.computers));
  if (found.repeats > 0)
    out.add(
        "A list of cards appears again and counts once; if it is another computer's, add its "
        "cards.");
  if (found.known.empty() && found.unknown.empty())
    out.add(
        "No graphics card was found. `--from-file FILE` reads what nvidia-smi, rocm-smi, lspci or "
        "system_profiler printed.");
  if (found.known.empty() || found.computers > 1) return;
  const Gpu* first = found.known.front();
  const auto count = std::ranges::count(found.known, first);
  out.add(fmt::format(
      "`gpupick fit {0}` lists what runs on it, `gpupick recommend --have {0}` what an upgrade "
      "would gain.",
      fmt::format("{}{}", first->id, count > 1 ? fmt::format(":{}", count) : "")));
}

}  // namespace

Answer answer(const DetectedCards& found) {
  Answer out{.schema = "detect/1", .facts = {{"unknown", Data::list()}}};
  for (const auto& [name, problem, memory] : found.unknown)
    out.facts["unknown"].push_back({{"name", printable(name)}, {"problem", problem}});
  Listing list{"cards",
               {{"count", Column{"count", Align::right}},
                {"id", Column{"id"}},
                {"name", Column{"card"}},
                {"memory_gib", Column{"memory"}}}};
  // Each kind of card with its number, in the order of detection.
  std::vector<const Gpu*> kinds;
  for (const Gpu* gpu : found.known) add_once(kinds, gpu);
  for (const Gpu* gpu : kinds)
    list.add({{std::ranges::count(found.known, gpu)},
              {gpu->id},
              {gpu->name},
              {gpu->memory_gib, memory_text(*gpu)}});
  const std::vector<Unknown> unknown = kinds_of_unknown(found);
  if (!found.unknown.empty()) out.csv = [list, unknown] { return csv_rows(list, unknown); };
  out.add(std::move(list));
  out.add_break();
  for (const Unknown& one : unknown) out.add(sentence_of(one));
  add_hints(found, out);
  return out;
}

}  // namespace gpupick
