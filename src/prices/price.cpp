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

// Returns the logarithm of the rise of prices by one factor from the start of its index to a day.
double risen(const PriceFactor& factor, int day) {
  if (!factor.since || factor.monthly.empty()) return 0;
  const double months = std::clamp((day - day_number(first_day(*factor.since))) / days_per_month,
                                   0.0, static_cast<double>(factor.monthly.size()));
  double sum = 0;
  for (std::size_t i = 0; static_cast<double>(i) < months; ++i)
    sum += factor.monthly[i] * std::min(months - static_cast<double>(i), 1.0);
  return sum;
}

// Returns the place of the observation's basis in price_bases, best first.
std::ptrdiff_t place_of_basis(const Observation& row) {
  return std::ranges::find(price_bases, row.basis) - price_bases.begin();
}

class Correction {
 public:
  // Prices of the buyer's own regions are not corrected to those of the US.
  Correction(const PriceHistory& history, std::string_view kind, bool local) {
    for (const PriceFactor& one : history.factors)
      if (one.is_of(kind, history.segment) && !(local && (one.region || one.abroad)))
        factors_.push_back(&one);
  }

  struct Corrected {
    double usd;       // as a sale in the US on its day
    double variance;  // of the logarithm of the observed price
  };
  Corrected corrected(const Observation& row) const {
    double level = 0, variance = 0;
    for (const PriceFactor* one : factors_) {
      if (!one->is_met_by(row)) continue;
      if (one->factor.value_or(0) > 0) level -= std::log(*one->factor);
      variance += std::pow(one->spread.value_or(0), 2);
    }
    return {row.usd * std::exp(std::clamp(level, -most_moved, most_moved)),
            std::max(variance, least_variance)};
  }
  // Returns the logarithm of the rise of prices from the observation to a day; 0 for a price on a
  // list, which holds until the next one.
  double risen_since(const Observation& row, int day) const {
    return is_listed(row) ? 0 : risen(day) - risen(seen_on(row, day));
  }
  // Returns the variance of the logarithm's drift in a month.
  double wander() const {
    double sum = 0;
    for (const PriceFactor* one : factors_) sum += std::pow(one->wander.value_or(0), 2);
    return sum;
  }

 private:
  // Returns the logarithm of the rise from the start of the index.
  double risen(int day) const {
    double sum = 0;
    for (const PriceFactor* one : factors_) sum += gpupick::risen(*one, day);
    return std::clamp(sum, -most_moved, most_moved);
  }

  std::vector<const PriceFactor*> factors_;
};

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

std::pair<double, double> plausible_prices(std::string_view kind) {
  return is_rent(kind) ? std::pair(0.01, 1000.0) : std::pair(10.0, 1e6);
}

bool is_outlier(double usd, double usual) { return usd > 4 * usual || usd < usual / 4; }

bool PriceFactor::is_of(std::string_view kind_of_row, std::string_view segment_of_card) const {
  return (!kind || *kind == kind_of_row) && (!segment || *segment == segment_of_card);
}

bool PriceFactor::is_met_by(const Observation& row) const {
  return (!seen_by || *seen_by == row.source) && (!basis || *basis == row.basis) &&
         (!region || *region == row.region) && (!confidence || *confidence == row.confidence) &&
         (!abroad || *abroad == is_abroad(row));
}

double variance_of(const PriceHistory& history, const Observation& row) {
  return Correction(history, row.kind, is_at_home(history, row)).corrected(row).variance;
}

double usd_on(const PriceHistory& history, const Observation& row, Date day) {
  const int asked = day_number(day_of_price(history, row.kind, day));
  const Correction correction(history, row.kind, is_at_home(history, row));
  return correction.corrected(row).usd * std::exp(correction.risen_since(row, asked));
}

Price price_from(PriceRows rows, const PriceHistory& history, int day) {
  Price price;
  price.trusted = is_trusted(rows, history, day);
  price.local = are_local(rows, history, day);
  if (!price.local) keep_at_home(rows, history.ages, day);
  const Correction correction(history, rows.front()->kind, price.local);
  double unit = 0;  // the first price; levels are logarithms relative to it
  const Observation* newest = rows.front();
  std::ptrdiff_t best_basis = place_of_basis(*newest);
  std::vector<Sighting> seen;
  for (const Observation* row : rows) {
    const int days = day - seen_on(*row, day);
    const auto [usd, variance] = correction.corrected(*row);
    if (seen.empty()) unit = usd;
    seen.push_back({std::log(usd / unit) + correction.risen_since(*row, day), 1 / variance, days});
    price.whole_computer = price.whole_computer || row->covers == "computer";
    best_basis = std::min(best_basis, place_of_basis(*row));
    if (days <= day - seen_on(*newest, day)) newest = row;
  }
  price.basis = price_bases.at(static_cast<std::size_t>(best_basis));
  price.date = newest->date;
  price.rows = static_cast<std::uint32_t>(seen.size());
  price.few_rows = price.rows < history.ages.trusted_rows.value_or(1);
  const Level level = level_from(std::move(seen), correction.wander());
  price.usd = unit * std::exp(level.value);
  const double width = std::exp(std::min(middle_80 / std::sqrt(level.weight), most_moved));
  price.low = price.usd / width;
  price.high = price.usd * width;
  return price;
}

Price given_price(double usd, bool whole_computer) {
  return {.usd = usd,
          .low = usd,
          .high = usd,
          .rows = 1,
          .whole_computer = whole_computer,
          .trusted = true};
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

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

std::string_view name_of(PriceKind kind) {
  static constexpr std::string_view names[] = {"new", "used", "launch", "given", "rent"};
  return names[static_cast<std::size_t>(kind)];
}

std::string to_text(const Price& price, const Currency& currency) {
  std::string out = price.kind == PriceKind::rent
                        ? currency.text(price.usd) + "/h"
                        : fmt::format("{} {}", currency.text(price.usd), name_of(price.kind));
  if (price.host_usd > 0) out += "+host";
  if (price.date) out += ", " + month_of(*price.date);
  return out;
}

std::string marked_text(const Price& price, const Currency& currency) {
  return to_text(price, currency) + (price.trusted ? "" : std::string(untrusted_mark));
}

std::string in_prose(const Price& price, const Currency& currency) {
  const std::string host =
      price.host_usd > 0 ? fmt::format(", with {} for the computer", currency.text(price.host_usd))
                         : "";
  return fmt::format("{}{} ({}{}{})", currency.with_code(price.usd),
                     price.kind == PriceKind::rent ? " an hour" : "", name_of(price.kind), host,
                     price.date ? ", " + month_of(*price.date) : "");
}

}  // namespace gpupick
