// The problem: prices of one card differ by a factor of two within a month. They depend on what was
// observed (sold, typical, asked, the cheapest three), by whom, where and when, and the market
// moves by up to a tenth in a month. Neither a mean over everything nor the newest row alone is
// right.
//
// The model: each observation of the last twelve months is corrected to a US sale on the requested
// day, by the factors of its kind, basis, region, confidence and source and by the price index of
// its segment. The rest is the card's own price, which drifts and is observed with noise.
// local_level.cpp estimates the price and its interval from it.
//
// Prices are level outside the months of the index. A maker's list price does not follow the index:
// it holds until the next one. Before its first observation a new card costs its launch price, and
// a used one costs that less the yearly loss of its segment. price_evidence.cpp selects the
// observations.
//
// The factors are fitted (gpupick_fit_prices); docs/accuracy.md has the errors. Left out: shipping,
// tax, and the price of the same card in its other condition (tried: it did not lower the error).
#include "prices/price.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "prices/local_level.hpp"
#include "prices/price_evidence.hpp"

namespace gpupick {
namespace {

// Smallest variance of an observation: even one without factors is not exact.
constexpr double least_variance = 1e-4;
// Largest correction of a price or its interval, in the logarithm, so that custom factors cannot
// overflow.
constexpr double most_moved = 7;

bool is_abroad(std::string_view region) {
  return !region.empty() && region != "US" && region != "global";
}

// Returns the logarithm of the rise of prices from the start of the index to a day.
double risen(const PriceMove& move, int day) {
  const double months = std::clamp((day - move.since) / days_per_month, 0.0,
                                   static_cast<double>(move.monthly.size()));
  double sum = 0;
  for (std::size_t i = 0; static_cast<double>(i) < months; ++i)
    sum += move.monthly[i] * std::min(months - static_cast<double>(i), 1.0);
  return sum;
}

// The movement of prices of one kind and segment.
struct Movement {
  std::span<const PriceMove> moves;
  std::uint8_t kind;
  std::string_view segment;

