// The cost of cards, bought and rented: one column for each card.
#include "answer/cost_table.hpp"

#include <algorithm>
#include <functional>

#include "answer/ranking.hpp"
#include "base/lists.hpp"

namespace gpupick {
namespace {

const Rented* find_rent(const Cost& cost, std::string_view kind) {
  const auto found = std::ranges::find(cost.rented, kind, &Rented::kind);
  return found == cost.rented.end() ? nullptr : &*found;
}

// "used, Oct 2026".
std::string kind_and_month(const Price& price) {
  std::string out(kind_text(price));
  if (price.whole_computer || price.host_usd > 0) out += " with a computer";
  return price.date ? fmt::format("{}, {}", out, month_of(*price.date)) : out;
}

std::string computer_cost_text(const Owned& owned, int cards, const Currency& currency) {
  if (owned.computer_usd < 0)
    return fmt::format("in the price, {} for the one it replaces",
                       currency.text(owned.computer_usd));
  if (owned.price.whole_computer || owned.price.host_usd > 0) return "in the price";
  std::string out = currency.text(owned.computer_usd);
  if (!owned.host) return out;
  out += fmt::format(" ({}", owned.host->name);
  if (cards > owned.host->cards) out += fmt::format(" for each {} cards", exact(owned.host->cards));
  return out + ")";
}

std::string resale_text(const Resale& resale, const Currency& currency) {
  if (resale.basis == ResaleBasis::none) return "not known";
  return fmt::format("{} (keeps {:.0f} %{}{})", currency.text(-resale.usd), 100 * resale.yearly,
                     resale.basis == ResaleBasis::given ? "" : " a year",
                     resale.is_rough() ? ", rough" : "");
}

std::string offer_text(const Observation& offer, const Currency& currency) {
  std::string out = fmt::format("{}, {}", currency.text(offer.usd), offer.what);
  if (!offer.region.empty()) out += fmt::format(", {}", offer.region);
  return fmt::format("{}, {}", out, month_of(offer.date));
}

// "2.1 M tokens a day (1.5-never)", or "never".
std::string tokens_text(const BreakEven& tokens) {
  BreakEven millions = tokens;
  for (auto* end : {&millions.value, &millions.low, &millions.high})
    if (*end) **end /= 1e6;
  return to_text(millions, "M tokens a day", "never");
}

// Builds the rows of the table: a label and one cell for each card.
class Rows {
 public:
  explicit Rows(const Costs& costs)
      : costs_(costs), currency_(costs.query.currency), use_(costs.query.scale) {
    table_.columns.push_back({""});
    for (const Cost& cost : costs.cards) table_.columns.push_back({short_name(cost.cards)});
  }

  Table summary() {
    add_owned("own, a month", [&](const Owned& one) { return month_text(one.total()); });
    add_rented("rent, a month", [&](const Rented& one) { return month_text(one.total(use_)); });
    add_api();
    std::vector<UnitKey> units = units_of(costs_);
    if (costs_.api && !units.empty()) units.resize(1);  // the one that compares with an API
    for (const UnitKey& key : units)
      add(unit_label(key), [&](const Cost& cost) {
        std::vector<std::string> said;
        if (const auto usd = find_unit_cost(cost, key, &UnitCost::owned))
          said.push_back(value_text(currency_.from_usd(*usd)) + " own");
        if (const auto usd = find_unit_cost(cost, key, &UnitCost::rented))
          said.push_back(value_text(currency_.from_usd(*usd)) + " rent");
        if (const auto usd = find_unit_cost(cost, key, &UnitCost::api))
          said.push_back(value_text(currency_.from_usd(*usd)) + " API");
        return join(said, ", ");
      });
    add_break_even();
    return std::move(table_);
  }

  Table table() {
    const std::string years = years_text(use_);
    add_owned("to buy", [&](const Owned& one) { return interval_text(one.price, currency_); });
    add_owned("  price", [](const Owned& one) { return kind_and_month(one.price); });
    add("computer", [&](const Cost& cost) {
      return cost.owned ? computer_cost_text(*cost.owned, cost.cards.count, currency_) : "";
    });
    add_owned("  stronger PSU", [&](const Owned& one) {
      const double usd = one.extras.supply_usd;
      return usd > 0 ? currency_.text(usd) : "";
    });
    add_owned("  more RAM", [&](const Owned& one) {
      const Extras& more = one.extras;
      if (!(more.memory_usd > 0)) return std::string();
      return fmt::format("{} ({} GiB)", currency_.text(more.memory_usd), rounded(more.memory_gib));
    });
    add_owned("electricity", [&](const Owned& one) {
      return one.watts ? fmt::format("{} ({} W)", currency_.text(one.electricity_usd),
                                     rounded(*one.watts))
                       : "not known";
    });
    add_owned("resale", [&](const Owned& one) { return resale_text(one.resale, currency_); });
    add_owned("to own, " + years,
              [&](const Owned& one) { return to_text(currency_.from_usd(one.total())); });
    add_owned("  a month", [&](const Owned& one) { return month_text(one.total()); });
    add_units(&UnitCost::owned);
    for (const RentKind& kind : rent_kinds) add_rent(kind);
    add_rented("to rent, " + years,
               [&](const Rented& one) { return to_text(currency_.from_usd(one.total(use_))); });
    add_rented("  a month", [&](const Rented& one) { return month_text(one.total(use_)); });
    add_units(&UnitCost::rented);
    add_api();
    add_units(&UnitCost::api);
    add("  owning pays from",
        [](const Cost& cost) { return cost.api_tokens ? tokens_text(*cost.api_tokens) : ""; });
    add_break_even();
    add("paid back after", [&](const Cost& cost) {
      return cost.months ? to_text(*cost.months, "months", "not in " + years) : "";
    });
    add("tokens per joule", [](const Cost& cost) {
      return cost.tokens_per_joule ? rounded(*cost.tokens_per_joule) : "";
    });
    return std::move(table_);
  }

