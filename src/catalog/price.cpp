// The problem: prices of one card differ by a factor of two within a month, by what was observed
// (sold, typical, asked, the cheapest three), by whom, where, and when, in a market that moves by
// up to a tenth in a month. A mean over everything is as wrong as the newest row.
//
// The model: each observation of the last twelve months is brought to what is paid in the US on the
// day asked, by the factors of its kind, basis, region and source and by the index of its segment's
// prices. What is left is the card's own price, which wanders, seen with noise: local_level.cpp
// makes the price and its interval of that.
//
// Observations from abroad count only where those of the US are older by months: prices of old
// cards there lie below those here together, which no spread of single ones tells. A date that
// names only a month counts as the month's last day, but not later than the day asked. No later
// observation takes part. Outside the months of the index prices are level. A maker's
// list price does not follow the index: it holds until the next one. Before its first observation a
// card costs its launch price new, and used that less what cards of its segment lose in a year.
//
// A price never lies below the lowest ask of the last weeks unless there was a sale: no buyer finds
// the mean of old sales in a rising market. A price is trusted if enough recent observations stand
// behind it; untrusted ones are shown, and name no card to buy.
//
// The factors are fitted (gpupick_fit_prices): docs/accuracy.md has the errors. Left out: shipping,
// tax, the price of the same card in its other condition (tried: it did not lower the error).
#include "catalog/price.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <functional>

#include "base/text.hpp"
#include "catalog/gpu.hpp"
#include "catalog/local_level.hpp"
#include "catalog/source.hpp"

namespace gpupick {
namespace {

constexpr Field<Observation> observation_table[] = {
    {"card", &Observation::card, {.refers_to = "gpus", .required = true}},
    {"kind", &Observation::kind, {.choices = price_kinds, .required = true}},
    {"usd", &Observation::usd, {.low = 0.01, .required = true}},
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
    {"evidence", &PriceAges::evidence, age},
    {"sale", &PriceAges::sale, age},
    {"trusted_rows", &PriceAges::trusted_rows, {.low = 1, .high = 1000}},
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
int seen_on(const PriceView& view, int day) {
  return view.first <= day ? std::min(view.last, day) : view.last;
}

template <std::size_t size>
std::uint8_t place_in(const std::array<std::string_view, size>& words, std::string_view word) {
  return static_cast<std::uint8_t>(std::ranges::find(words, word) - words.begin());
}

// The logarithm of what prices rose by from the beginning of the index to a day.
double risen(const PriceMove& move, int day) {
  const double months = std::clamp((day - move.since) / days_per_month, 0.0,
                                   static_cast<double>(move.monthly.size()));
  double sum = 0;
  for (std::size_t i = 0; static_cast<double>(i) < months; ++i)
    sum += move.monthly[i] * std::min(months - static_cast<double>(i), 1.0);
  return sum;
}

// How the prices of one kind and segment move.
struct Movement {
  std::span<const PriceMove> moves;
  std::uint8_t kind;
  std::string_view segment;

  // The sum over what holds for them.
  template <class Term>
  double sum(const Term& term) const {
    double out = 0;
    for (const PriceMove& one : moves)
      if (one.kind == kind && (one.segment.empty() || same(one.segment, segment))) out += term(one);
    return out;
  }
  // The variance of the logarithm in a month.
  double wander() const {
    return sum([](const PriceMove& one) { return one.wander; });
  }
  // The logarithm of what prices rose by from the beginning of the index to a day.
  double risen(int day) const {
    const double all = sum([&](const PriceMove& one) { return gpupick::risen(one, day); });
    return std::clamp(all, -most_moved, most_moved);
  }
  // To the day that an observation counts as.
  double risen(const PriceView& view, int seen) const {
    return seen == view.last ? view.risen : risen(seen);
  }
};

PriceView view_of(const Observation& row, std::span<const PriceFactor> factors,
                  std::span<const PriceMove> moves, std::string_view segment) {
  double level = 0, variance = 0;  // of the logarithm
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

// Leaves out those from abroad unless those at home are older by months.
void keep_at_home(std::vector<const PriceView*>& rows, const PriceAges& ages, int day) {
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

bool has_basis(const PriceView& view, std::string_view basis) {
  return price_bases.at(view.basis) == basis;
}

// Whether it is the price on a maker's list, which holds until the next one.
bool is_listed(const PriceView& view) {
  return price_kinds.at(view.kind) == "street_new" && has_basis(view, "list");
}

// Drops makers' list prices that a newer one replaces.
void keep_newest_list(std::vector<const PriceView*>& rows, int day) {
  const PriceView* newest = nullptr;
  for (const PriceView* view : rows)
    if (is_listed(*view) && (!newest || seen_on(*view, day) >= seen_on(*newest, day)))
      newest = view;
  std::erase_if(rows, [&](const PriceView* view) {
    return is_listed(*view) && seen_on(*view, day) < seen_on(*newest, day);
  });
}

// True if enough recent observations support the price to name the card to a buyer.
bool is_trusted(const std::vector<const PriceView*>& rows, const PriceHistory& history, int day) {
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

// Returns the lowest recent ask, or nothing if there is none or a recent sale.
std::optional<double> lowest_ask(const std::vector<const PriceView*>& rows,
                                 const PriceHistory& history, int day) {
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

// Whether the card can be bought new: a few listings of one that its maker no longer sells are old
// stock or a marketplace. Before the first observation nothing says that it was not.
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
  std::vector<const PriceView*> rows = rows_behind(history, kind, day);
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

std::span<const Field<Observation>> Observation::fields() { return observation_table; }
std::span<const Field<PriceFactor>> PriceFactor::fields() { return factor_table; }
std::span<const Field<PriceAges>> PriceAges::fields() { return age_table; }
std::span<const Field<Retention>> Retention::fields() { return retention_table; }

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

std::vector<const PriceView*> rows_behind(const PriceHistory& history, std::string_view kind,
                                          Date day) {
  std::vector<const PriceView*> rows;
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

Price price_from(std::vector<const PriceView*> rows, const PriceHistory& history, int day) {
  keep_at_home(rows, history.ages, day);
  const Movement movement{history.moves, rows.front()->kind, history.segment};
  const double unit = rows.front()->usd;  // what levels are relative to
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
    std::vector<const PriceView*> rows;
    for (const Observation& row : history.observations)
      if (row.kind == "launch" && row.confidence == confidence && first_day(row.date) <= day)
        rows.push_back(&history.view_of(row));
    if (rows.empty()) continue;
    Price price = price_from(std::move(rows), history, day_number(day));
    price.kind = PriceKind::launch;
    // The maker of a whole computer sells it at that price as long as it is made.
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
  std::vector<const PriceView*> rows = rows_behind(history, kind, day);
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
