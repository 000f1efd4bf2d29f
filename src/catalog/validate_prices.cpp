#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>

#include "base/text.hpp"
#include "catalog/validate_parts.hpp"

namespace gpupick {
namespace {

using Prices = std::vector<Record<Observation>>;

// Prices further apart than this are not compared.
constexpr int neighbour_days = 120;

void check_range(const Record<Observation>& record, const Report& report) {
  const Observation& price = record.value;
  const auto [low, high] = plausible_prices(price.kind);
  if ((price.usd >= low && price.usd <= high) || price.usd < 0.01)
    return;  // the reader rejects smaller prices
  report(Rule::implausible_value, record.where("usd"), "{} USD{} is not between {} and {}",
         exact(price.usd), price.kind.starts_with("cloud") ? " per hour" : "", exact(low),
         exact(high));
}

Date day_of(const Observation& price) { return last_day(price.date); }

// Limit on the prices compared on either side, nearest first.
constexpr std::size_t most_neighbours = 50;

// A used card keeps about this share of the price of a new one.
constexpr double used_share = 0.75;

// Words by which an observation states its kind.
constexpr std::pair<std::string_view, std::string_view> words_of_kinds[] = {
    {"refurbished", used_kind}, {"used", used_kind}, {" spot", "cloud_spot"}};

// The expected price, and the range in which a price is believed.
struct Expected {
  double usd = 0, low = 0, high = 0;
};

Expected within(double usd, double factor) { return {usd, usd / factor, usd * factor}; }

// Returns the median of the others with a range around it, which ends a little beyond the lowest
// and the highest of them if there are two or more.
Expected among(const std::vector<double>& others, Expected range, double below, double beyond) {
  if (others.size() < 2) return range;
  const auto [least, most] = std::ranges::minmax(others);
  // Others that agree closely do not forbid what is usual between sellers.
  const double high = std::max(most * beyond, 2 * range.usd);
  const double low = std::min(least / below, range.usd / 2);
  return {range.usd, std::max(range.low, low), std::min(range.high, high)};
}

// The prices of the data and of the catalog that it would extend, by card and kind and by source.
class PriceBook {
 public:
  // A card's prices of a kind in the data replace those of the context.
  PriceBook(const Prices& prices, std::span<const Observation> context) {
    for (const auto& record : prices) add(record.value);
    std::set<Key> own;
    for (const auto& [key, rows] : by_kind_) own.insert(key);
    for (const Observation& row : context)
      if (!own.contains(key_of(row, row.kind))) add(row);
    for (auto& [key, rows] : by_kind_)
      std::ranges::stable_sort(rows, {}, [](const auto* row) { return day_of(*row); });
  }

  // Returns the prices of the row's card near its date, of the kind.
  std::vector<double> near(const Observation& row, std::string_view kind) const {
    std::vector<double> found;
    const PriceRows& rows = of(row, kind);
    const Date day = day_of(row);
    const auto add = [&](const Observation* other) {
      const bool is_near = std::abs(days_between(day, day_of(*other))) <= neighbour_days;
      if (is_near && other != &row) found.push_back(other->usd);
      return is_near;
    };
    const auto middle =
        std::ranges::lower_bound(rows, day, {}, [](const auto* one) { return day_of(*one); });
    const auto before = static_cast<std::size_t>(middle - rows.begin());
    for (std::size_t k = 1; k <= std::min(before, most_neighbours) && add(rows[before - k]); ++k) {
    }
    for (std::size_t k = before; k < std::min(rows.size(), before + most_neighbours + 1); ++k)
      if (!add(rows[k])) break;
    return found;
  }

  // Compares a price with the others of its card: those of its kind, else those in the other
  // condition, else the price at launch. Nothing if there is none.
  std::optional<Expected> expected(const Observation& row) const {
    if (row.kind == launch_kind) return at_launch(row);
    const std::vector<double> alike = near(row, row.kind);
    const double usual = alike.empty() ? 0 : median(alike);
    // Clouds differ, and the smallest are far below the others.
    if (row.kind.starts_with("cloud"))
      return alike.empty() ? std::nullopt
                           : std::optional(among(alike, {usual, usual / 9, usual * 5}, 5, 1.8));
    constexpr double wide = 3.5;
    if (!alike.empty() && row.confidence == "low") return within(usual, 5);
    if (!alike.empty()) return among(alike, within(usual, alike.size() > 1 ? 2.5 : wide), 1.5, 1.5);
    const std::vector<double> other = near(row, row.kind == used_kind ? new_kind : used_kind);
    const double share = row.kind == used_kind ? used_share : 1 / used_share;
    if (!other.empty()) return within(share * median(other), wide);
    // Old cards may cost any part of their price at launch.
    const PriceRows& launch = of(row, launch_kind);
    return launch.empty() ? std::nullopt
                          : std::optional(Expected{launch[0]->usd, 0, launch[0]->usd * 3});
  }

