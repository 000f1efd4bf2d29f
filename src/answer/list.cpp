// The answer of `list`: cards with the columns that the user names.
#include "answer/answers.hpp"
#include "answer/values.hpp"
#include "base/lists.hpp"

namespace gpupick {

Answer answer(const std::vector<PricedCard>& cards, const std::vector<std::string>& columns,
              const Query& query, const ListView& view) {
  Answer out{.schema = "list/1", .facts = {{"as_of", iso(query.day)}}};
  // On a narrow page the name is dropped first, since the id identifies the card. The price always
  // stays.
  int drop_order = static_cast<int>(columns.size()) + 1;
  Listing list{"cards", {{"id", Column{"id"}}, {"name", Column{"card", Align::left, drop_order}}}};
  drop_order = 0;
  for (const std::string& key : columns) {
    ++drop_order;
    if (const Figure* figure = find_figure(key)) {
      const Align align = figure->type() == ValueType::number ? Align::right : Align::left;
      list.columns.push_back({key, Column{std::string(figure->label), align, drop_order},
                              figure->better == Better::less});
    } else {
      list.columns.push_back({key, Column{"price, " + query.currency.code}, true});
    }
  }
  for (const PricedCard& card : cards) {
    const Gpu& gpu = *card.gpu;
    std::vector<Entry> row = {{gpu.id}, {gpu.name}};
    Data price = Data::object();
    for (const std::string& key : columns) {
      if (const Figure* figure = find_figure(key)) {
        row.push_back({data_of(value_of(gpu, *figure)), format_value(gpu, *figure)});
      } else if (card.price) {
        price = data_of(*card.price);
        row.push_back({price["price_usd"], marked_text(*card.price, query.currency)});
      } else {
        row.push_back({{}, "-"});
      }
    }
    list.add(std::move(row), std::move(price));
  }
  add_currency(query.currency, out.facts);
  if (!query.region.empty()) out.facts["region"] = query.region;
  arrange(list, view, list.rows.size());
  const bool none = list.rows.empty();
  const bool doubted =
      std::ranges::any_of(std::span(list.rows).first(list.shown()), [](const ListRow& row) {
        const Data* trusted = row.more.find("price_trusted");
        return trusted && !std::get<bool>(trusted->value());
      });
  out.add(std::move(list));
  if (doubted) out.add(std::string(few_prices));
  if (!query.region.empty() && contains(columns, "price_usd"))
    out.add(street_prices(query.region) + ".");
  if (none)
    out.add(fmt::format(
        "No card meets all of this.{}",
        view.by_name ? "" : " With the same limits, `gpupick recommend` names the nearest."));
  return out;
}

}  // namespace gpupick
