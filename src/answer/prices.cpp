// The answers of `prices`: the price history of one card with its observations, the prices to
// refresh, and those that moved.
#include <algorithm>
#include <cmath>
#include <span>

#include "answer/answers.hpp"
#include "answer/plots.hpp"
#include "answer/values.hpp"

namespace gpupick {
namespace {

constexpr std::size_t usual_observations = 8, usual_cards = 20, usual_stale = 15;

// One bar a month, oldest first, scaled between the lowest and the highest price. A month without a
// price is blank, so that the bars of all prices stand below each other.
std::string sparkline(const PriceLine& line) {
  static constexpr const char* bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  double low = line.price.usd, high = line.price.usd;
  for (const auto& then : line.months_ago) {
    if (!then) continue;
    low = std::min(low, then->usd);
    high = std::max(high, then->usd);
  }
  std::string out;
  for (auto then = line.months_ago.rbegin(); then != line.months_ago.rend(); ++then) {
    const double height = *then && high > low ? ((*then)->usd - low) / (high - low) : 0;
    out += *then ? bars[std::lround(7 * height)] : " ";
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
    if (is_street(one.kind) && (!line || one.rows.size() > line->rows.size())) line = &one;
  if (!line) return "";
  std::vector<std::string> parts;
  std::string_view last;
  for (const std::size_t months : {3UL, 6UL, 12UL})
    if (const auto& then = line->months_ago[months]) {
      const double more = line->price.usd - then->usd;
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
               {"12 months", Align::right, 3}}};
  for (const PriceLine& line : prices.lines) {
    const Price& price = line.price;
    std::vector<std::string> row{
        price_kind_text(line.kind),
        currency.text(price.usd),
        price.high > price.low ? currency.range(price.low, price.high) : "",
        std::to_string(price.rows),
        price.date ? month_of(*price.date) : "",
        sparkline(line)};
    for (const std::size_t months : {3UL, 6UL, 12UL}) {
      const auto& then = line.months_ago[months];
      row.push_back(then ? change_text(then->usd, price.usd) : "-");
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Returns the observation corrected to a sale in the US on the day ("counts as").
double counts_as(const CardPrices& prices, const PriceLine& line, const Observation& row) {
  PriceHistory history = prices.history;
  if (!line.price.local) history.home = {};
  return usd_on(history, row, prices.day);
}

// The observations behind a price, each with the price that it corresponds to on the day.
Table rows_table(const CardPrices& prices, const PriceLine& line, std::size_t most,
                 const Currency& currency) {
  Table table{{{price_kind_text(line.kind)},
               {currency.code, Align::right},
               {"counts as", Align::right},
               {"basis"},
               {"n", Align::right, 2},
               {"region", Align::left, 3},
               {"source"},
               {"what", Align::left, 1}}};
  for (const Observation* row : line.rows) {
    if (table.rows.size() == most) break;
    table.rows.push_back({iso(row->date), currency.text(row->usd),
                          currency.text(counts_as(prices, line, *row)), std::string(row->basis),
                          row->n ? exact(*row->n) : "", std::string(row->region),
                          std::string(row->source), std::string(row->what)});
  }
  return table;
}

// The user's own prices of the card, by kind.
PriceRows own_rows(const CardPrices& prices) {
  PriceRows out;
  for (const std::string_view kind : price_kinds)
    if (const Observation* own = own_row(prices.history, kind, prices.day)) out.push_back(own);
  return out;
}

// "Yours: 789 EUR (used, Nov 2026)."
std::string own_text(const PriceRows& rows, const Currency& currency) {
  std::vector<std::string> phrases;
  for (const Observation* row : rows)
    phrases.push_back(fmt::format("{} ({}, {})", currency.with_code(row->usd),
                                  price_kind_text(row->kind), month_of(row->date)));
  return fmt::format("Yours: {}.", join(phrases, ", "));
}

// Returns the first of the observations, or all.
std::span<const Observation* const> first_of(const PriceRows& rows,
                                             std::optional<std::size_t> top) {
  return std::span(rows).first(std::min(top.value_or(rows.size()), rows.size()));
}

Data prices_data(const CardPrices& prices, const Currency& currency,
                 std::optional<std::size_t> top) {
  Data out = {{"as_of", iso(prices.day)}, {"id", prices.gpu->id}, {"prices", Data::list()}};
  add_currency(currency, out);
  for (const PriceLine& line : prices.lines) {
    Data one = {{"kind", line.kind}};
    one.add(data_of(line.price));
    one[usd_key("months_ago", line.price.kind == PriceKind::rent)] = Data::list_of(
        line.months_ago,
        [](const std::optional<Price>& then) { return then ? Data(money(then->usd)) : Data(); });
    one["rows"] = Data::list_of(first_of(line.rows, top), [&](const Observation* row) {
      Data json = record_data(kind_of<Observation>, *row);
      json["counts_as_usd"] = money(counts_as(prices, line, *row));
      return json;
    });
    out["prices"].push_back(std::move(one));
  }
  for (const Observation* row : own_rows(prices))
    out["own"].push_back(record_data(kind_of<Observation>, *row));
  return out;
}

// The observations, with the columns of a data file.
Table csv_rows(const CardPrices& prices, std::optional<std::size_t> top) {
  Table table;
  for (const Field& field : Observation::fields())
    table.columns.push_back({std::string(field.key)});
  table.columns.push_back({"counts_as_usd"});
  const auto add = [&](const Observation& row, double counts) {
    const Data json = record_data(kind_of<Observation>, row);
    std::vector<std::string>& cells = table.rows.emplace_back();
    for (const Field& field : Observation::fields()) {
      const Data* value = json.find(field.key);
      cells.push_back(value ? csv_cell(*value) : "");
    }
    cells.push_back(plain(money(counts)));
  };
  for (const PriceLine& line : prices.lines)
    for (const Observation* row : first_of(line.rows, top))
      add(*row, counts_as(prices, line, *row));
  for (const Observation* row : own_rows(prices)) add(*row, row->usd);
  return table;
}

}  // namespace

Answer answer(const CardPrices& prices, const Currency& currency, std::optional<std::size_t> top) {
  Answer out{.schema = "prices/2"};
  out.data = [&prices, currency, top] { return prices_data(prices, currency, top); };
  out.csv = [&prices, top] { return csv_rows(prices, top); };
  out.add(currency.is_usd() ? fmt::format("{} as of {}.", prices.gpu->name, iso(prices.day))
                            : fmt::format("{}: {}.", prices.gpu->name,
                                          prices_text("US street prices", currency, prices.day)));
  out.add_break();
  if (const PriceRows own = own_rows(prices); !own.empty()) {
    out.add(own_text(own, currency));
    out.add_break();
  } else if (prices.lines.empty()) {
    out.add(fmt::format("No price is known; give one with `gpupick recommend --price {}={}`.",
                        prices.gpu->id, currency.code));
    return out;
  }
  out.add(Grid{lines_table(prices, currency)});
  if (!prices.history.home.empty() &&
      std::ranges::none_of(prices.lines, [](const PriceLine& line) { return line.price.local; }))
    out.add("Too few prices of the region are recent; these are US street prices.");
  out.add_apart(waiting_text(prices, currency));
  for (TimePoints& plot : price_plots(prices, currency)) out.add_apart(Plot(std::move(plot)));
  out.add_break();
  const std::size_t most = top.value_or(usual_observations);
  std::size_t left = 0;
  for (const PriceLine& line : prices.lines) {
    out.add(Grid{rows_table(prices, line, most, currency)});
    out.add_break();
    left += line.rows.size() - std::min(most, line.rows.size());
  }
  out.add(fmt::format(
      "Interval: where four of five prices lie. Counts as: the observation converted to a sale in "
      "the US on the day. The price is their weighted mean, in which outliers count for little, "
      "and not below the lowest recent ask unless a sale was seen.{}",
      left > 0 ? fmt::format(" {} more (`--top {}`).", counted(left, "observation"), most + left)
               : ""));
  return out;
}

Answer answer(const StalePrices& prices, const ListView& view) {
  Answer out{
      .schema = "stale-prices/1",
      .facts = {
          {"as_of", iso(prices.day)}, {"days", prices.days}, {"questions", prices.questions}}};
  Listing list{"cards",
               {{"id", Column{"card"}},
                {"newest", Column{"newest"}},
                {"days", Column{"days", Align::right}},
                {"decides", Column{"decides", Align::right}}}};
  for (const auto& [gpu, newest, decides] : prices.cards) {
    const Number days = newest ? Number(days_between(*newest, prices.day)) : std::nullopt;
    list.add({{gpu->id, gpu->name}, {newest}, {days}, {decides}});
  }
  const auto decisive = static_cast<std::size_t>(
      std::ranges::count_if(prices.cards, [](const StalePrice& one) { return one.decides > 0; }));
  arrange(list, view, decisive > 0 ? std::min(decisive, usual_stale) : usual_stale);
  const std::size_t all = prices.cards.size();
  const bool some = list.shown() < all;
  out.add(std::move(list));
  out.add_apart(
      all == 0
          ? fmt::format("No street price is older than {} days.", prices.days)
          : fmt::format("{} without a street price of the last {} days before {}{}. Decides: "
                        "in how many of {} questions, by workload and budget, the card ranks "
                        "among the first five, or would win at some price.",
                        counted(all, "card"), prices.days, iso(prices.day),
                        some ? fmt::format(" (`--top {}` for all)", all) : "", prices.questions));
  return out;
}

Answer answer(const Movers& movers, const Currency& currency, const ListView& view) {
  Answer out{.schema = "movers/1",
             .facts = {{"from", iso(movers.from)}, {"as_of", iso(movers.day)}}};
  add_currency(currency, out.facts);
  Listing list{"cards",
               {{"id", Column{"card"}},
                {"condition", Column{"condition"}},
                {"before_usd", Column{iso(movers.from), Align::right}, true},
                {"now_usd", Column{iso(movers.day), Align::right}, true},
                {"change", Column{"change", Align::right}},
                {"rows", Column{"observations", Align::right, 1}}}};
  for (const auto& [gpu, before, now] : movers.cards)
    list.add({{gpu->id, gpu->name},
              {name_of(now.kind)},
              {before.usd, currency.text(before.usd)},
              {now.usd, currency.text(now.usd)},
              {figure(now.usd / before.usd - 1), change_text(before.usd, now.usd)},
              {now.rows}});
  arrange(list, view, usual_cards);
  out.add(std::move(list));
  if (movers.cards.empty())
    out.add(fmt::format("No street price is known both on {} and since.", iso(movers.from)));
  return out;
}

Answer answer(const ComparedPrices& prices, const Currency& currency, const ListView& view) {
  Answer out{.schema = "compared-prices/1", .facts = {{"as_of", iso(prices.day)}}};
  add_currency(currency, out.facts);
  Listing list{"prices",
               {{"id", Column{"card"}},
                {"kind", Column{"kind"}},
                {"own_usd", Column{"yours, " + currency.code, Align::right}, true},
                {"market_usd", Column{"market", Align::right}, true},
                {"low_usd", Column{"interval"}, true},
                {"high_usd"},
                {"rows", Column{"observations", Align::right, 1}},
                {"difference", Column{"difference", Align::right}},
                {"trusted"},
                {"line", Column{"line", Align::right, 2}, true}}};
  std::vector<ComparedPrice> rows = prices.rows;
  const auto distance = [](const ComparedPrice& row) {
    return row.market ? std::fabs(std::log(row.usd / row.market->usd)) : -1;
  };
  std::ranges::stable_sort(rows, std::ranges::greater(), distance);
  const Entry nothing(Data(), "-");
  const auto amount = [&](const std::optional<Price>& price, double Price::*usd,
                          const std::string& more) {
    return price ? Entry(money(*price.*usd), currency.text(*price.*usd) + more) : nothing;
  };
  for (const auto& [gpu, kind, line, usd, market] : rows) {
    list.add(
        {{gpu->id, gpu->name},
         {kind.empty() ? "any" : kind, kind.empty() ? "new or used" : price_kind_text(kind)},
         {usd, currency.text(usd)},
         amount(
             market, &Price::usd,
             fmt::format("{}{}", market && !market->trusted ? "?" : "",
                         market && kind.empty() ? fmt::format(" {}", name_of(market->kind)) : "")),
         amount(market, &Price::low, market ? "-" + currency.text(market->high) : ""),
         amount(market, &Price::high, ""),
         market ? Entry(market->rows) : nothing,
         market ? Entry(figure(usd / market->usd - 1), change_text(market->usd, usd)) : nothing,
         market ? Entry(market->trusted) : nothing,
         {line}});
  }
  arrange(list, view, rows.size());
  out.add(std::move(list));
  out.add_apart(fmt::format("{}. Interval: where four of five prices lie. ? few prices.",
                            prices_text(street_prices(prices.region), currency, prices.day)));
  return out;
}

Data price_file(std::span<const Observation> prices, std::span<const Source> sources) {
  Data out = {{"prices", records_data(prices)}};
  if (!sources.empty()) out["sources"] = records_data(sources);
  return out;
}

}  // namespace gpupick
