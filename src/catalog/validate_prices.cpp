#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

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
  report(Rule::implausible_value, record.where("usd"),
         fmt::format("{} USD{} is not between {} and {}", exact(price.usd),
                     price.kind.starts_with("cloud") ? " per hour" : "", exact(low), exact(high)));
}

// Returns the day on which the price counts here.
Date day_of(const Observation& price) { return last_day(price.date); }

// Limit on the prices compared on either side, nearest first.
constexpr std::size_t most_neighbours = 50;

// Returns the other prices near the date of entry `i` of `by_day`, the rows sorted by day.
std::vector<double> neighbours(const std::vector<std::size_t>& by_day, std::size_t i,
                               const Prices& prices) {
  const Date day = day_of(prices[by_day[i]].value);
  std::vector<double> near;
  const auto add = [&](std::size_t other) {
    const Observation& price = prices[by_day[other]].value;
    const bool is_near = std::abs(days_between(day, day_of(price))) <= neighbour_days;
    if (is_near) near.push_back(price.usd);
    return is_near;
  };
  for (std::size_t k = 1; k <= std::min(i, most_neighbours) && add(i - k); ++k) {
  }
  for (std::size_t k = 1; k <= most_neighbours && i + k < by_day.size() && add(i + k); ++k) {
  }
  return near;
}

// Compares a street price with the others of its card and kind if there are three or more. Skips
// rents, which differ tenfold between clouds, and rows of low confidence, which make no price
// trusted.
void check_neighbours(const Prices& prices, const Report& report) {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < prices.size(); ++i) {
    const Observation& row = prices[i].value;
    if (row.kind.starts_with("street") && row.confidence != "low" && row.date.year > 0)
      groups[{row.card, row.kind}].push_back(i);
  }
  for (auto& [key, group] : groups) {
    std::ranges::stable_sort(group, {}, [&](std::size_t row) { return day_of(prices[row].value); });
    for (std::size_t i = 0; i < group.size(); ++i) {
      std::vector<double> near = neighbours(group, i, prices);
      if (near.size() < 3) continue;
      const double usual = median(std::move(near)), usd = prices[group[i]].value.usd;
      if (is_outlier(usd, usual))
        report(Rule::price_outlier, prices[group[i]].where("usd"),
               fmt::format("{} USD, where others of the time are about {}", exact(usd),
                           rounded(usual)));
    }
  }
}

}  // namespace

void check_prices(const Prices& prices,
                  const std::function<const Gpu*(std::string_view)>& find_card,
                  const std::function<bool(const Gpu&)>& excused, const Report& report) {
  Date newest;
  std::map<std::string_view, std::size_t> latest;  // newest street price by card, as an index
  const auto date_of = [&](std::size_t i) { return prices[i].value.date; };
  for (std::size_t i = 0; i < prices.size(); ++i) {
    check_range(prices[i], report);
    const Observation& price = prices[i].value;
    newest = std::max(newest, first_day(price.date));
    if (!price.kind.starts_with("street") || price.date.year == 0) continue;
    const auto [row, fresh] = latest.emplace(price.card, i);
    if (!fresh && first_day(date_of(row->second)) < first_day(price.date)) row->second = i;
  }
  check_neighbours(prices, report);
  for (const auto& [id, row] : latest) {
    const Gpu* gpu = find_card(id);
    if (!gpu || gpu->status != "sold" || excused(*gpu)) continue;
    if (days_between(last_day(date_of(row)), newest) > 365)
      report(Rule::stale_price, prices[row].where("date"),
             fmt::format("{} is sold, but its newest price is of {}", id, iso(date_of(row))));
  }
}

void check_releases(const Dataset& data, const Report& report) {
  for (const auto& release : data.of<Release>()) {
    const Date day = first_day(release.value.day);
    std::size_t later = 0;
    Date newest;
    for (const auto& [price, place] : data.of<Observation>()) {
      if (first_day(price.date) > day) ++later;
      newest = std::max(newest, first_day(price.date));
    }
    if (later > 0)
      report(
          Rule::later_price, release.where("day"),
          fmt::format("{} later than the release of {}, up to {}; they count for their own cards "
                      "alone until a release moves the day",
                      later == 1 ? "1 price is" : counted(later, "price") + " are", iso(day),
                      iso(newest)));
  }
}

}  // namespace gpupick
