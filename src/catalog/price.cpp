// The problem: prices of one card differ by a factor of two within a month, by what was observed
// (sold, typical, asked, the cheapest three), by whom, where, and when, in a market that moves by
// up to a tenth in a month. A mean over everything is as wrong as the newest row.
//
// The model: each observation of the last twelve months is brought to what is paid in the US on the
// day asked, by the factors of its kind, basis, region and source and by the index of its segment's
// prices. What is left is the card's own price, which wanders, seen with noise: local_level.cpp
// makes the price and its interval of that.
//
// What was seen abroad counts where nothing was seen in the US: the prices of old cards there lie
// below those here together, which no spread of single ones tells. A date that names only a month
// counts as the month's last day, but not later than the day asked. The price on a day in the past
// is told by what was seen since, too. Outside the months of the index prices are level. Before its
// first sighting a card's price lies between that and the launch price, on a straight line of the
// logarithm over the days.
//
// The factors are fitted (gpupick_fit_prices): docs/accuracy.md has the errors. Left out: shipping,
// tax, the price of the same card in its other condition (tried: it did not lower the error).
#include "catalog/price.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "catalog/gpu.hpp"
#include "catalog/local_level.hpp"
#include "catalog/source.hpp"

namespace gpupick {
namespace {

constexpr Field<Observation> observation_table[] = {
    {"card", &Observation::card, {.refers_to = "gpus", .required = true}},
    {"kind", &Observation::kind, {.choices = price_kinds, .required = true}},
    {"usd", &Observation::usd, {.required = true}},
    {"basis", &Observation::basis, {.choices = price_bases, .required = true}},
    {"date", &Observation::date, {.required = true}},
    {"region", &Observation::region},
    {"covers", &Observation::covers, {.choices = price_covers}},
    {"n", &Observation::n, {.low = 0, .high = 1e9}},
    {"what", &Observation::what},
    {"source", &Observation::source, {.refers_to = "sources", .required = true}},
    {"confidence", &Observation::confidence, {.choices = confidences, .required = true}},
};

constexpr Field<PriceFactor> factor_table[] = {
    {"id", &PriceFactor::id, {.slug = true, .required = true}},
    {"kind", &PriceFactor::kind, {.choices = price_kinds}},
    {"basis", &PriceFactor::basis, {.choices = price_bases}},
    {"region", &PriceFactor::region},
    {"confidence", &PriceFactor::confidence, {.choices = confidences}},
    {"seen_by", &PriceFactor::seen_by, {.refers_to = "sources"}},
    {"abroad", &PriceFactor::abroad},
    {"segment", &PriceFactor::segment, {.choices = segments}},
    {"factor", &PriceFactor::factor, {.low = 0.1, .high = 10}},
    {"spread", &PriceFactor::spread, {.low = 0, .high = 2}},
    {"monthly", &PriceFactor::monthly, {.low = -0.2, .high = 0.2}},
    {"since", &PriceFactor::since},
    {"wander", &PriceFactor::wander, {.low = 0, .high = 1}},
    {"observations", &PriceFactor::observations, {.low = 0, .high = 1e9}},
    {"source", &PriceFactor::source, {.refers_to = Source::list, .required = true}},
};

constexpr FieldFacts age{.low = 0, .high = 36525};
constexpr Field<PriceAges> age_table[] = {
    {"id", &PriceAges::id, {.slug = true, .required = true}},
    {"observation", &PriceAges::observation, age},
    {"launch", &PriceAges::launch, age},
    {"offer", &PriceAges::offer, age},
    {"retention", &PriceAges::retention, age},
    {"warning", &PriceAges::warning, age},
    {"source", &PriceAges::source, {.refers_to = Source::list, .required = true}},
};

constexpr Field<Retention> retention_table[] = {
    {"id", &Retention::id, {.choices = segments, .required = true}},
    {"yearly", &Retention::yearly, {.low = 0.01, .high = 2, .required = true}},
    {"spread", &Retention::spread, {.low = 0, .high = 2, .required = true}},
    {"cards", &Retention::cards, {.low = 0, .high = 1e9}},
    {"source", &Retention::source, {.refers_to = Source::list, .required = true}},
};

// An observation without factors still is not exact.
constexpr double least_variance = 1e-4;
// However many factors a catalog of one's own has, a price and its interval stay numbers: neither
// moves farther than this, in the logarithm.
constexpr double most_moved = 7;

bool is_within(int days, Number most) { return !most || days <= *most; }

bool is_abroad(std::string_view region) {
  return !region.empty() && region != "US" && region != "global";
}

// A month counts as its last day, but the month of the day itself as that day.
Date seen_on(Date date, Date day) {
  if (date.day != 0) return date;
  return first_day(date) <= day ? std::min(last_day(date), day) : last_day(date);
}

// The logarithm of what prices rose by from the beginning of the factor's index to a day.
double risen(const PriceFactor& factor, int day) {
  if (!factor.since) return 0;
  const double months = std::clamp((day - day_number(first_day(*factor.since))) / days_per_month,
                                   0.0, static_cast<double>(factor.monthly.size()));
  double sum = 0;
  for (std::size_t i = 0; static_cast<double>(i) < months; ++i)
    sum += factor.monthly[i] * std::min(months - static_cast<double>(i), 1.0);
  return sum;
}

using Factors = std::vector<const PriceFactor*>;

// The factors that observations of one kind may have.
Factors factors_of(const PriceHistory& history, std::string_view kind) {
  Factors out;
  out.reserve(history.factors.size());
  for (const PriceFactor& one : history.factors)
    if (one.is_of(kind, history.segment)) out.push_back(&one);
  return out;
}

AdjustedPrice adjusted(const Observation& row, const Factors& factors, Date asked) {
  const int seen = day_number(seen_on(row.date, asked)), day = day_number(asked);
  double level = 0, variance = 0;  // of the logarithm
  for (const PriceFactor* const one : factors) {
    if (!one->is_met_by(row)) continue;
    if (one->factor.value_or(0) > 0) level -= std::log(*one->factor);
    level += risen(*one, day) - risen(*one, seen);
    const double spread = one->spread.value_or(0);
    variance += spread * spread;
  }
  return {row.usd * std::exp(std::clamp(level, -most_moved, most_moved)),
          std::max(variance, least_variance)};
}

// Leaves out those from abroad where there are others.
void keep_at_home(std::vector<const Observation*>& rows) {
  const auto abroad = [](const Observation* row) { return is_abroad(row->region); };
  if (!std::ranges::all_of(rows, abroad)) std::erase_if(rows, abroad);
}

// The price by rows of one kind.
std::optional<Price> by_kind(const PriceHistory& history, std::string_view kind, Date day) {
  std::vector<const Observation*> rows = rows_behind(history, kind, day);
  if (rows.empty()) return {};
  return price_from(std::move(rows), history, day);
}

// Between two prices, by the share of the time from the first to the second that has passed.
double between(double first, double second, double passed) {
  return first * std::pow(second / first, passed);
}

// Before anybody saw the card sold, its price was on the way from that of its launch.
void draw_back(Price& price, const Price& launch, Date seen, Date day) {
  const double since_launch = days_between(first_day(*launch.date), day);
  const double passed = since_launch / (since_launch + days_between(day, seen));
  for (double Price::*const usd : {&Price::usd, &Price::low, &Price::high})
    price.*usd = between(launch.*usd, price.*usd, passed);
}

// Without a launch price it fell as those of its segment do.
void draw_back(Price& price, const Retention& usual, Date seen, Date day) {
  const double years = days_between(day, seen) / days_per_year;
  const auto then = [&](double away) {
    return std::exp(years * (away * usual.spread - std::log(usual.yearly)));
  };
  price.usd *= then(0);
  price.low *= then(-middle_80);
  price.high *= then(middle_80);
}

// What is paid for the card in one condition.
std::optional<Price> street_price(const PriceHistory& history, std::string_view kind, Date day) {
  std::vector<const Observation*> rows = rows_behind(history, kind, day);
  if (rows.empty()) return {};
  const Observation& first = **std::ranges::min_element(
      rows, {}, [&](const Observation* row) { return seen_on(row->date, day); });
  const Date seen = seen_on(first.date, day);
  const std::optional<Price> launch = seen <= day ? std::nullopt : launch_price(history, day);
  if (seen <= day || (!launch && !history.retention))
    return price_from(std::move(rows), history, day);
  Price price = price_from(std::move(rows), history, seen);
  if (launch)
    draw_back(price, *launch, seen, day);
  else
    draw_back(price, *history.retention, seen, day);
  price.date = first.date;
  return price;
}

}  // namespace

std::span<const Field<Observation>> Observation::fields() { return observation_table; }
std::span<const Field<PriceFactor>> PriceFactor::fields() { return factor_table; }
std::span<const Field<PriceAges>> PriceAges::fields() { return age_table; }
std::span<const Field<Retention>> Retention::fields() { return retention_table; }

bool PriceFactor::is_of(std::string_view kind_of_row, std::string_view segment_of_card) const {
  return (!kind || *kind == kind_of_row) && (!segment || *segment == segment_of_card);
}

bool PriceFactor::is_met_by(const Observation& row) const {
  return (!seen_by || *seen_by == row.source) && (!basis || *basis == row.basis) &&
         (!region || *region == row.region) && (!confidence || *confidence == row.confidence) &&
         (!abroad || *abroad == is_abroad(row.region));
}

AdjustedPrice adjusted(const Observation& row, const PriceHistory& history, Date day) {
  return adjusted(row, factors_of(history, row.kind), day);
}

std::vector<const Observation*> rows_behind(const PriceHistory& history, std::string_view kind,
                                            Date day) {
  std::vector<const Observation*> rows;
  rows.reserve(history.observations.size());
  for (const Observation& row : history.observations)
    if (row.kind == kind &&
        is_within(days_between(seen_on(row.date, day), day), history.ages.observation))
      rows.push_back(&row);
  keep_at_home(rows);
  return rows;
}

Price price_from(std::vector<const Observation*> rows, const PriceHistory& history, Date day) {
  Price price;
  std::vector<Sighting> seen;
  keep_at_home(rows);
  seen.reserve(rows.size());
  Date newest;
  const Factors factors = factors_of(history, rows.front()->kind);
  double unit = 0;  // what levels are relative to
  for (const Observation* row : rows) {
    const AdjustedPrice one = adjusted(*row, factors, day);
    if (seen.empty()) unit = one.usd;
    seen.push_back(
        {std::log(one.usd / unit), 1 / one.variance, days_between(seen_on(row->date, day), day)});
    price.whole_computer = price.whole_computer || row->covers == "computer";
    const auto rank = [](std::string_view basis) { return std::ranges::find(price_bases, basis); };
    if (price.basis.empty() || rank(row->basis) < rank(price.basis)) price.basis = row->basis;
    if (const Date date = seen_on(row->date, day); date >= newest) {
      newest = date;
      price.date = row->date;
    }
  }
  double wander = 0;
  for (const PriceFactor* const one : factors) wander += std::pow(one->wander.value_or(0), 2);
  price.rows = seen.size();
  const Level level = level_from(std::move(seen), wander);
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
    std::vector<const Observation*> rows;
    for (const Observation& row : history.observations)
      if (row.kind == "launch" && row.confidence == confidence && first_day(row.date) <= day)
        rows.push_back(&row);
    if (rows.empty()) continue;
    Price price = price_from(std::move(rows), history, day);
    price.kind = "launch";
    return price;
  }
  return {};
}

