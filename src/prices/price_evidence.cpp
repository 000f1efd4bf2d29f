// Observations from abroad count only if those of the US are older by months. Prices of old cards
// abroad are lower as a group, and the spread of single observations does not cover that. A date
// that names only a month counts as the month's last day, but not later than the requested day.
// Later observations are ignored.
//
// A price is never below the lowest ask of the last weeks unless there was a sale, because no buyer
// finds the mean of old sales in a rising market. A price is trusted if enough recent observations
// support it. Untrusted prices are shown, but no card to buy is chosen by them.
#include "prices/price_evidence.hpp"

#include <algorithm>
#include <climits>
#include <functional>

namespace gpupick {
namespace {

bool has_basis(const PriceView& view, std::string_view basis) {
  return price_bases.at(view.basis) == basis;
}

// Drops makers' list prices that a newer one replaces.
void keep_newest_list(PriceViews& rows, int day) {
  const PriceView* newest = nullptr;
  for (const PriceView* view : rows)
    if (is_listed(*view) && (!newest || seen_on(*view, day) >= seen_on(*newest, day)))
      newest = view;
  std::erase_if(rows, [&](const PriceView* view) {
    return is_listed(*view) && seen_on(*view, day) < seen_on(*newest, day);
  });
}

}  // namespace

bool is_within(int days, Number most) { return !most || days <= *most; }

int seen_on(const PriceView& view, int day) {
  return view.first <= day ? std::min(view.last, day) : view.last;
}

bool is_listed(const PriceView& view) {
  return price_kinds.at(view.kind) == "street_new" && has_basis(view, "list");
}

void keep_at_home(PriceViews& rows, const PriceAges& ages, int day) {
  const auto newest = [&](bool abroad) {
    std::optional<int> out;
    for (const PriceView* view : rows)
      if (view->abroad == abroad) out = std::max(out.value_or(INT_MIN), seen_on(*view, day));
    return out;
  };
  const std::optional<int> home = newest(false), away = newest(true);
  if (home && away && is_within(*away - *home, ages.evidence))
    std::erase_if(rows, std::mem_fn(&PriceView::abroad));
}

PriceViews rows_behind(const PriceHistory& history, std::string_view kind, Date day) {
  PriceViews rows;
  rows.reserve(history.views.size());
  const std::uint8_t place = place_in(price_kinds, kind);
  const int asked = day_number(day);
  for (const PriceView& view : history.views)
    if (view.kind == place && view.first <= asked &&
        is_within(asked - seen_on(view, asked), history.ages.observation))
      rows.push_back(&view);
  keep_at_home(rows, history.ages, asked);
  keep_newest_list(rows, asked);
  return rows;
}

bool is_trusted(const PriceViews& rows, const PriceHistory& history, int day) {
  const PriceAges& ages = history.ages;
  double recent = 0;
  for (const PriceView* view : rows) {
    const int days = day - seen_on(*view, day);
    if (view->abroad || history.row_of(*view).confidence == "low") continue;
    const bool sale = has_basis(*view, "sold") || has_basis(*view, "typical");
    if ((is_listed(*view) && !history.discontinued) || (sale && is_within(days, ages.sale)))
      return true;
    if (is_within(days, ages.evidence)) ++recent;
  }
  return recent >= ages.trusted_rows.value_or(1);
}

std::optional<double> lowest_ask(const PriceViews& rows, const PriceHistory& history, int day) {
  std::optional<double> lowest;
  for (const PriceView* view : rows) {
    if (!is_within(day - seen_on(*view, day), history.ages.evidence)) continue;
    if (has_basis(*view, "sold")) return {};
    const double usd = history.row_of(*view).usd;
    if (has_basis(*view, "asked") || has_basis(*view, "floor"))
      lowest = std::min(lowest.value_or(usd), usd);
  }
  return lowest;
}

bool is_sold_new(const PriceHistory& history, Date day) {
  if (!history.discontinued) return true;
  const int asked = day_number(day);
  const std::uint8_t place = place_in(price_kinds, "street_new");
  std::size_t seen = 0, stocked = 0;
  for (const PriceView& view : history.views) {
    if (view.kind != place || view.first > asked) continue;
    ++seen;
    if (is_within(asked - seen_on(view, asked), history.ages.evidence)) ++stocked;
  }
  return seen == 0 || static_cast<double>(stocked) >= history.ages.trusted_rows.value_or(1);
}

}  // namespace gpupick
