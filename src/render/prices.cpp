// Renders prices: the price history of one card with its observations, the prices to refresh, and
// those that moved.
#include "render/prices.hpp"

#include <algorithm>
#include <cmath>

#include "render/parts.hpp"

namespace gpupick {
namespace {

// The fields of a record that have a value, by their keys in the data.
template <class Kind>
requires std::derived_from<Kind, AnyRecord> Data to_json(const Kind& row) {
  Data json = Data::object();
  for (const Field& field : Kind::fields()) {
    const FieldValue value = value_of(row, field);
    if (differs(value, value_of(Kind(), field)))
      json[std::string(field.key)] = gpupick::to_json(value);
  }
  return json;
}

// "used", "rent on demand".
std::string words_of(std::string_view kind) {
  for (const RentKind& rent : rent_kinds)
    if (rent.kind == kind) return fmt::format("rent {}", rent.words);
  return std::string(kind.substr(kind.find('_') + 1));
}

// One bar a month, oldest first, scaled between the lowest and the highest price. A month without a
// price has no bar.
std::string sparkline(const PriceLine& line) {
  static constexpr const char* bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  double low = line.price.usd, high = line.price.usd;
  for (const auto& usd : line.months_ago) {
    low = std::min(low, usd.value_or(low));
    high = std::max(high, usd.value_or(high));
  }
  std::string out;
  for (auto usd = line.months_ago.rbegin(); usd != line.months_ago.rend(); ++usd) {
    const double height = high > low ? (usd->value_or(low) - low) / (high - low) : 0;
    if (*usd) out += bars[std::lround(7 * height)];
  }
  return out;
}

std::string change_text(double before, double now) {
  return fmt::format("{:+.0f} %", 100 * (now / before - 1));
}

// "Waiting cost 110 USD over the last 3 months and 320 USD over the last 12 months (used)." Uses
// the street price with the most observations.
std::string waiting_text(const CardPrices& prices, const Currency& currency) {
  const PriceLine* line = nullptr;
  for (const PriceLine& one : prices.lines)
    if (one.kind.starts_with("street_") && (!line || one.rows.size() > line->rows.size()))
      line = &one;
  if (!line) return "";
  std::vector<std::string> parts;
  std::string_view last;
  for (const std::size_t months : {3UL, 6UL, 12UL})
    if (const auto& then = line->months_ago[months]) {
      const double more = line->price.usd - *then;
      const std::string_view verb = more < 0 ? "saved " : "cost ";
      parts.push_back(fmt::format("{}{} over the last {} months", verb == last ? "" : verb,
                                  currency.with_code(std::fabs(more)), months));
      last = verb;
    }
  if (parts.empty()) return "";
  return fmt::format("Waiting {} ({}). This is no forecast.", enumerate(parts, "and"),
                     name_of(line->price.kind));
}

Table lines_table(const CardPrices& prices, const Currency& currency) {
  Table table{{{""},
               {currency.code, Align::right},
               {"interval"},
               {"rows", Align::right, 2},
               {"newest"},
               {"over a year", Align::left, 4},
               {"3 months", Align::right, 1},
               {"6 months", Align::right, 3},
               {"12 months", Align::right, 3}},
              {}};
  for (const PriceLine& line : prices.lines) {
    const Price& price = line.price;
    std::vector<std::string> row{
        words_of(line.kind),
        currency.text(price.usd),
        price.high > price.low
            ? fmt::format("{}-{}", currency.text(price.low), currency.text(price.high))
            : "",
        std::to_string(price.rows),
        price.date ? month_of(*price.date) : "",
        sparkline(line)};
    for (const std::size_t months : {3UL, 6UL, 12UL}) {
      const auto& then = line.months_ago[months];
      row.push_back(then ? change_text(*then, price.usd) : "-");
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Returns the price on the day that an observation stands for.
double counts_as(const CardPrices& prices, const PriceLine& line, const Observation& row) {
  PriceHistory history = prices.history;
  if (!line.price.local) history.home = {};
  return usd_on(history, row, prices.day);
}

// The observations behind a price, each with the price that it corresponds to on the day.
Table rows_table(const CardPrices& prices, const PriceLine& line, std::size_t most,
                 const Currency& currency) {
  Table table{{{words_of(line.kind)},
               {currency.code, Align::right},
               {"counts as", Align::right},
               {"basis"},
               {"n", Align::right, 2},
               {"region", Align::left, 3},
               {"source"},
               {"what", Align::left, 1}},
              {}};
  for (const Observation* row : line.rows) {
    if (table.rows.size() == most) break;
    table.rows.push_back({iso(row->date), currency.text(row->usd),
                          currency.text(counts_as(prices, line, *row)), std::string(row->basis),
                          row->n ? exact(*row->n) : "", std::string(row->region),
                          std::string(row->source), std::string(row->what)});
  }
  return table;
}

std::string prose(const CardPrices& prices, std::size_t most, const Currency& currency,
                  const Page& page) {
  std::string out =
      paragraph(page, currency.is_usd()
                          ? fmt::format("{} as of {}.", prices.gpu->name, iso(prices.day))
                          : fmt::format("{}: {}.", prices.gpu->name,
                                        prices_text("US street prices", currency, prices.day))) +
      "\n";
  if (prices.lines.empty())
    return out + paragraph(page, fmt::format("No price is known; give one with `--price {}={}`.",
                                             prices.gpu->id, currency.code));
  out += to_page(lines_table(prices, currency), page) + "\n";
  if (const std::string text = waiting_text(prices, currency); !text.empty())
    out += paragraph(page, text) + "\n";
  std::size_t left = 0;
  for (const PriceLine& line : prices.lines) {
    out += to_page(rows_table(prices, line, most, currency), page) + "\n";
    left += line.rows.size() - std::min(most, line.rows.size());
  }
  return out + paragraph(page, fmt::format(
                                   "Interval: where four of five prices lie. Counts as: what the "
                                   "observation says of a sale in the US on the day; the price is "
                                   "their mean by weight, in which outliers count for little.{}",
                                   left > 0 ? fmt::format(" {} more (`--top {}`).",
                                                          counted(left, "observation"), most + left)
                                            : ""));
}

std::string json(const CardPrices& prices, const Currency& currency) {
  Data out = {{"schema", "gpupick/prices/1"},
              {"as_of", iso(prices.day)},
              {"id", prices.gpu->id},
              {"prices", Data::list()}};
  add_currency(currency, out);
  for (const PriceLine& line : prices.lines) {
    Data one = {{"kind", line.kind}};
    one.add(gpupick::to_json(line.price));
    one["months_ago_usd"] = Data::list();
    for (const auto& usd : line.months_ago)
      one["months_ago_usd"].push_back(usd ? Data(*usd) : Data());
    one["rows"] = Data::list();
    for (const Observation* row : line.rows) {
      Data json = to_json(*row);
      json["counts_as_usd"] = counts_as(prices, line, *row);
      one["rows"].push_back(std::move(json));
    }
    out["prices"].push_back(std::move(one));
  }
  return to_json(out);
}

std::string csv(const CardPrices& prices) {
  Table table;
  for (const Field& field : Observation::fields())
    table.columns.push_back({std::string(field.key)});
  table.columns.push_back({"counts_as_usd"});
  for (const PriceLine& line : prices.lines)
    for (const Observation* row : line.rows) {
      const Data json = to_json(*row);
      std::vector<std::string> cells;
      for (const Field& field : Observation::fields()) {
        const auto value = json.find(std::string(field.key));
        cells.push_back(value ? csv_cell(*value) : "");
      }
      cells.push_back(plain(counts_as(prices, line, *row)));
      table.rows.push_back(std::move(cells));
    }
  return to_csv(table);
}

}  // namespace

std::string render(const CardPrices& prices, std::size_t most, const Currency& currency,
                   const Page& page) {
  if (page.format == Format::json) return json(prices, currency);
  if (page.format == Format::csv) return csv(prices);
  return prose(prices, most, currency, page);
}

std::string render(const StalePrices& prices, std::optional<std::size_t> top, const Page& page) {
  const bool prose = page.format == Format::text || page.format == Format::markdown;
  const std::size_t most =
      std::min(top.value_or(prose ? 20 : prices.cards.size()), prices.cards.size());
  Table table{
      {{prose ? "card" : "id"}, {"newest"}, {"days", Align::right}, {"decides", Align::right}}, {}};
  Data cards = Data::list();
  for (std::size_t i = 0; i < most; ++i) {
    const auto& [gpu, newest, decides] = prices.cards[i];
    const std::optional<double> days =
        newest ? std::optional<double>(days_between(*newest, prices.day)) : std::nullopt;
    cards.push_back(
        {{"id", gpu->id}, {"newest", newest ? Data(iso(*newest)) : Data()}, {"decides", decides}});
    table.rows.push_back({std::string(prose ? gpu->name : gpu->id), newest ? iso(*newest) : "",
                          plain(days), std::to_string(decides)});
  }
  if (page.format == Format::json)
    return to_json(Data{{"schema", "gpupick/stale-prices/1"},
                        {"as_of", iso(prices.day)},
                        {"days", prices.days},
                        {"questions", prices.questions},
                        {"cards", std::move(cards)}});
  if (!prose) return to_page(table, page);
  if (prices.cards.empty())
    return paragraph(page, fmt::format("No street price is older than {} days.", prices.days));
  return to_page(table, page) + "\n" +
         paragraph(page,
                   fmt::format("{} without a street price of the last {} days before {}{}. "
                               "Decides: of {} questions, by workload and budget, those in "
                               "which it stands among the first five, or would lead at some "
                               "price.",
                               counted(prices.cards.size(), "card"), prices.days, iso(prices.day),
                               most < prices.cards.size()
                                   ? fmt::format(" (`--top {}` for all)", prices.cards.size())
                                   : "",
                               prices.questions));
}

std::string render(const Movers& movers, std::optional<std::size_t> top, const Currency& currency,
                   const Page& page) {
  const bool prose = page.format == Format::text || page.format == Format::markdown;
  const std::size_t most =
      std::min(top.value_or(prose ? 20 : movers.cards.size()), movers.cards.size());
  Table table{{{prose ? "card" : "id"},
               {"condition"},
               {prose ? iso(movers.from) : "before_usd", Align::right},
               {prose ? iso(movers.day) : "now_usd", Align::right},
               {"change", Align::right},
               {prose ? "observations" : "rows", Align::right, 1}},
              {}};
  Data cards = Data::list();
  for (std::size_t i = 0; i < most; ++i) {
    const auto& [gpu, before, now] = movers.cards[i];
    cards.push_back({{"id", gpu->id},
                     {"condition", name_of(now.kind)},
                     {"before_usd", before.usd},
                     {"now_usd", now.usd},
                     {"rows", now.rows}});
    table.rows.push_back(
        {std::string(prose ? gpu->name : gpu->id), std::string(name_of(now.kind)),
         prose ? currency.text(before.usd) : plain(before.usd),
         prose ? currency.text(now.usd) : plain(now.usd),
         prose ? change_text(before.usd, now.usd) : plain(now.usd / before.usd - 1),
         std::to_string(now.rows)});
  }
  if (page.format == Format::json)
    return to_json(Data{{"schema", "gpupick/movers/1"},
                        {"from", iso(movers.from)},
                        {"as_of", iso(movers.day)},
                        {"cards", std::move(cards)}});
  return to_page(table, page);
}

namespace {

// Returns the records as the list of a data file, one on a line.
template <class Kind>
std::string list_of(std::span<const Kind> records) {
  std::string out;
  for (const Kind& record : records) {
    std::string line = to_json_line(to_json(record));
    line.pop_back();
    out += fmt::format("{}    {}", out.empty() ? "" : ",\n", line);
  }
  return fmt::format("  \"{}\": [\n{}\n  ]", Kind::list, out);
}

}  // namespace

std::string render(std::span<const Observation> prices, std::span<const Source> sources) {
  return fmt::format("{{\n{}{}\n}}\n", list_of(prices),
                     sources.empty() ? "" : ",\n" + list_of(sources));
}

}  // namespace gpupick
