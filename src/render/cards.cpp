#include <algorithm>

#include "render/job.hpp"

namespace gpupick {
namespace {

const char* word(Verdict verdict) {
  return verdict == Verdict::better ? "better" : verdict == Verdict::worse ? "worse" : "";
}

std::string judged(const Cell& cell, const Page& page) {
  if (cell.verdict != Verdict::better && cell.verdict != Verdict::worse) return word(cell.verdict);
  return paint(page, cell.verdict == Verdict::better ? green : red, word(cell.verdict));
}

// Of no news to who did not ask for it.
std::string short_name(const CardGroup& cards) {
  return times(cards.count, short_name(*cards.gpu));
}

// As it is asked for: "rtx-3090:2".
std::string id_of(const CardGroup& cards) {
  return cards.count > 1 ? fmt::format("{}:{}", cards.gpu->id, cards.count)
                         : std::string(cards.gpu->id);
}

bool is_equal(const ComparisonRow& row) { return !row.differs && !row.asked; }

// Which cards and rows a table shows, and whether with ratio and verdict.
struct ComparisonView {
  std::vector<std::size_t> cards;
  bool all = false;
  bool judged = true;
};

Table comparison_table(const Comparison& comparison, const ComparisonView& view, const Page& page) {
  Table table{{{""}}, {}};
  for (const std::size_t i : view.cards) {
    table.columns.push_back({short_name(comparison.cards[i])});
    if (i == 0 || !view.judged) continue;
    table.columns.push_back({"ratio", Align::right, 1});
    table.columns.push_back({"", Align::left, 2});
  }
  for (const ComparisonRow& row : comparison.rows) {
    if (is_equal(row) && !view.all) continue;
    std::vector<std::string> cells{row.label};
    for (const std::size_t i : view.cards) {
      const Cell& cell = row.cells[i];
      cells.push_back(cell.text);
      if (i == 0 || !view.judged) continue;
      cells.push_back(cell.ratio ? fmt::format("{:.2f}", *cell.ratio) : "");
      cells.push_back(judged(cell, page));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// One of several tables, of about as many cards each, with the first card in all of them.
ComparisonView part_of(const Comparison& comparison, std::size_t part, std::size_t tables) {
  const std::size_t others = comparison.cards.size() - 1;
  ComparisonView out{{0}};
  for (std::size_t i = others * part / tables; i < others * (part + 1) / tables; ++i)
    out.cards.push_back(i + 1);
  return out;
}

// As few tables as the page has room for: no card that was asked for is left out.
std::string comparison_tables(const Comparison& comparison, bool all, const Page& page) {
  const auto table = [&](std::size_t part, std::size_t tables, bool judged) {
    ComparisonView view = part_of(comparison, part, tables);
    view.all = all;
    view.judged = judged;
    return comparison_table(comparison, view, page);
  };
  const auto have_room = [&](std::size_t tables) {
    for (std::size_t part = 0; part < tables; ++part)
      if (!fits(table(part, tables, false), page.table_width)) return false;
    return true;
  };
  std::size_t tables = 1;
  while (page.format == Format::text && tables + 1 < comparison.cards.size() && !have_room(tables))
    ++tables;
  std::string out;
  for (std::size_t part = 0; part < tables; ++part)
    out += (part == 0 ? "" : "\n") + to_page(table(part, tables, true), page);
  return out;
}

std::string comparison_csv(const Comparison& comparison, bool all) {
  Table table{{{"figure"}, {"unit"}}, {}};
  for (const CardGroup& one : comparison.cards) table.columns.push_back({id_of(one)});
  for (std::size_t i = 1; i < comparison.cards.size(); ++i) {
    table.columns.push_back({"ratio_" + id_of(comparison.cards[i])});
    table.columns.push_back({"verdict_" + id_of(comparison.cards[i])});
  }
  for (const ComparisonRow& row : comparison.rows) {
    if (is_equal(row) && !all) continue;
    std::vector<std::string> cells{row.key, row.unit};
    for (const Cell& cell : row.cells)
      cells.push_back(cell.number ? plain(*cell.number) : cell.text == "-" ? "" : cell.text);
    for (std::size_t i = 1; i < row.cells.size(); ++i) {
      cells.push_back(plain(row.cells[i].ratio));
      cells.emplace_back(word(row.cells[i].verdict));
    }
    table.rows.push_back(std::move(cells));
  }
  return to_csv(table);
}

std::string comparison_json(const Comparison& comparison, bool all) {
  Json out = {{"schema", "gpupick/diff/1"}, {"cards", Json::array()}, {"rows", Json::array()}};
  for (const auto& [gpu, count] : comparison.cards) {
    out["cards"].push_back(gpu->id);
    out["counts"].push_back(count);
  }
  if (!comparison.workload.empty()) out["profile"] = comparison.workload;
  if (comparison.job) out["job"] = assumed_json(*comparison.job);
  for (const ComparisonRow& row : comparison.rows) {
    if (is_equal(row) && !all) continue;
    Json json = {{"key", row.key},           {"label", row.label},      {"unit", row.unit},
                 {"differs", row.differs},   {"values", Json::array()}, {"ratios", Json::array()},
                 {"verdicts", Json::array()}};
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const Cell& cell = row.cells[i];
      json["values"].push_back(cell.number        ? json_number(*cell.number)
                               : cell.text == "-" ? Json(nullptr)
                                                  : Json(cell.text));
      if (i == 0) continue;
      json["ratios"].push_back(cell.ratio ? Json(*cell.ratio) : Json(nullptr));
      json["verdicts"].push_back(cell.verdict == Verdict::same ? "same" : word(cell.verdict));
    }
    out["rows"].push_back(std::move(json));
  }
  return dump(out);
}

const ComparisonRow* row_of(const Comparison& comparison, std::string_view key) {
  for (const ComparisonRow& row : comparison.rows)
    if (row.key == key) return &row;
  return nullptr;
}

// "The RTX 5090 has 1.78 x the bandwidth for 1.99 x the price."
std::string comparison_sentence(const Comparison& comparison) {
  const ComparisonRow* main = row_of(comparison, comparison.main);
  const ComparisonRow* price = row_of(comparison, "price_usd");
  if (!main || !price) return "";
  std::string out;
  for (std::size_t i = 1; i < comparison.cards.size(); ++i) {
    const auto &more = main->cells[i].ratio, &dearer = price->cells[i].ratio;
    if (!more || !dearer) continue;
    out += fmt::format("{}{} has {:.2f} x the {} of {} for {:.2f} x the price.",
                       out.empty() ? "" : " ", short_name(comparison.cards[i]), *more,
                       comparison.main_unit, short_name(comparison.cards[0]), *dearer);
  }
  return out;
}

// "RTX 3090 and RTX 4090 are too small for the job."
std::string too_small_sentence(const Comparison& comparison) {
  const ComparisonRow* margin = row_of(comparison, "margin_gib");
  if (!margin) return "";
  std::vector<std::string> names;
  for (std::size_t i = 0; i < comparison.cards.size(); ++i)
    if (margin->cells[i].number.value_or(0) < 0) names.push_back(short_name(comparison.cards[i]));
  if (names.empty()) return "";
  return fmt::format("{} {} too small for the job.", enumerate(names, "and"),
                     names.size() == 1 ? "is" : "are");
}

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
    return price && price->kind != "launch" ? price : std::nullopt;
  };
  return {{"new", street(Condition::new_card)},
          {"used", street(Condition::used)},
          {"launch", launch_price(history, query.day)}};
}

std::string price_line(const Price& price) {
  std::string out = to_text(price);
  if (price.kind != "launch")
    out += fmt::format(" ({}-{}, by {})", rounded(price.low), rounded(price.high),
                       counted(price.rows, "observation"));
  if (price.whole_computer) out += ", includes the computer";
  if (price.thin()) out += ", few observations";
  return out;
}

// Rents by kind.
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
    table.rows.push_back({std::string(figure.label), format_value(gpu, figure, true),
                          mark(source_of(gpu, figure.key))});
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
    const Source* source = catalog.find_source(cited[i]);
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
  Json out = {{"schema", "gpupick/card/1"}, {"as_of", iso(query.day)}, {"card", to_json(gpu)},
              {"prices", Json::object()},   {"rents", Json::object()}, {"software", Json::object()},
              {"sources", Json::array()}};
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
  for (const auto& [figure, source] : gpu.sources) cited.emplace_back(source);
  std::sort(cited.begin(), cited.end());
  cited.erase(std::unique(cited.begin(), cited.end()), cited.end());
  for (const std::string& id : cited)
    if (const Source* source = catalog.find_source(id))
      out["sources"].push_back({{"id", source->id},
                                {"title", source->title},
                                {"publisher", source->publisher},
                                {"kind", source->kind},
                                {"url", source->url},
                                {"read", iso(source->read)}});
  return dump(out);
}

std::string card_csv(const Gpu& gpu) {
  Table table{{{"figure"}, {"value"}, {"unit"}, {"source"}}, {}};
  for (const Figure& figure : figures()) {
    if (!is_known(gpu, figure)) continue;
    const Number number = number_of(gpu, figure);
    table.rows.push_back({std::string(figure.key),
                          number ? plain(*number) : format_value(gpu, figure),
                          std::string(figure.unit), std::string(source_of(gpu, figure.key))});
  }
  return to_csv(table);
}

bool is_number(const Figure& figure) {
  return std::holds_alternative<Number Gpu::*>(figure.member);
}

std::string list_json(const std::vector<PricedCard>& cards, const std::vector<std::string>& columns,
                      const Query& query) {
  Json out = {{"schema", "gpupick/list/1"}, {"as_of", iso(query.day)}, {"cards", Json::array()}};
  for (const PricedCard& card : cards) {
    const Gpu& gpu = *card.gpu;
    Json json = {{"id", gpu.id}, {"name", gpu.name}};
    for (const std::string& column : columns) {
      if (column == "price_usd" && card.price) json.update(to_json(*card.price));
      if (const Figure* figure = find_figure(column); figure && is_known(gpu, *figure))
        json[column] = to_json(gpu, *figure);
    }
    out["cards"].push_back(std::move(json));
  }
  return dump(out);
}

}  // namespace

