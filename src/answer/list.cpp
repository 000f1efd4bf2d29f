// The answer of `list`: cards with the columns that the user names.
#include "answer/answers.hpp"
#include "answer/values.hpp"
#include "base/lists.hpp"

namespace gpupick {

namespace {

// Returns the columns of the list. On a narrow page the name is dropped first, since the id
// identifies the card. The price always stays.
std::vector<ListColumn> columns_of(const std::vector<std::string>& keys, const Query& query) {
  const int last = static_cast<int>(keys.size()) + 1;
  std::vector<ListColumn> out = {{"id", Column{"id"}}, {"name", Column{"card", Align::left, last}}};
  int drop_order = 0;
  for (const std::string& key : keys) {
    ++drop_order;
    if (const Figure* figure = find_figure(key)) {
      const Align align = figure->type() == ValueType::number ? Align::right : Align::left;
      out.push_back({key, Column{std::string(figure->label), align, drop_order},
                     figure->better == Better::less});
    } else {
      out.push_back({key, Column{"price, " + query.currency.code}, true});
    }
  }
  return out;
}

void add_row(const PricedCard& card, const std::vector<std::string>& keys, const Currency& currency,
             Listing& list) {
  const Gpu& gpu = *card.gpu;
  std::vector<Entry> row = {{gpu.id}, {gpu.name}};
  Data price = Data::object();
  for (const std::string& key : keys) {
    if (const Figure* figure = find_figure(key)) {
      row.push_back({data_of(value_of(gpu, *figure)), format_value(gpu, *figure)});
    } else if (card.price) {
      price = data_of(*card.price);
      row.push_back({price["price_usd"], marked_text(*card.price, currency)});
    } else {
      row.push_back({{}, "-"});
    }
  }
  list.add(std::move(row), std::move(price));
}

}  // namespace

Answer answer(const std::vector<PricedCard>& cards, const std::vector<std::string>& columns,
              const Query& query, const ListView& view) {
  Answer out{.schema = "list/1", .facts = {{"as_of", iso(query.day)}}};
  Listing list{"cards", columns_of(columns, query)};
  for (const PricedCard& card : cards) add_row(card, columns, query.currency, list);
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
