#include "cli/own_prices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/money.hpp"
#include "base/text.hpp"
#include "cards/names.hpp"
#include "cli/card_names.hpp"
#include "cli/own_table.hpp"
#include "cli/question.hpp"

namespace gpupick {
namespace {

// Returns a warning for each price that is far from the catalog's.
std::vector<Diagnostic> outliers_of(const Dataset& data, const Catalog& catalog) {
  std::vector<Diagnostic> found;
  std::map<std::pair<std::string_view, std::string_view>, std::optional<Price>> prices;
  for (const auto& record : data.of<Observation>()) {
    const auto [entry, added] = prices.try_emplace({record.value.card, record.value.kind});
    if (added) entry->second = market_price(catalog, record.value, catalog.day());
    const std::optional<Price>& known = entry->second;
    const double usd = record.value.usd;
    if (known && is_outlier(usd, known->usd))
      found.push_back({Rule::price_outlier, record.where("usd"),
                       fmt::format("{} USD, where {} costs about {}", exact(usd), record.value.card,
                                   rounded(known->usd))});
  }
  return found;
}

// Returns the data with each price without a kind as that of a new and of a used card.
Dataset with_kinds(Dataset data) {
  const auto rows = data.of<Observation>();
  data.records[RecordKinds::place<Observation>()].clear();
  for (const auto& [row, place] : rows) {
    Observation one = row;
    if (row.kind.empty()) {
      one.kind = new_kind;
      data.add(one, place);
      one.kind = used_kind;
    }
    data.add(one, place);
  }
  return data;
}

// Parses "CARD=PRICE". Returns the card's id and the price in USD.
std::pair<std::string_view, double> parse_own_price(const std::string& text, const Catalog& catalog,
                                                    const Currency& currency) {
  const std::size_t sign = text.rfind('=');
  if (sign == std::string::npos)
    throw Error(
        "--price takes pairs such as rtx-3090=900, not '{}'; the most that you pay is `--budget "
        "USD`",
        printable(text));
  if (const std::string_view said = std::string_view(text).substr(sign + 1);
      upper_case(said) == currency.code)
    throw Error("--price {}: write the price in place of {}, as in {}=900", printable(text), said,
                printable(text.substr(0, sign)));
  const auto price = [&] {
    try {
      return money_in(currency, text.substr(sign + 1), "the price");
    } catch (const Error& error) {
      throw Error("--price {}: {}", printable(text), error.what());
    }
  }();
  const std::string_view card = [&] {
    try {
      return find_kind(text.substr(0, sign), catalog).id;
    } catch (const Error& error) {
      if (!counts_cards(text.substr(0, sign))) throw;
      throw Error("{}, with the price of one", error.what());
    }
  }();
  const double usd = currency.to_usd(price);
  const auto [low, high] = plausible_prices(used_kind);
  if (!(usd >= low && usd <= high))
    throw Error("--price takes {} to {} {}, not '{}'", rounded(currency.from_usd(low)),
                rounded(currency.from_usd(high)), currency.code, printable(text));
  return {card, usd};
}

}  // namespace

Currency currency_of(const PriceOptions& options) {
  Currency out;
  if (!options.currency.empty()) {
    const std::size_t sign = std::min(options.currency.find('='), options.currency.size());
    out.code = upper_case(options.currency.substr(0, sign));
    const bool named = out.code.size() == 3 && std::ranges::all_of(out.code, is_letter);
    const auto rate = sign < options.currency.size()
                          ? parse_quantity(options.currency.substr(sign + 1), "")
                          : std::nullopt;
    if (!named || !rate || !(*rate >= 1e-6 && *rate <= 1e4) || (out.code == "USD" && *rate != 1))
      throw Error(
          "--currency takes a code and what one of it is worth in USD, as EUR=1.08, not '{}'",
          printable(options.currency));
    out.usd = *rate;
  }
  if (options.vat.value_or(0) > 100)
    throw Error("--vat takes 0 to 100 %, not {}", exact(*options.vat));
  if (options.vat.value_or(0) > 0 && *options.vat < 1)
    throw Error("--vat takes per cent: 19 for 19 %, not {}", exact(*options.vat));
  out.vat = options.vat.value_or(0) / 100;
  return out;
}

std::optional<Price> market_price(const Catalog& catalog, const Observation& row, Date day) {
  PriceHistory history = catalog.history_of(catalog.find_gpu(row.card));
  history.own = {};
  return price_of_kind(history, row.kind, day);
}

Source own_source(std::string_view id, std::string_view title, Date today) {
  Source out;
  out.id = id;
  out.title = out.publisher = title;
  out.kind = "community";
  out.read = today;
  return out;
}

Date parse_date_of_price(const std::string& text, Date today, const char* flag) {
  if (text == "today") return today;
  const auto date = parse_date(text);
  if (!date)
    throw Error("{} takes today or a date such as 2026-09-30, not '{}'", flag, printable(text));
  return *date;
}

PriceTable read_own_table(const std::string& path, const PriceTableForm& form, Session& session,
                          bool skip_bad) {
  PriceTable table;
  const auto read = [&](const File& file, std::vector<Diagnostic>& found) {
    table = read_price_table(file, form, found);
    return std::move(table.data);
  };
  // An import asks for what `--prices` supplies.
  const std::string skipping =
      form.lenient ? fmt::format(
                         "`gpupick prices import {} --skip-bad --kind used --date today "
                         "--source mine --to mine.json` and `--add mine.json`",
                         printable(path))
                   : "`gpupick prices import --skip-bad`";
  table.data = read_checked_table(path, read, *form.catalog, session, skip_bad, skipping);
  for (const Diagnostic& one : outliers_of(table.data, *form.catalog))
    session.err << to_line(one) << '\n';
  return table;
}

void note_repeated(const Dataset& data, const std::string& path, Session& session) {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<Place>> rows;
  for (const auto& [row, place] : data.of<Observation>())
    if (row.own.value_or(false)) rows[{row.card, row.kind}].push_back(place);
  std::set<std::string> notes;      // the same for the two kinds of a price without one
  constexpr std::size_t most = 10;  // lines named
  for (const auto& [price, places] : rows) {
    if (places.size() < 2) continue;
    std::vector<std::string> lines;
    for (const Place& place : std::span(places).first(std::min(places.size(), most)))
      lines.push_back(std::to_string(place.of({}).line));
    if (places.size() > most) lines.push_back(fmt::format("{} more", places.size() - most));
    notes.insert(
        fmt::format("{} has {} prices for {}, in lines {}; the newest counts, of one "
                    "day the lowest",
                    printable(path), places.size(), price.first, enumerate(lines, "and")));
  }
  for (const std::string& note : notes) session.note("{}", note);
}

void note_other_columns(const std::vector<std::string>& columns, const std::string& path,
                        Session& session) {
  if (!columns.empty())
    session.note("{} has columns that prices do not: {}", printable(path),
                 printable(enumerate(columns, "and")));
}

Dataset read_prices(const PriceOptions& options, const Catalog& catalog, Session& session) {
  const Date day = day_of(catalog, session.global);
  PriceTableForm form;
  form.catalog = &catalog;
  form.lenient = true;
  form.date = iso(day);
  form.own = own_source("own-prices", "your prices", std::max(session.today(), day));
  form.currency = currency_of(options);
  auto [data, columns] = read_own_table(options.prices, form, session);
  if (data.of<Observation>().empty())
    throw Error("{} has no row with a price", printable(options.prices));
  for (const char* column : {"quantity", "qty"})
    if (contains(columns, column))
      throw Error("{} has the column {}; give the price of one card, without this column",
                  printable(options.prices), column);
  note_other_columns(columns, options.prices, session);
  return std::move(data);
}

void merge_own_prices(Catalog& catalog, const PriceOptions& options, Session& session) {
  if (options.prices.empty()) return;
  Dataset data = with_kinds(read_prices(options, catalog, session));
  note_repeated(data, options.prices, session);
  catalog.merge(std::move(data));
}

OwnPrices own_prices(const Catalog& catalog, const PriceOptions& options, Condition condition,
                     Date day) {
  OwnPrices prices;
  const Currency currency = currency_of(options);
  for (const std::string& text : options.price) {
    const auto [card, usd] = parse_own_price(text, catalog, currency);
    if (!prices.emplace(card, usd).second)
      throw Error("--price has two prices for {}; keep one", card);
  }
  std::set<std::string_view> seen;
  for (const Observation& row : catalog.of<Observation>()) {
    if (!row.own.value_or(false) || !seen.insert(row.card).second) continue;
    const auto price = own_price(catalog.history_of(catalog.find_gpu(row.card)), condition, day);
    if (price) prices.emplace(row.card, price->usd);
  }
  return prices;
}

}  // namespace gpupick
