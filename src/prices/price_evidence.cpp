// Observations from abroad count only if those of the US are older by months. Prices of old cards
// abroad are lower as a group, and the spread of single observations does not cover that. A date
// that names only a month counts as the month's last day, but not later than the requested day.
// Later observations are ignored, except on the day of the release: what was added since counts for
// its card and kind alone, whose price is then that of the newest observation's day.
//
// A price is never below the lowest ask of the last weeks unless there was a sale, because no buyer
// finds the mean of old sales in a rising market. A price is trusted if enough recent observations
// support it. Untrusted prices are shown, but no card to buy is chosen by them.
#include "prices/price_evidence.hpp"

#include <algorithm>
#include <climits>

#include "base/lists.hpp"

namespace gpupick {
namespace {

// Drops makers' list prices that a newer one replaces.
void keep_newest_list(PriceRows& rows, int day) {
  const Observation* newest = nullptr;
  for (const Observation* row : rows)
    if (is_listed(*row) && (!newest || seen_on(*row, day) >= seen_on(*newest, day))) newest = row;
  std::erase_if(rows, [&](const Observation* row) {
    return is_listed(*row) && seen_on(*row, day) < seen_on(*newest, day);
  });
}

// True if enough observations of the preferred regions are recent to trust a price from them.
bool has_enough_local(const PriceRows& rows, const PriceHistory& history, int day) {
  if (history.home.empty()) return false;
  const auto recent = std::ranges::count_if(rows, [&](const Observation* row) {
    return is_at_home(history, *row) && is_within(day - seen_on(*row, day), history.ages.evidence);
  });
  return static_cast<double>(recent) >= history.ages.trusted_rows.value_or(1);
}

}  // namespace

bool is_abroad(const Observation& row) {
  return !row.region.empty() && row.region != "US" && row.region != worldwide;
}

bool is_at_home(const PriceHistory& history, const Observation& row) {
  return contains(history.home, row.region);
}

bool are_local(const PriceRows& rows, const PriceHistory& history, int day) {
  return has_enough_local(rows, history, day) &&
         std::ranges::all_of(rows,
                             [&](const Observation* row) { return is_at_home(history, *row); });
}

bool is_within(int days, Number most) { return !most || days <= *most; }

int seen_on(const Observation& row, int day) {
  const int last = day_number(last_day(row.date));
  if (last <= day) return last;
  return day_number(first_day(row.date)) <= day ? day : last;
}

Date day_of_price(const PriceHistory& history, std::string_view kind, Date asked) {
  if (asked != history.release) return asked;
  const auto end = std::ranges::upper_bound(history.observations, kind, {}, &Observation::kind);
  if (end == history.observations.begin() || std::prev(end)->kind != kind) return asked;
  return std::max(asked, first_day(std::prev(end)->date));
}

bool is_listed(const Observation& row) { return row.kind == new_kind && row.basis == "list"; }

void keep_at_home(PriceRows& rows, const PriceAges& ages, int day) {
  const auto newest = [&](bool abroad) {
    std::optional<int> out;
    for (const Observation* row : rows)
      if (is_abroad(*row) == abroad) out = std::max(out.value_or(INT_MIN), seen_on(*row, day));
    return out;
  };
  const std::optional<int> home = newest(false), away = newest(true);
  if (home && away && is_within(*away - *home, ages.evidence))
    std::erase_if(rows, [](const Observation* row) { return is_abroad(*row); });
}

PriceRows rows_behind(const PriceHistory& history, std::string_view kind, Date day) {
  PriceRows rows;
  const int asked = day_number(day);
  for (const Observation& row : history.observations)
    if (row.kind == kind && first_day(row.date) <= day &&
        is_within(asked - seen_on(row, asked), history.ages.observation))
      rows.push_back(&row);
  if (has_enough_local(rows, history, asked))
    std::erase_if(rows, [&](const Observation* row) { return !is_at_home(history, *row); });
  else
    keep_at_home(rows, history.ages, asked);
  keep_newest_list(rows, asked);
  return rows;
}

bool is_trusted(const PriceRows& rows, const PriceHistory& history, int day) {
  const PriceAges& ages = history.ages;
  const bool local = are_local(rows, history, day);
  double recent = 0;
  for (const Observation* row : rows) {
    const int days = day - seen_on(*row, day);
    if ((is_abroad(*row) && !local) || row->confidence == "low") continue;
    const bool sale = row->basis == "sold" || row->basis == "typical";
    if ((is_listed(*row) && !history.discontinued) || (sale && is_within(days, ages.sale)))
      return true;
    if (is_within(days, ages.evidence)) ++recent;
  }
  return recent >= ages.trusted_rows.value_or(1);
}

std::optional<double> lowest_ask(const PriceRows& rows, const PriceHistory& history, int day) {
  std::optional<double> lowest;
  for (const Observation* row : rows) {
    if (!is_within(day - seen_on(*row, day), history.ages.evidence)) continue;
    if (row->basis == "sold") return {};
    if (row->basis == "asked" || row->basis == "floor")
      lowest = std::min(lowest.value_or(row->usd), row->usd);
  }
  return lowest;
}

bool is_sold_new(const PriceHistory& history, Date asked_day) {
  if (!history.discontinued) return true;
  const Date day = day_of_price(history, new_kind, asked_day);
  const int asked = day_number(day);
  std::size_t seen = 0, stocked = 0;
  for (const Observation& row : history.observations) {
    if (row.kind != new_kind || first_day(row.date) > day) continue;
    ++seen;
    if (is_within(asked - seen_on(row, asked), history.ages.evidence)) ++stocked;
  }
  return seen == 0 || static_cast<double>(stocked) >= history.ages.trusted_rows.value_or(1);
}

}  // namespace gpupick