  // Sums `term` over the movements that apply to the kind and segment.
  template <class Term>
  double sum(const Term& term) const {
    double out = 0;
    for (const PriceMove& one : moves)
      if (one.kind == kind && (one.segment.empty() || same(one.segment, segment))) out += term(one);
    return out;
  }
  // Returns the variance of the logarithm's drift in a month.
  double wander() const {
    return sum([](const PriceMove& one) { return one.wander; });
  }
  // Returns the logarithm of the rise of prices from the start of the index to a day.
  double risen(int day) const {
    const double all = sum([&](const PriceMove& one) { return gpupick::risen(one, day); });
    return std::clamp(all, -most_moved, most_moved);
  }
  // Returns the rise up to the day on which the observation counts.
  double risen(const PriceView& view, int seen) const {
    return seen == view.last ? view.risen : risen(seen);
  }
};

PriceView view_of(const Observation& row, std::span<const PriceFactor> factors,
                  std::span<const PriceMove> moves, std::string_view segment) {
  double level = 0, variance = 0;  // of the logarithm of the price
  for (const PriceFactor& one : factors) {
    if (!one.is_of(row.kind, segment) || !one.is_met_by(row)) continue;
    if (one.factor.value_or(0) > 0) level -= std::log(*one.factor);
    variance += std::pow(one.spread.value_or(0), 2);
  }
  const int last = day_number(last_day(row.date));
  const std::uint8_t kind = place_in(price_kinds, row.kind);
  return {kind,
          place_in(price_bases, row.basis),
          is_abroad(row.region),
          row.covers == "computer",
          day_number(first_day(row.date)),
          last,
          row.usd * std::exp(std::clamp(level, -most_moved, most_moved)),
          std::max(variance, least_variance),
          Movement{moves, kind, segment}.risen(last)};
}

// True if later observations of this kind exist, so that the card was on sale on the day as well.
bool is_seen_later(const PriceHistory& history, std::string_view kind, int day) {
  const std::uint8_t place = place_in(price_kinds, kind);
  return std::ranges::any_of(
      history.views, [&](const PriceView& view) { return view.kind == place && view.first > day; });
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
  launch.trusted = false;
  return launch;
}

// Returns the price of the card in one condition.
std::optional<Price> street_price(const PriceHistory& history, std::string_view kind, Date day) {
  const int asked = day_number(day);
  PriceViews rows = rows_behind(history, kind, day);
  if (rows.empty()) {
    std::optional<Price> launch =
        is_seen_later(history, kind, asked) ? launch_price(history, day) : std::nullopt;
    if (!launch || kind == "street_new") return launch;
    if (!history.retention) return {};
    return worn(*launch, *history.retention, asked - day_number(first_day(*launch->date)));
  }
  const bool trusted = is_trusted(rows, history, asked);
  const std::optional<double> ask = lowest_ask(rows, history, asked);
  Price price = price_from(std::move(rows), history, asked);
  price.trusted = trusted;
  if (ask) {
    price.usd = std::max(price.usd, *ask);
    price.high = std::max(price.high, *ask);
  }
  return price;
}

}  // namespace

bool PriceFactor::is_of(std::string_view kind_of_row, std::string_view segment_of_card) const {
  return (!kind || same(*kind, kind_of_row)) && (!segment || same(*segment, segment_of_card));
}

bool PriceFactor::is_met_by(const Observation& row) const {
  return (!seen_by || *seen_by == row.source) && (!basis || *basis == row.basis) &&
         (!region || *region == row.region) && (!confidence || *confidence == row.confidence) &&
         (!abroad || *abroad == is_abroad(row.region));
}

std::vector<PriceView> views_of(Observations rows, std::span<const PriceFactor> factors,
                                std::string_view segment) {
  if (rows.empty()) return {};
  const std::vector<PriceMove> moves = moves_of(factors);
  std::vector<PriceView> out;
  out.reserve(rows.size());
  for (const Observation& row : rows) out.push_back(view_of(row, factors, moves, segment));
  return out;
}

std::vector<PriceMove> moves_of(std::span<const PriceFactor> factors) {
  std::vector<PriceMove> out;
  for (const PriceFactor& one : factors) {
    if (one.monthly.empty() && !one.wander) continue;
    for (const std::string_view kind : price_kinds)
      if (!one.kind || *one.kind == kind)
        out.push_back({place_in(price_kinds, kind), one.segment.value_or(""),
                       one.since ? one.monthly : Numbers{},
                       one.since ? day_number(first_day(*one.since)) : 0,
                       std::pow(one.wander.value_or(0), 2)});
  }
  return out;
}

double usd_on(const PriceHistory& history, const Observation& row, Date day) {
  const PriceView& view = history.view_of(row);
  const int asked = day_number(day);
  const Movement movement{history.moves, view.kind, history.segment};
  return view.usd * std::exp(movement.risen(asked) - movement.risen(view, seen_on(view, asked)));
}

Price price_from(PriceViews rows, const PriceHistory& history, int day) {
  keep_at_home(rows, history.ages, day);
  const Movement movement{history.moves, rows.front()->kind, history.segment};
  const double unit = rows.front()->usd;  // levels are logarithms relative to this price
  const double risen = movement.risen(day);
  const PriceView* newest = rows.front();
  std::uint8_t best_basis = newest->basis;
  Price price;
  std::vector<Sighting> seen;
  seen.reserve(rows.size());
  for (const PriceView* view : rows) {
    const int on = seen_on(*view, day), days = day - on;
    const double drift = is_listed(*view) ? 0 : risen - movement.risen(*view, on);
    seen.push_back({std::log(view->usd / unit) + drift, 1 / view->variance, days});
    price.whole_computer = price.whole_computer || view->computer;
    best_basis = std::min(best_basis, view->basis);
    if (days <= day - seen_on(*newest, day)) newest = view;
  }
  price.basis = price_bases.at(best_basis);
  price.date = date_from(newest->first, newest->last);
  price.rows = static_cast<std::uint32_t>(seen.size());
  const Level level = level_from(std::move(seen), movement.wander());
  price.usd = unit * std::exp(level.value);
  const double width = std::exp(std::min(middle_80 / std::sqrt(level.weight), most_moved));
  price.low = price.usd / width;
  price.high = price.usd * width;
  return price;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::optional<Price> launch_price(const PriceHistory& history, Date day) {
  for (const std::string_view confidence : {"high", "medium", "low"}) {
    PriceViews rows;
    for (const Observation& row : history.observations)
      if (row.kind == "launch" && row.confidence == confidence && first_day(row.date) <= day)
        rows.push_back(&history.view_of(row));
    if (rows.empty()) continue;
    Price price = price_from(std::move(rows), history, day_number(day));
    price.kind = PriceKind::launch;
    // A maker sells a whole computer at its launch price until it is discontinued.
    price.trusted = price.whole_computer && !history.discontinued;
    return price;
  }
  return {};
}

std::optional<Price> price_on(const PriceHistory& history, Condition condition, Date day) {
  std::optional<Price> best;
  const auto look = [&](Condition asked, std::string_view seen, PriceKind kind) {
    if (condition != Condition::any && condition != asked) return;
    std::optional<Price> price = street_price(history, seen, day);
    if (!price || (best && (best->high <= price->high || best->usd <= price->usd))) return;
    best = price;
    if (best->kind != PriceKind::launch || kind == PriceKind::used) best->kind = kind;
  };
  if (is_sold_new(history, day)) look(Condition::new_card, "street_new", PriceKind::new_card);
  look(Condition::used, "street_used", PriceKind::used);
  const bool new_to_the_market =
      history.launch &&
      is_within(days_between(first_day(*history.launch), day), history.ages.launch);
  if (!best && new_to_the_market && condition != Condition::used) return launch_price(history, day);
  return best;
}

std::optional<Price> rent_on(const PriceHistory& history, std::string_view kind, Date day) {
  PriceViews rows = rows_behind(history, kind, day);
  if (rows.empty()) return {};
  const bool trusted = is_trusted(rows, history, day_number(day));
  Price rent = price_from(std::move(rows), history, day_number(day));
  rent.trusted = trusted;
  rent.kind = PriceKind::rent;
  return rent;
}

const Observation* cheapest_offer(const PriceHistory& history, std::string_view kind, Date day) {
  const Observation* best = nullptr;
  const int asked = day_number(day);
  for (const PriceView* view : rows_behind(history, kind, day)) {
    const Observation& row = history.row_of(*view);
    const int days = asked - seen_on(*view, asked);
    if (days >= 0 && is_within(days, history.ages.offer) && (!best || row.usd < best->usd))
      best = &row;
  }
  return best;
}

std::string_view name_of(PriceKind kind) {
  static constexpr std::string_view names[] = {"new", "used", "launch", "given", "rent"};
  return names[static_cast<std::size_t>(kind)];
}

std::string to_text(const Price& price) {
  std::string out = price.kind == PriceKind::rent
                        ? rounded(price.usd) + "/h"
                        : fmt::format("{} {}", rounded(price.usd), name_of(price.kind));
  if (price.host_usd > 0) out += "+host";
  if (price.date) out += ", " + month_of(*price.date);
  return out;
}

std::string in_prose(const Price& price) {
  return fmt::format("{} USD{} ({}{}{})", rounded(price.usd),
                     price.kind == PriceKind::rent ? " an hour" : "", name_of(price.kind),
                     price.host_usd > 0 ? " with a computer" : "",
                     price.date ? ", " + month_of(*price.date) : "");
}

}  // namespace gpupick
