// Lists of cards.
#include <algorithm>

#include "render/parts.hpp"

namespace gpupick {
namespace {

bool is_number(const Figure& figure) { return figure.type() == ValueType::number; }

std::string list_json(const std::vector<PricedCard>& cards, const std::vector<std::string>& columns,
                      const Query& query) {
  Data out = {{"schema", "gpupick/list/1"}, {"as_of", iso(query.day)}, {"cards", Data::list()}};
  for (const PricedCard& card : cards) {
    const Gpu& gpu = *card.gpu;
    Data json = {{"id", gpu.id}, {"name", gpu.name}};
    for (const std::string& column : columns) {
      if (column == "price_usd" && card.price) json.add(to_json(*card.price));
      if (const Figure* figure = find_figure(column); figure && is_known(gpu, *figure))
        json[column] = to_json(value_of(gpu, *figure));
    }
    out["cards"].push_back(std::move(json));
  }
  return to_json(out);
}

}  // namespace

std::string render_list(const std::vector<PricedCard>& cards,
                        const std::vector<std::string>& columns, const Query& query,
                        const Page& page) {
  if (page.format == Format::json) return list_json(cards, columns, query);
  const bool csv = page.format == Format::csv;
  if (cards.empty() && !csv)
    return paragraph(
        page,
        "No card meets all of this. `gpupick recommend` with the same limits names the nearest.");
  // On a narrow page the name is dropped first, since the id identifies the card. The price always
  // stays.
  int drop_order = static_cast<int>(columns.size()) + 1;
  Table table{{{"id"}, {csv ? "name" : "card", Align::left, drop_order}}, {}};
  drop_order = 0;
  for (const std::string& column : columns) {
    const Figure* figure = find_figure(column);
    const bool right = figure ? is_number(*figure) : csv;
    const std::string heading = csv || !figure ? column : std::string(figure->label);
    ++drop_order;
    table.columns.push_back({!csv && !figure ? "price" : heading,
                             right ? Align::right : Align::left, figure ? drop_order : 0});
  }
  for (const PricedCard& card : cards) {
    const Gpu& gpu = *card.gpu;
    std::vector<std::string> row{std::string(gpu.id), std::string(gpu.name)};
    for (const std::string& column : columns) {
      const Figure* figure = find_figure(column);
      const auto& price = card.price;
      if (!figure)
        row.push_back(!price ? (csv ? "" : "-") : csv ? plain(price->usd) : to_text(*price));
      else if (csv && is_number(*figure))
        row.push_back(plain(number_of(gpu, *figure)));
      else
        row.push_back(csv && !is_known(gpu, *figure) ? "" : format_value(gpu, *figure));
    }
    table.rows.push_back(std::move(row));
  }
  return to_page(table, page);
}

}  // namespace gpupick
