// The problem: prices of one card differ by a factor of two within a month, by what was observed
// (sold, typical, asked, the cheapest three) and by when. A mean over everything is as wrong as the
// newest row.
//
// The rule: rows of medium or high confidence at most twelve months old. Of those the sold and
// typical ones in the newest 60 days that hold any; their median is the price, and the lowest and
// highest of all rows since then its spread. Rows that were only asked (or a maker's list) count
// where nothing was sold, and floors (the cheapest listings of a month) where nothing else is
// known. A date that names only a month counts as the month's last day, but not later than the day
// asked.
//
// Left out: shipping, tax, and the seller's region.
#include "catalog/price.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace gpupick {
namespace {

constexpr Field<Observation> table[] = {
    {"card", &Observation::card, {.refers_to = "gpus", .required = true}},
    {"kind", &Observation::kind, {.choices = price_kinds, .required = true}},
    {"usd", &Observation::usd, {.required = true}},
    {"basis", &Observation::basis, {.choices = price_bases, .required = true}},
    {"date", &Observation::date, {.required = true}},
    {"region", &Observation::region},
    {"covers", &Observation::covers, {.choices = price_covers}},
    {"n", &Observation::n, {.low = 0}},
    {"what", &Observation::what},
    {"source", &Observation::source, {.refers_to = "sources", .required = true}},
    {"confidence", &Observation::confidence, {.choices = confidences, .required = true}},
};

// The rule's own numbers, as a median is the rule's: no observation makes them better known.
constexpr int window_days = 60;
constexpr int oldest_days = 365;

Date seen_on(const Observation& row, Date day) { return std::min(last_day(row.date), day); }

// Which rows speak first: 0 sold and typical, 1 asked and list, 2 floor, 3 what is asked abroad,
// where prices are others and a buyer is not.
constexpr int last_tier = 3;
int tier(const Observation& row) {
  if (row.basis == "sold" || row.basis == "typical") return 0;
  if (row.region != "US" && row.region != "global" && !row.region.empty()) return last_tier;
  return row.basis == "floor" ? 2 : 1;
}

// The rule over rows that have been sifted for kind, confidence and age.
Price settle(const std::vector<const Observation*>& rows, Date day) {
  int best = last_tier;
  for (const Observation* row : rows) best = std::min(best, tier(*row));
  Price price;
  Date newest;
  for (const Observation* row : rows)
    if (tier(*row) == best) newest = std::max(newest, seen_on(*row, day));
  const Date oldest = shifted(newest, -window_days);

  std::vector<double> values;
  price.low = price.high = 0;
  for (const Observation* row : rows) {
    if (seen_on(*row, day) < oldest) continue;
    if (tier(*row) == best) {
      values.push_back(row->usd);
      if (!price.date || seen_on(*row, day) >= last_day(*price.date)) price.date = row->date;
    }
    price.low = price.low == 0 ? row->usd : std::min(price.low, row->usd);
    price.high = std::max(price.high, row->usd);
    price.whole_computer = price.whole_computer || row->covers == "computer";
  }
  price.usd = median(values);
  price.rows = values.size();
  return price;
}

// The price by rows of one kind.
std::optional<Price> by_kind(Observations observations, std::string_view kind, Date day) {
  std::vector<const Observation*> rows;
  for (const Observation& row : observations)
    if (row.kind == kind && row.confidence != "low" && first_day(row.date) <= day &&
        days_between(seen_on(row, day), day) <= oldest_days)
      rows.push_back(&row);
  if (rows.empty()) return {};
  return settle(rows, day);
}

// The launch price: the median of its most trusted rows.
std::optional<Price> launch(Observations observations, Date day) {
  for (const std::string_view confidence : {"high", "medium", "low"}) {
    std::vector<const Observation*> rows;
    for (const Observation& row : observations)
      if (row.kind == "launch" && row.confidence == confidence && first_day(row.date) <= day)
        rows.push_back(&row);
    if (rows.empty()) continue;
    Price price;
    std::vector<double> values;
    for (const Observation* row : rows) {
      values.push_back(row->usd);
      price.whole_computer = price.whole_computer || row->covers == "computer";
    }
    price.usd = median(values);
    price.low = *std::min_element(values.begin(), values.end());
    price.high = *std::max_element(values.begin(), values.end());
    price.date = rows.front()->date;
    price.rows = rows.size();
    price.kind = "launch";
    return price;
  }
  return {};
}

}  // namespace

std::span<const Field<Observation>> Observation::fields() { return table; }

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::optional<Price> price_on(Observations observations, Condition condition, Date day,
                              bool still_sold) {
  std::optional<Price> best;
  for (const auto& [asked, kind] :
       {std::pair(Condition::new_card, "street_new"), std::pair(Condition::used, "street_used")}) {
    if (condition != Condition::any && condition != asked) continue;
    std::optional<Price> price = by_kind(observations, kind, day);
    if (!price || (best && best->usd <= price->usd)) continue;
    best = price;
    best->kind = std::string_view(kind).substr(std::string_view("street_").size());
  }
  if (!best && still_sold && condition != Condition::used) best = launch(observations, day);
  return best;
}

std::optional<Price> rent_on(Observations observations, std::string_view kind, Date day) {
  std::optional<Price> rent = by_kind(observations, kind, day);
  if (rent) rent->kind = "rent";
  return rent;
}

std::string to_text(const Price& price) {
  std::string out = fmt::format("{} {}", rounded(price.usd), price.kind);
  if (price.host_usd > 0) out += "+host";
  if (price.date) out += ", " + month_of(*price.date);
  return out;
}

std::string in_prose(const Price& price) {
  return fmt::format("{} USD ({}{}{})", rounded(price.usd), price.kind,
                     price.host_usd > 0 ? " with a computer" : "",
                     price.date ? ", " + month_of(*price.date) : "");
}

}  // namespace gpupick