 private:
  static std::string unit_label(const UnitKey& key) {
    return fmt::format("{}{}{}", key.first, key.first.empty() ? "" : ", ", key.second);
  }

  std::string month_text(const Estimate& total) const {
    return to_text(currency_.from_usd(monthly(total, use_)));
  }

  void add_api() {
    add("by API, a month",
        [&](const Cost& cost) { return cost.api ? month_text(cost.api->total(use_)) : ""; });
  }

  void add_break_even() {
    add("owning pays from", [](const Cost& cost) {
      return cost.hours_per_day ? to_text(*cost.hours_per_day, "h a day", "never") : "";
    });
  }

  using Text = std::function<std::string(const Cost&)>;

  // Adds a row, unless it is empty for all cards.
  void add(const std::string& label, const Text& text) {
    std::vector<std::string> row{label};
    for (const Cost& cost : costs_.cards) row.push_back(text(cost));
    if (std::all_of(row.begin() + 1, row.end(),
                    [](const std::string& cell) { return cell.empty(); }))
      return;
    for (std::string& cell : row)
      if (cell.empty()) cell = "-";
    table_.rows.push_back(std::move(row));
  }

  void add_owned(const std::string& label, const std::function<std::string(const Owned&)>& text) {
    add(label, [&](const Cost& cost) { return cost.owned ? text(*cost.owned) : ""; });
  }

  // Adds a row of the first rent.
  void add_rented(const std::string& label, const std::function<std::string(const Rented&)>& text) {
    add(label, [&](const Cost& cost) {
      const Rented* rent = cost.usual_rent();
      return rent ? text(*rent) : "";
    });
  }

  void add_rent(const RentKind& kind) {
    add(fmt::format("an hour {}", kind.words), [&](const Cost& cost) {
      const Rented* rent = find_rent(cost, kind.kind);
      return rent ? interval_text(rent->hourly, currency_) : "";
    });
    add("  cheapest, a card", [&](const Cost& cost) {
      const Rented* rent = find_rent(cost, kind.kind);
      return rent && rent->cheapest ? offer_text(*rent->cheapest, currency_) : "";
    });
  }

  // Adds a row for each unit of work, in the order of the first card that does it.
  void add_units(std::optional<Estimate> UnitCost::*usd) {
    for (const UnitKey& key : units_of(costs_))
      add("  " + unit_label(key), [&](const Cost& cost) {
        const std::optional<Estimate> found = find_unit_cost(cost, key, usd);
        return found ? to_text(currency_.from_usd(*found)) : std::string();
      });
  }

  const Costs& costs_;
  const Currency& currency_;
  const ScoreScale& use_;
  Table table_;
};

}  // namespace

std::string interval_text(const Price& price, const Currency& currency) {
  const std::string usd = currency.text(price.usd);
  return price.high > price.low ? fmt::format("{} ({})", usd, currency.range(price.low, price.high))
                                : usd;
}

std::string to_text(const BreakEven& at, std::string_view unit, const std::string& never) {
  const auto short_number = [](double value) { return rounded(to_digits(value, 2)); };
  if (!at.value)
    return at.low ? fmt::format("{} (at best {}{}{})", never, short_number(*at.low),
                                unit.empty() ? "" : " ", unit)
                  : never;
  if (at.high) return to_text({*at.value, *at.low, *at.high, Evidence::measured}, unit);
  return fmt::format("{}{}{} ({}-never)", short_number(*at.value), unit.empty() ? "" : " ", unit,
                     short_number(*at.low));
}

Table api_table(const ApiPrices& prices, const Currency& currency) {
  Table table{{{"by API"},
               {"1M tokens generated", Align::right},
               {"1M tokens of prompt", Align::right},
               {"as of"}}};
  for (const ApiPrice* offer : prices.offers)
    table.rows.push_back({std::string(offer->provider), currency.text(offer->answer_usd),
                          currency.text(offer->prompt_usd), iso(offer->date)});
  return table;
}

std::vector<UnitKey> units_of(const Costs& costs) {
  std::vector<UnitKey> units;
  for (const Cost& cost : costs.cards)
    for (const UnitCost& unit : cost.units) add_once(units, UnitKey(unit.job, unit.what));
  return units;
}

std::optional<Estimate> find_unit_cost(const Cost& cost, const UnitKey& key,
                                       std::optional<Estimate> UnitCost::*usd) {
  for (const UnitCost& unit : cost.units)
    if (unit.job == key.first && unit.what == key.second) return unit.*usd;
  return {};
}

Table cost_summary(const Costs& costs) { return Rows(costs).summary(); }
Table cost_table(const Costs& costs) { return Rows(costs).table(); }

}  // namespace gpupick
