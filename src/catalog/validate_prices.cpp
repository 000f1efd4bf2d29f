#include "catalog/validate_prices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "base/text.hpp"

namespace gpupick {
namespace {

using Prices = std::vector<Record<Observation>>;
using Report = std::function<void(Rule, Location, std::string)>;

// Prices further apart in time are no neighbours.
constexpr int neighbour_days = 120;

void check_range(const Record<Observation>& record, const Report& report) {
  const Observation& price = record.value;
  const bool rent = price.kind.starts_with("cloud");
  const double low = rent ? 0.01 : 10, high = rent ? 1000 : 1e6;
  if (!record.node->find("usd") || (price.usd >= low && price.usd <= high)) return;
  report(Rule::implausible_value, record.where("usd"),
         fmt::format("{} USD{} is not between {} and {}", exact(price.usd), rent ? " per hour" : "",
                     exact(low), exact(high)));
}

// A street price that counts, against the others of its card and kind, where there are three or
// more. Rents differ tenfold between clouds, and rows of low confidence make no price.
void check_neighbours(const Prices& prices, const Report& report) {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<const Record<Observation>*>>
      groups;
  for (const auto& record : prices)
    if (record.value.kind.starts_with("street") && record.value.confidence != "low" &&
        record.value.date.year > 0)
      groups[{record.value.card, record.value.kind}].push_back(&record);
  for (const auto& [key, records] : groups) {
    for (const auto* record : records) {
      std::vector<double> near;
      for (const auto* other : records)
        if (other != record &&
            std::abs(days_between(last_day(record->value.date), last_day(other->value.date))) <=
                neighbour_days)
          near.push_back(other->value.usd);
      if (near.size() < 3) continue;
      const double usual = median(std::move(near));
      if (record->value.usd > 4 * usual || record->value.usd < usual / 4)
        report(Rule::price_outlier, record->where("usd"),
               fmt::format("{} USD, where others of the time are about {}",
                           exact(record->value.usd), rounded(usual)));
    }
  }
}

}  // namespace

void check_prices(const Prices& prices,
                  const std::function<const Gpu*(std::string_view)>& find_card,
                  const std::function<bool(const Gpu&)>& excused, const Report& report) {
  Date newest;
  std::map<std::string_view, const Record<Observation>*> latest;  // street price by card
  for (const auto& record : prices) {
    check_range(record, report);
    newest = std::max(newest, first_day(record.value.date));
    if (!record.value.kind.starts_with("street") || record.value.date.year == 0) continue;
    const auto*& row = latest[record.value.card];
    if (!row || first_day(row->value.date) < first_day(record.value.date)) row = &record;
  }
  check_neighbours(prices, report);
  for (const auto& [id, record] : latest) {
    const Gpu* gpu = find_card(id);
    if (!gpu || gpu->status != "sold" || excused(*gpu)) continue;
    if (days_between(last_day(record->value.date), newest) > 365)
      report(Rule::stale_price, record->where("date"),
             fmt::format("{} is sold, but its newest price is of {}", id, iso(record->value.date)));
  }
}

}  // namespace gpupick
