#include "render/parts.hpp"

namespace gpupick {
namespace {

Table changes_table(const Changes& changes) {
  Table table{{{"change"}, {"card"}, {"figure"}, {"before"}, {"after"}}, {}};
  for (const std::string& id : changes.added) table.rows.push_back({"added", id, "", "", ""});
  for (const std::string& id : changes.removed) table.rows.push_back({"removed", id, "", "", ""});
  for (const auto* list : {&changes.figures, &changes.prices})
    for (const FigureChange& change : *list)
      table.rows.push_back({list == &changes.prices ? "price" : "figure", change.card, change.key,
                            change.before, change.after});
  return table;
}

Data to_json(const std::vector<FigureChange>& list) {
  Data out = Data::list();
  for (const FigureChange& change : list)
    out.push_back({{"id", change.card},
                   {"key", change.key},
                   {"before", change.before},
                   {"after", change.after}});
  return out;
}

}  // namespace

std::string render(const Changes& changes, const Page& page) {
  if (page.format == Format::json)
    return to_json(
        {{"schema", "gpupick/catalog-diff/1"},
         {"added", changes.added},
         {"removed", changes.removed},
         {"figures", to_json(changes.figures)},
         {"prices", to_json(changes.prices)},
         {"observations",
          {{"before", changes.observations_before}, {"after", changes.observations_after}}}});
  const Table table = changes_table(changes);
  if (page.format == Format::csv) return to_csv(table);
  std::string out = table.rows.empty() ? "" : to_page(table, page) + "\n";
  return out +
         paragraph(
             page,
             fmt::format(
                 "{} added, {} removed, {} and {} changed; {} price observations before, {} after.",
                 counted(changes.added.size(), "card"), changes.removed.size(),
                 counted(changes.figures.size(), "figure"), counted(changes.prices.size(), "price"),
                 changes.observations_before, changes.observations_after));
}

}  // namespace gpupick
