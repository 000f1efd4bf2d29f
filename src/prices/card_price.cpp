// Which price a card has on a day: the user's own, that of the market for the condition, or that at
// launch. Before its first observation a new card costs its launch price, and a used one costs that
// less the yearly loss of its segment.
#include <algorithm>
#include <cmath>

#include "prices/price.hpp"
#include "prices/price_evidence.hpp"

namespace gpupick {
namespace {

// True if later observations of this kind exist, so that the card was on sale on the day as well.
bool is_seen_later(const PriceHistory& history, std::string_view kind, int day) {
  return std::ranges::any_of(history.observations, [&](const Observation& row) {
    return row.kind == kind && day_number(first_day(row.date)) > day;
  });
}

// Returns the price of a used card before its first observation: the launch price less the usual
// loss.
Price worn(Price launch, const Retention& usual, int days) {
  const double years = days / days_per_year;
  const auto left = [&](double away) {
    return std::exp(years * (std::log(usual.yearly) + away * usual.spread));
  };
  launch.low *= left(-middle_80);
  launch.high *= left(middle_80);
  launch.usd *= left(0);
  launch.rows = 0;
  launch.few_rows = true;
  launch.trusted = false;
  return launch;
}

Price given_by(const Observation& own, PriceKind kind) {
  Price out = given_price(own.usd, own.covers == "computer");
  out.basis = own.basis;
  out.date = own.date;
  out.kind = kind;
  return out;
}

std::optional<Price> street_price(const PriceHistory& history, std::string_view kind,
                                  Date asked_day) {
  const Date day = day_of_price(history, kind, asked_day);
  const int asked = day_number(day);
  PriceRows rows = rows_behind(history, kind, day);
  if (rows.empty()) {
    std::optional<Price> launch =
        is_seen_later(history, kind, asked) ? launch_price(history, day) : std::nullopt;
    if (!launch || kind == new_kind) return launch;
    if (!history.retention) return {};
    return worn(*launch, *history.retention, asked - day_number(first_day(*launch->date)));
  }
  const std::optional<double> ask = lowest_ask(rows, history, asked);
  Price price = price_from(std::move(rows), history, asked);
  if (ask) {
    price.usd = std::max(price.usd, *ask);
    price.high = std::max(price.high, *ask);
  }
  return price;
}

std::optional<Price> market_rent(const PriceHistory& history, std::string_view kind,
                                 Date asked_day) {
  const Date day = day_of_price(history, kind, asked_day);
  PriceRows rows = rows_behind(history, kind, day);
  if (rows.empty()) return {};
  Price rent = price_from(std::move(rows), history, day_number(day));
  rent.kind = PriceKind::rent;
  return rent;
}

}  // namespace

std::optional<Price> launch_price(const PriceHistory& history, Date asked_day) {
  const Date day = day_of_price(history, launch_kind, asked_day);
  for (const std::string_view confidence : {"high", "medium", "low"}) {
    PriceRows rows;
    for (const Observation& row : history.observations)
      if (row.kind == launch_kind && row.confidence == confidence && first_day(row.date) <= day)
        rows.push_back(&row);
    if (rows.empty()) continue;
    Price price = price_from(std::move(rows), history, day_number(day));
    price.kind = PriceKind::launch;
    price.few_rows = false;
    // A maker sells a whole computer at its launch price until it is discontinued.
    price.trusted = price.whole_computer && !history.discontinued;
    return price;
  }
  return {};
}

const Observation* own_row(const PriceHistory& history, std::string_view kind, Date day) {
  const Observation* own = nullptr;  // rows of one date are sorted by price
  for (const Observation& row : history.own)
    if (row.kind == kind && (first_day(row.date) <= day || day == history.release) &&
        (!own || own->date < row.date))
      own = &row;
  return own;
}

std::optional<Price> own_price(const PriceHistory& history, Condition condition, Date day) {
  const Observation* best = nullptr;
  for (const auto& [kind, seen] :
       {std::pair(new_kind, Condition::new_card), std::pair(used_kind, Condition::used)}) {
    if (condition != Condition::any && condition != seen) continue;
    const Observation* row = own_row(history, kind, day);
    if (row && (!best || row->usd < best->usd)) best = row;
  }
  if (!best) return {};
  return given_by(*best, PriceKind::given);
}

std::optional<Price> price_on(const PriceHistory& history, Condition condition, Date day) {
  std::optional<Price> best;
  const auto look = [&](Condition asked, std::string_view seen, PriceKind kind) {
    if (condition != Condition::any && condition != asked) return;
    std::optional<Price> price = street_price(history, seen, day);
    if (!price) return;
    const bool cheaper = !best || (price->high < best->high && price->usd < best->usd);
    if (best && (price->trusted == best->trusted ? !cheaper : best->trusted)) return;
    best = price;
    if (best->kind != PriceKind::launch || kind == PriceKind::used) best->kind = kind;
  };
  if (is_sold_new(history, day)) look(Condition::new_card, new_kind, PriceKind::new_card);
  look(Condition::used, used_kind, PriceKind::used);
  const bool new_to_the_market =
      history.launch &&
      is_within(days_between(first_day(*history.launch), day), history.ages.launch);
  if (!best && new_to_the_market && condition != Condition::used) return launch_price(history, day);
  return best;
}

std::optional<Price> rent_on(const PriceHistory& history, std::string_view kind, Date day) {
  const Observation* own = own_row(history, kind, day);
  return own ? given_by(*own, PriceKind::rent) : market_rent(history, kind, day);
}

std::optional<Price> price_of_kind(const PriceHistory& history, std::string_view kind, Date day) {
  if (kind == launch_kind) return launch_price(history, day);
  if (is_rent(kind)) return market_rent(history, kind, day);
  return price_on(history,
                  kind == new_kind    ? Condition::new_card
                  : kind == used_kind ? Condition::used
                                      : Condition::any,
                  day);
}

const Observation* cheapest_offer(const PriceHistory& history, std::string_view kind,
                                  Date asked_day) {
  const Date day = day_of_price(history, kind, asked_day);
  const Observation* best = nullptr;
  const int asked = day_number(day);
  for (const Observation* row : rows_behind(history, kind, day)) {
    const int days = asked - seen_on(*row, asked);
    if (days >= 0 && is_within(days, history.ages.offer) && (!best || row->usd < best->usd))
      best = row;
  }
  return best;
}

}  // namespace gpupick