std::string render(const Comparison& comparison, bool all, const Page& page) {
  if (page.format == Format::json) return comparison_json(comparison, all);
  if (page.format == Format::csv) return comparison_csv(comparison, all);
  std::string out;
  if (comparison.job) out += paragraph(page, job_heading(*comparison.job) + ".") + "\n";
  out += comparison_tables(comparison, all, page) + "\n";
  const auto equal = static_cast<std::size_t>(
      std::count_if(comparison.rows.begin(), comparison.rows.end(), is_equal));
  const bool several = std::any_of(comparison.cards.begin(), comparison.cards.end(),
                                   [](const CardGroup& one) { return one.count > 1; });
  if (const std::string text = too_small_sentence(comparison); !text.empty())
    out += paragraph(page, text);
  // Bandwidth is that of one card; what a job gets is of all.
  if (const std::string text = comparison_sentence(comparison);
      !text.empty() && (comparison.job || !several))
    out += paragraph(page, text);
  if (several)
    out += paragraph(page, fmt::format("Memory, power, slots, supply, price{} are those of all "
                                       "cards, other figures of one.",
                                       comparison.job ? ", fit and speed" : ""));
  if (!all && equal > 0)
    out += paragraph(page, fmt::format("{} more {} equal (`--all`).", equal,
                                       equal == 1 ? "figure is" : "figures are"));
  if (comparison.job) out += "\n" + paragraph(page, assumed_text(*comparison.job));
  return out;
}

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
  // The id says which card it is; the price stays.
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