  // True if the row's words state another kind, or the other prices of the same source and words,
  // or of the same source and basis, are all of other kinds.
  bool is_unlike_source(const Observation& row) const {
    constexpr std::size_t enough_words = 2, enough_basis = 5;
    for (const auto& [word, kind] : words_of_kinds)
      if (holds(row.what, word)) return row.kind != kind;
    return (!row.what.empty() && is_unlike(by_words_, {row.source, row.what}, row, enough_words)) ||
           is_unlike(by_basis_, {row.source, row.basis}, row, enough_basis);
  }

 private:
  using Key = std::pair<std::string_view, std::string_view>;
  using Kinds = std::map<std::string_view, std::size_t>;  // number of prices by kind

  static Key key_of(const Observation& row, std::string_view kind) { return {row.card, kind}; }

  void add(const Observation& row) {
    if (row.date.year == 0) return;
    by_kind_[key_of(row, row.kind)].push_back(&row);
    ++by_words_[{row.source, row.what}][row.kind];
    ++by_basis_[{row.source, row.basis}][row.kind];
  }

  const PriceRows& of(const Observation& row, std::string_view kind) const {
    static const PriceRows none;
    const auto found = by_kind_.find(key_of(row, kind));
    return found == by_kind_.end() ? none : found->second;
  }

  // Compares a launch price with another, or with the first price of the card on sale soon after.
  std::optional<Expected> at_launch(const Observation& row) const {
    constexpr double factor = 3;
    constexpr int soon = 730;
    for (const Observation* other : of(row, launch_kind))
      if (other != &row) return within(other->usd, factor);
    const PriceRows& sold = of(row, new_kind);
    if (sold.empty() || days_between(day_of(row), day_of(*sold[0])) > soon) return {};
    return within(sold[0]->usd, factor);
  }

  static bool is_unlike(const std::map<Key, Kinds>& book, const Key& key, const Observation& row,
                        std::size_t enough) {
    std::size_t others = 0;
    for (const auto& [kind, count] : book.at(key)) others += count;
    return book.at(key).at(row.kind) == 1 && others - 1 >= enough;
  }

  std::map<Key, PriceRows> by_kind_;  // oldest first
  std::map<Key, Kinds> by_words_, by_basis_;
};

void check_expected(const Record<Observation>& record, const PriceBook& book,
                    const Report& report) {
  const Observation& row = record.value;
  const std::optional<Expected> expected = book.expected(row);
  if (expected && (row.usd < expected->low || row.usd > expected->high))
    report(Rule::price_outlier, record.where("usd"),
           "{} USD, where about {} is expected by the other prices of {}", exact(row.usd),
           rounded(expected->usd), row.card);
}

void check_used(const Record<Observation>& record, const PriceBook& book, const Report& report) {
  constexpr double most = 1.2;  // dealers may ask a little more for used cards
  const Observation& row = record.value;
  if (row.kind != used_kind) return;
  const std::vector<double> bought = book.near(row, new_kind);
  if (!bought.empty() && row.usd > most * median(bought))
    report(Rule::used_above_new, record.where("usd"),
           "{} USD for a used {}, which costs about {} new", exact(row.usd), row.card,
           rounded(median(bought)));
}

void check_launch_day(const Record<Observation>& record, const Gpu& gpu, const Report& report) {
  constexpr int days_before = 60, days_around = 200;
  const Observation& row = record.value;
  if (!gpu.launch_date) return;
  const bool at_launch = row.kind == launch_kind;
  const int before = days_between(last_day(row.date), first_day(*gpu.launch_date));
  const int after = days_between(last_day(*gpu.launch_date), first_day(row.date));
  if (before > (at_launch ? days_around : days_before) || (at_launch && after > days_around))
    report(Rule::price_before_launch, record.where("date"),
           "a {}price of {}, but {} was launched on {}", at_launch ? "launch " : "", iso(row.date),
           row.card, iso(*gpu.launch_date));
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
                  const std::function<const Gpu*(std::string_view)>& find_card,
                  const Excused& excused, const Report& report) {
  if (prices.empty()) return;
  const PriceBook book(prices, context);
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
      if (!gpu || !excused(*gpu, rule, "usd"))
        report.add(rule, std::move(where), std::move(message));
    }};
    check_expected(prices[i], book, unless_excused);
    check_used(prices[i], book, unless_excused);
    if (book.is_unlike_source(price))
      unless_excused(Rule::unlike_source, prices[i].where("kind"),
                     "{} by '{}', whose other prices are of other kinds", price.kind, price.source);
    if (gpu) check_launch_day(prices[i], *gpu, unless_excused);
    if (!price.kind.starts_with("street")) continue;
    const auto [row, fresh] = latest.emplace(price.card, i);
    if (!fresh && first_day(date_of(row->second)) < first_day(price.date)) row->second = i;
  }
  for (const auto& [id, row] : latest) {
    const Gpu* gpu = find_card(id);
    if (!gpu || gpu->status != "sold" || excused(*gpu, Rule::stale_price, "usd")) continue;
    if (days_between(last_day(date_of(row)), newest) > 365)
      report(Rule::stale_price, prices[row].where("date"),
             "{} is sold, but its newest price is of {}", id, iso(date_of(row)));
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
