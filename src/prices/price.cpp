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
// it holds until the next one. price_evidence.cpp selects the observations, and card_price.cpp says
// which price a card has on a day.
//
// The factors are fitted (gpupick_fit_prices); docs/accuracy.md has the errors. Left out: shipping,
// tax, and the price of the same card in its other condition (tried: it did not lower the error).
#include "prices/price.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace gpupick
