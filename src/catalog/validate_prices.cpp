#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>

#include "base/text.hpp"
#include "catalog/validate_price_book.hpp"

namespace gpupick {
namespace {

using Prices = std::vector<Record<Observation>>;

void check_range(const Record<Observation>& record, const Report& report) {
  const Observation& price = record.value;
  const auto [low, high] = plausible_prices(price.kind);
  if ((price.usd >= low && price.usd <= high) || price.usd < 0.01)
    return;  // the reader rejects smaller prices
  report(Rule::implausible_value, record.where("usd"), "{} USD{} is not between {} and {}",
         exact(price.usd), is_rent(price.kind) ? " per hour" : "", exact(low), exact(high));
}

// Reports the first range that the price leaves: one finding for each price is enough.
void check_expected(const Record<Observation>& record, const Gpu* gpu, const PriceBook& book,
                    const Report& report) {
  const Observation& row = record.value;
  const auto leaves = [&](const std::optional<Expected>& expected, std::string_view by) {
    if (!expected || expected->holds(row.usd)) return false;
    report(Rule::price_outlier, record.where("usd"), "{} USD, where about {} is expected by {}",
           exact(row.usd), rounded(expected->usd), by);
    return true;
  };
  leaves(book.of_card(row), fmt::format("the other prices of {}", row.card)) ||
      leaves(book.of_words(row), fmt::format("its words '{}'", row.what)) ||
      (gpu && leaves(book.of_like_cards(row, *gpu), "the prices of like cards")) ||
      leaves(book.of_seller(row), fmt::format("the other prices of '{}'", row.source));
}

// Compares prices of used cards with those of new ones at the time.
void check_condition(const Record<Observation>& record, const PriceBook& book,
                     const Report& report) {
  constexpr double most = 1.2;   // dealers may ask a little more for used cards
  constexpr double least = 0.8;  // a shop may sell new ones off
  const Observation& row = record.value;
  const bool used = row.kind == used_kind;
  if (!used && row.kind != new_kind) return;
  const std::vector<double> others = book.near(row, used ? new_kind : used_kind);
  // A single used one may be an ask that nobody pays.
  if (others.size() < (used ? 1U : 2U)) return;
  const double usual = median(others);
  if (used ? row.usd > most * usual : row.usd < least * usual)
    report(Rule::used_above_new, record.where("usd"), "{} USD for a {} {}, which costs about {} {}",
           exact(row.usd), used ? "used" : "new", row.card, rounded(usual), used ? "new" : "used");
}

void check_source(const Record<Observation>& record, const PriceBook& book, const Report& report) {
  const Observation& row = record.value;
  if (book.is_unlike_source(row))
    report(Rule::unlike_source, record.where("kind"),
           "{} by '{}', whose other prices are of other kinds", row.kind, row.source);
  if (const auto days = book.far_days(row))
    report(Rule::unlike_source, record.where("date"),
           "a price of {} by '{}', whose other prices are of {} to {}", iso(row.date), row.source,
           iso(shifted({1970, 1, 1}, days->first)), iso(shifted({1970, 1, 1}, days->second)));
}

// Returns what is wrong with the day of a price or of its card's launch, or "".
std::string launch_conflict(const Observation& row, const Gpu& gpu) {
  constexpr int days_before = 60, days_around = 200;
  if (!gpu.launch_date || row.date.year == 0) return {};
  const bool at_launch = row.kind == launch_kind;
  const int before = days_between(last_day(row.date), first_day(*gpu.launch_date));
  const int after = days_between(last_day(*gpu.launch_date), first_day(row.date));
  if (before <= (at_launch ? days_around : days_before) && !(at_launch && after > days_around))
    return {};
  return fmt::format("a {}price of {}, but {} was launched on {}", at_launch ? "launch " : "",
                     iso(row.date), row.card, iso(*gpu.launch_date));
}

void check_repeated(const Prices& prices, const Report& report) {
  std::set<std::tuple<std::string_view, std::string_view, Date, double, std::string_view,
                      std::string_view, std::string_view, std::string_view>>
      seen;
  for (const auto& record : prices) {
    const Observation& row = record.value;
    if (!seen.emplace(row.card, row.kind, row.date, row.usd, row.source, row.region, row.basis,
                      row.what)
             .second)
      report(Rule::repeated_price, record.where(), "a record before has this price of {} too",
             row.card);
  }
}

}  // namespace

void check_prices(const Prices& prices, std::span<const Observation> context,
                  const FindCard& find_card, const Excused& excused, const Report& report) {
  if (prices.empty()) return;
  const PriceBook book(prices, context, find_card);
  check_repeated(prices, report);
  Date newest;
  std::map<std::string_view, std::size_t> latest;  // newest street price by card, as an index
  const auto date_of = [&](std::size_t i) { return prices[i].value.date; };
  for (std::size_t i = 0; i < prices.size(); ++i) {
    check_range(prices[i], report);
    const Observation& price = prices[i].value;
    newest = std::max(newest, first_day(price.date));
    if (price.date.year == 0) continue;
    const Gpu* gpu = find_card(price.card);
    const Report unless_excused{[&](Rule rule, Location where, std::string message) {
      if (!gpu || !excused.for_price(*gpu, rule, price.source))
        report.add(rule, std::move(where), std::move(message));
    }};
    check_expected(prices[i], gpu, book, unless_excused);
    check_condition(prices[i], book, unless_excused);
    check_source(prices[i], book, unless_excused);
    if (gpu)
      if (const std::string conflict = launch_conflict(price, *gpu); !conflict.empty())
        unless_excused(Rule::price_before_launch, prices[i].where("date"), "{}", conflict);
    if (!is_street(price.kind)) continue;
    const auto [row, fresh] = latest.emplace(price.card, i);
    if (!fresh && first_day(date_of(row->second)) < first_day(price.date)) row->second = i;
  }
  for (const auto& [id, row] : latest) {
    const Gpu* gpu = find_card(id);
    if (!gpu || gpu->status != status_word("sold") || excused(*gpu, Rule::stale_price, "usd"))
      continue;
    if (days_between(last_day(date_of(row)), newest) > 365)
      report(Rule::stale_price, prices[row].where("date"),
             "{} is sold, but its newest price is of {}", id, iso(date_of(row)));
  }
}

void check_launches(const std::vector<Record<Gpu>>& cards, std::span<const Observation> context,
                    const Report& report) {
  std::unordered_map<std::string_view, PriceRows> rows;
  for (const auto& card : cards) rows[card.value.id];
  for (const Observation& row : context)
    if (const auto own = rows.find(row.card); own != rows.end()) own->second.push_back(&row);
  for (const auto& card : cards)
    for (const Observation* row : rows[card.value.id])
      if (const std::string conflict = launch_conflict(*row, card.value); !conflict.empty()) {
        report(Rule::price_before_launch, card.where("launch_date"), "{}", conflict);
        break;
      }
}

void check_api_prices(const Dataset& data, const Catalog& context, const Report& report) {
  constexpr double factor = 15;  // providers differ by up to twelve times
  std::map<std::string_view, std::vector<const ApiPrice*>> by_model;
  for (const auto& record : data.of<ApiPrice>())
    by_model[record.value.model].push_back(&record.value);
  for (const ApiPrice& one : context.of<ApiPrice>()) by_model[one.model].push_back(&one);
  for (const auto& record : data.of<ApiPrice>()) {
    const ApiPrice& own = record.value;
    const bool is_plausible = own.answer_usd >= 0.001;  // else the reader rejects it
    if ((is_plausible && own.prompt_usd > own.answer_usd) ||
        own.cached_usd.value_or(0) > own.prompt_usd)
      report(
          Rule::token_order, record.where("prompt_usd"),
          "tokens read cost no more than those generated, and cached ones no more than read ones");
    for (const auto& [key, member] : {std::pair("prompt_usd", &ApiPrice::prompt_usd),
                                      std::pair("answer_usd", &ApiPrice::answer_usd)}) {
      std::vector<double> others;
      for (const ApiPrice* one : by_model[own.model])
        if (one->id != own.id) others.push_back(one->*member);
      if (others.empty()) continue;
      const double usual = median(std::move(others));
      if (own.*member > usual * factor || own.*member < usual / factor)
        report(Rule::price_outlier, record.where(key),
               "{} USD for 1M tokens, where other providers of {} ask about {}", exact(own.*member),
               own.model, rounded(usual));
    }
  }
}

void check_releases(const Dataset& data, const Report& report) {
  const auto releases = data.of<Release>();
  for (std::size_t i = 1; i < releases.size(); ++i)
    report(Rule::several_releases, releases[i].where("id"),
           "'{}' is a second release; data has one, whose day moves", releases[i].value.id);
  for (const auto& release : releases) {
    const Date day = first_day(release.value.day);
    std::size_t later = 0;
    Date newest;
    for (const auto& [price, place] : data.of<Observation>()) {
      if (first_day(price.date) > day) ++later;
      newest = std::max(newest, first_day(price.date));
    }
    if (later > 0)
      report(Rule::later_price, release.where("day"),
             "{} later than the release of {}, up to {}; they count for their own "
             "cards alone until a release moves the day",
             later == 1 ? "1 price is" : counted(later, "price") + " are", iso(day), iso(newest));
  }
}

}  // namespace gpupick