std::optional<Price> price_on(const PriceHistory& history, Condition condition, Date day) {
  std::optional<Price> best;
  for (const auto& [asked, kind] :
       {std::pair(Condition::new_card, "street_new"), std::pair(Condition::used, "street_used")}) {
    if (condition != Condition::any && condition != asked) continue;
    std::optional<Price> price = street_price(history, kind, day);
    if (!price || (best && best->high <= price->high)) continue;
    best = price;
    best->kind = std::string_view(kind).substr(std::string_view("street_").size());
  }
  const bool new_to_the_market =
      history.launch &&
      is_within(days_between(first_day(*history.launch), day), history.ages.launch);
  if (!best && new_to_the_market && condition != Condition::used) return launch_price(history, day);
  return best;
}

std::optional<Price> rent_on(const PriceHistory& history, std::string_view kind, Date day) {
  std::optional<Price> rent = by_kind(history, kind, day);
  if (rent) rent->kind = "rent";
  return rent;
}

const Observation* cheapest_offer(const PriceHistory& history, std::string_view kind, Date day) {
  const Observation* best = nullptr;
  for (const Observation* row : rows_behind(history, kind, day)) {
    const int days = days_between(seen_on(row->date, day), day);
    if (days >= 0 && is_within(days, history.ages.offer) && (!best || row->usd < best->usd))
      best = row;
  }
  return best;
}

std::string to_text(const Price& price) {
  std::string out = price.kind == "rent" ? rounded(price.usd) + "/h"
                                         : fmt::format("{} {}", rounded(price.usd), price.kind);
  if (price.host_usd > 0) out += "+host";
  if (price.date) out += ", " + month_of(*price.date);
  return out;
}

std::string in_prose(const Price& price) {
  return fmt::format(
      "{} USD{} ({}{}{})", rounded(price.usd), price.kind == "rent" ? " an hour" : "", price.kind,
      price.host_usd > 0 ? " with a computer" : "", price.date ? ", " + month_of(*price.date) : "");
}

}  // namespace gpupick
