#include "ranking/prices.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "prices/price_evidence.hpp"

namespace gpupick {
namespace {

// True if there is an observation of this kind after `from` and up to `to`.
bool is_seen(const PriceHistory& history, std::string_view kind, Date from, Date to) {
  return std::ranges::any_of(history.observations, [&](const Observation& row) {
    return row.kind == kind && from < last_day(row.date) && first_day(row.date) <= to;
  });
}

// Returns the history without observations that are later than the day asked.
PriceHistory until_then(PriceHistory history) {
  history.release.reset();
  return history;
}

// Returns the price from the observations of this kind alone, or nothing if there is none.
std::optional<Price> price_by(const PriceHistory& history, std::string_view kind, Date day) {
  const auto price = price_of_kind(history, kind, day);
  const bool stands_in = price && price->kind == PriceKind::launch && kind != launch_kind;
  return stands_in ? std::nullopt : price;
}

// Returns the observations behind the price. For a launch price these are all, however old.
PriceRows rows_of(const PriceHistory& history, std::string_view kind, Date day) {
  if (kind != launch_kind) return rows_behind(history, kind, day);
  PriceRows rows;
  for (const Observation& row : history.observations)
    if (row.kind == kind) rows.push_back(&row);
  return rows;
}

PriceLine line_of(const PriceHistory& history, std::string_view kind, const Price& price,
                  Date day) {
  PriceLine line{kind, price, rows_of(history, kind, day), {}};
  std::ranges::stable_sort(line.rows, std::ranges::greater(),
                           [](const Observation* row) { return last_day(row->date); });
  for (std::size_t i = 0; i < line.months_ago.size() && kind != launch_kind; ++i) {
    const Date then = months_before(day, i);
    if (!is_seen(history, kind, {}, then)) break;
    line.months_ago[i] = price_by(history, kind, then);
  }
  return line;
}

// Typical budgets, USD.
constexpr double budgets[] = {300, 500, 1000, 2000, 4000, 8000};
constexpr std::size_t leaders = 5;

// Adds the number of questions of one workload that each card may decide.
void count_decisions(const Ranking& ranking, std::map<const Gpu*, std::size_t>& decides) {
  for (const double budget : budgets) {
    std::size_t found = 0;
    for (const Ranked& card : ranking.ranked)
      if (card.price && card.price->usd <= budget && found++ < leaders) ++decides[card.gpu];
  }
  for (const Ranked& card : ranking.unpriced)
    if (!ranking.ranked.empty() && price_to_lead(ranking.query, card, ranking.ranked.front()))
      ++decides[card.gpu];
}

std::optional<Date> newest_street(const PriceHistory& history, Date day) {
  std::optional<Date> newest;
  for (const std::string_view kind : {new_kind, used_kind}) {
    const Date until = day_of_price(history, kind, day);
    for (const Observation& row : history.observations)
      if (row.kind == kind && first_day(row.date) <= until)
        newest = std::max(newest.value_or(Date{}), std::min(last_day(row.date), until));
  }
  return newest;
}

}  // namespace

Date months_before(Date day, std::size_t months) {
  return shifted(day, -static_cast<int>(std::lround(static_cast<double>(months) * days_per_month)));
}

CardPrices prices_of(const Catalog& catalog, const Gpu& gpu, Date day) {
  CardPrices out{&gpu, catalog.history_of(gpu), day, {}};
  for (const std::string_view kind : price_kinds) {
    const auto price = price_by(out.history, kind, day);
    if (price)
      out.lines.push_back(
          line_of(until_then(out.history), kind, *price, day_of_price(out.history, kind, day)));
  }
  return out;
}

StalePrices stale_prices(const Catalog& catalog, const Query& query, int days) {
  StalePrices out{query.day, days, catalog.workloads().size() * std::size(budgets), {}};
  std::map<const Gpu*, std::size_t> decides;
  for (const Workload& workload : catalog.workloads()) {
    Query one = query;
    one.workload = &workload;
    one.weights = catalog.find_preference(workload.prefer).shares();
    one.host = {&catalog.find_host(workload.host), false};
    count_decisions(rank(catalog, one), decides);
  }
  for (const Gpu& gpu : catalog.gpus()) {
    if (!exists_on(catalog, gpu, query.day) || is_cloud_card(gpu) || in_laptop(gpu)) continue;
    const std::optional<Date> newest = newest_street(catalog.history_of(gpu), query.day);
    if (!newest || days_between(*newest, query.day) > days)
      out.cards.push_back({&gpu, newest, decides[&gpu]});
  }
  std::ranges::stable_sort(out.cards, [](const StalePrice& a, const StalePrice& b) {
    return a.decides != b.decides ? a.decides > b.decides : a.newest < b.newest;
  });
  return out;
}

Movers movers(const Catalog& catalog, Date day, int days) {
  Movers out{shifted(day, -days), day, {}};
  for (const Gpu& gpu : catalog.gpus()) {
    const PriceHistory known = catalog.history_of(gpu), history = until_then(known);
    for (const std::string_view kind : {new_kind, used_kind}) {
      const Date to = day_of_price(known, kind, day);
      if (!is_seen(history, kind, {}, out.from) || !is_seen(history, kind, out.from, to)) continue;
      const auto before = price_by(history, kind, out.from), now = price_by(history, kind, to);
      if (before && now && !now->few_rows) out.cards.push_back({&gpu, *before, *now});
    }
  }
  std::ranges::stable_sort(out.cards, std::ranges::greater(), [](const Mover& one) {
    return std::fabs(std::log(one.now.usd / one.before.usd));
  });
  return out;
}

}  // namespace gpupick
