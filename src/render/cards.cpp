// One card with all its figures, and lists of cards.
#include <algorithm>

#include "render/parts.hpp"

namespace gpupick {
namespace {

std::string software_text(const SupportAnswer& answer) {
  if (!answer.rule) return "no support";
  return fmt::format("{}{}", name_of(answer.level),
                     answer.rule->release.empty() ? ""
                                                  : fmt::format(" ({}, {})", answer.rule->release,
                                                                month_of(answer.rule->from)));
}

std::vector<std::string> software_names(const Catalog& catalog, const Gpu& gpu) {
  std::vector<std::string> names;
  for (const SoftwareRule& rule : catalog.software())
    if (rule.stack == gpu.stack &&
        std::find(names.begin(), names.end(), rule.software) == names.end())
      names.emplace_back(rule.software);
  std::sort(names.begin(), names.end());
  return names;
}

struct NamedPrice {
  std::string key;
  std::optional<Price> price;
};

std::vector<NamedPrice> prices_of(const Catalog& catalog, const Gpu& gpu, const Query& query) {
  const PriceHistory history = catalog.history_of(gpu);
  const auto street = [&](Condition condition) {
    auto price = price_on(history, condition, query.day);
    return price && price->kind != PriceKind::launch ? price : std::nullopt;
  };
  return {{"new", street(Condition::new_card)},
          {"used", street(Condition::used)},
          {"launch", launch_price(history, query.day)}};
}

std::string price_line(const Price& price) {
  std::string out = to_text(price);
  if (price.kind != PriceKind::launch)
    out += fmt::format(" ({}-{}, by {})", rounded(price.low), rounded(price.high),
                       counted(price.rows, "observation"));
  if (price.whole_computer) out += ", includes the computer";
  if (price.thin()) out += ", few observations";
  return out;
}

std::vector<NamedPrice> rents_of(const Catalog& catalog, const Gpu& gpu, const Query& query) {
  std::vector<NamedPrice> out;
  for (const RentKind& row : rent_kinds)
    if (const auto rent = rent_on(catalog.history_of(gpu), row.kind, query.day))
      out.push_back({std::string(row.words), rent});
  return out;
}

std::string card_text(const Catalog& catalog, const Gpu& gpu, const Query& query,
                      const Page& page) {
  std::vector<std::string> cited;
  const auto mark = [&](std::string_view source) -> std::string {
    if (source.empty()) return "";
    auto found = std::find(cited.begin(), cited.end(), source);
    if (found == cited.end()) found = cited.insert(cited.end(), std::string(source));
    return fmt::format("[{}]", found - cited.begin() + 1);
  };
  Table table{{{""}, {std::string(gpu.name)}, {"source", Align::left, 1}}, {}};
  table.rows.push_back({"id", std::string(gpu.id), ""});
  for (const Figure& figure : figures()) {
    if (!is_known(gpu, figure)) continue;
    table.rows.push_back(
        {std::string(figure.label), format_value(gpu, figure, true), mark(source_of(gpu, figure))});
  }
  for (const auto& [key, price] : prices_of(catalog, gpu, query))
    if (price) table.rows.push_back({"price " + key, price_line(*price), ""});
  for (const auto& [key, rent] : rents_of(catalog, gpu, query))
    table.rows.push_back(
        {"rent " + key,
         fmt::format("{} USD per GPU and hour, {} ({}-{})", rounded(rent->usd),
                     month_of(*rent->date), rounded(rent->low), rounded(rent->high)),
         ""});
  for (const std::string& name : software_names(catalog, gpu)) {
    const auto answer = support_of(catalog.software(), gpu, name, query.day);
    table.rows.push_back({name, answer ? software_text(*answer) : "not known",
                          answer && answer->rule ? mark(answer->rule->source) : ""});
  }
  std::string out = to_page(table, page) + "\n";
  for (const std::string_view note : gpu.notes)
    out += paragraph(page, fmt::format("note: {}", note));
  for (std::size_t i = 0; i < cited.size(); ++i) {
    const Source* source = catalog.find<Source>(cited[i]);
    if (!source) continue;
    const std::string line =
        fmt::format("{}, {}, {}{}{}", source->title, source->publisher, source->kind,
                    source->url.empty() ? "" : ", ", source->url);
    const std::string number = fmt::format("[{}] ", i + 1);
    out += page.format == Format::markdown ? paragraph(page, number + line) + "\n"
                                           : wrapped(number, line, page.width, number.size());
  }
  return out;
}

std::string card_json(const Catalog& catalog, const Gpu& gpu, const Query& query) {
  Data out = {{"schema", "gpupick/card/1"}, {"as_of", iso(query.day)}, {"card", to_json(gpu)},
              {"prices", Data::object()},   {"rents", Data::object()}, {"software", Data::object()},
              {"sources", Data::list()}};
  for (const auto& [key, price] : prices_of(catalog, gpu, query))
    if (price) out["prices"][key] = to_json(*price);
  for (const auto& [key, rent] : rents_of(catalog, gpu, query))
    out["rents"][key] = {{"usd_per_hour", rent->usd},
                         {"low", rent->low},
                         {"high", rent->high},
                         {"date", iso(*rent->date)}};
  for (const std::string& name : software_names(catalog, gpu))
    if (const auto answer = support_of(catalog.software(), gpu, name, query.day))
      out["software"][name] = {{"level", name_of(answer->level)},
                               {"release", answer->rule->release},
                               {"from", iso(answer->rule->from)},
                               {"source", answer->rule->source}};
  std::vector<std::string> cited;
  for (const Citation& citation : gpu.sources) cited.emplace_back(citation.source);
  std::sort(cited.begin(), cited.end());
  for (const std::string& id : cited)
    if (const Source* source = catalog.find<Source>(id))
      out["sources"].push_back({{"id", source->id},
                                {"title", source->title},
                                {"publisher", source->publisher},
                                {"kind", source->kind},
                                {"url", source->url},
                                {"read", iso(source->read)}});
  return to_json(out);
}

std::string card_csv(const Gpu& gpu) {
  Table table{{{"figure"}, {"value"}, {"unit"}, {"source"}}, {}};
  for (const Figure& figure : figures()) {
    if (!is_known(gpu, figure)) continue;
    const Number number = number_of(gpu, figure);
    table.rows.push_back({std::string(figure.key),
                          number ? plain(*number) : format_value(gpu, figure),
                          std::string(figure.unit), std::string(source_of(gpu, figure))});
  }
  return to_csv(table);
}

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

std::string render_card(const Catalog& catalog, const Gpu& gpu, const Query& query,
                        const Page& page) {
  if (page.format == Format::json) return card_json(catalog, gpu, query);
  if (page.format == Format::csv) return card_csv(gpu);
  return card_text(catalog, gpu, query, page);
}

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
