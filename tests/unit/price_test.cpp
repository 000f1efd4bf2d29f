#include "catalog/price.hpp"

#include <cmath>

#include "catch.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

constexpr Date today{2026, 11, 21};

Observation row(const char* kind, double usd, const char* date, const char* basis = "sold",
                const char* confidence = "high") {
  Observation out;
  out.card = "card";
  out.kind = kind;
  out.usd = usd;
  out.basis = basis;
  out.date = *parse_date(date);
  out.confidence = confidence;
  return out;
}

constexpr double three_per_cent[] = {0.03, 0.03, 0.03, 0.03, 0.03, 0.03,
                                     0.03, 0.03, 0.03, 0.03, 0.03, 0.03};

// A kind without drift, and what asks and floors differ by.
std::vector<PriceFactor> simple_factors() {
  std::vector<PriceFactor> out(4);
  out[0].spread = 0.1;
  out[0].wander = 0.05;
  out[1].basis = "asked";
  out[1].factor = 1.25;
  out[1].spread = 0.1;
  out[2].segment = "consumer";
  out[2].monthly = three_per_cent;
  out[2].since = Date{2025, 11, 21};
  out[3].confidence = "low";
  out[3].spread = 0.5;
  return out;
}

// Sales tell a year, offers of rent three months, and the launch price stands in for a year.
PriceAges simple_ages() {
  PriceAges out;
  out.observation = 365;
  out.launch = 365;
  out.offer = 92;
  return out;
}

// What is known of the price of a card, by such factors.
struct Known {
  std::vector<Observation> rows;
  std::vector<PriceFactor> factors;
  std::string_view segment = "";
  std::vector<PriceView> views = views_of(rows, factors, segment);
  std::vector<PriceMove> moves = moves_of(factors);

  PriceHistory history(std::optional<Date> launch = {}, const PriceAges& ages = {},
                       const Retention* retention = nullptr) const {
    return {rows, views, moves, segment, launch, ages, retention};
  }
  Price on(Date day) const { return *price_on(history(), Condition::any, day); }
};

std::optional<Price> price_of(const std::vector<Observation>& rows,
                              Condition condition = Condition::any, Date day = today,
                              const char* segment = "workstation",
                              std::optional<Date> launch = {}) {
  const Known known{rows, simple_factors(), segment};
  return price_on(known.history(launch, simple_ages()), condition, day);
}

TEST_CASE("the median of an even count lies between the middle two") {
  CHECK(median({3, 1, 2}) == 2);
  CHECK(median({10, 1, 2, 3}) == 2.5);
}

TEST_CASE("a price is of the last twelve months, and narrower for more of them") {
  const auto one = price_of({row("street_used", 1000, "2026-11-21")});
  REQUIRE(one);
  CHECK(one->usd == 1000);
  CHECK(one->low == Approx(1000 * std::exp(-0.12816)));
  CHECK(one->high == Approx(1000 * std::exp(0.12816)));
  CHECK(one->thin());
  const auto four = price_of(
      {row("street_used", 900, "2026-11-21"), row("street_used", 1000, "2026-11-21"),
       row("street_used", 1010, "2026-11-21", "typical"), row("street_used", 1600, "2026-11-21")});
  // More than a tenth away, 900 and 1,600 count alike.
  CHECK(four->usd == Approx(std::sqrt(1000.0 * 1010)));
  CHECK(four->high == Approx(four->usd * std::exp(0.06408)));
  CHECK(four->kind == PriceKind::used);
  CHECK(four->basis == "sold");
  CHECK(four->rows == 4);
  CHECK_FALSE(four->thin());
  CHECK(to_text(*four) == "1,005 used, Nov 2026");
}

TEST_CASE("observations are brought to what is paid on the day") {
  const auto asked = price_of({row("street_used", 500, "2026-11-21", "asked")});
  CHECK(asked->usd == 400);
  CHECK(asked->basis == "asked");
  CHECK(asked->high == Approx(400 * std::exp(1.2816 * std::sqrt(0.02))));
  // A year of three per cent a month, and of wandering.
  const auto old =
      price_of({row("street_used", 500, "2025-11-21")}, Condition::any, today, "consumer");
  CHECK(old->usd == Approx(500 * std::exp(0.03 * 12)).epsilon(0.001));
  CHECK(std::log(old->high / old->usd) / 1.2816 ==
        Approx(std::sqrt(0.01 + 12 * 0.0025)).epsilon(0.001));
}

TEST_CASE("what was seen abroad counts where nothing was seen at home") {
  Observation abroad = row("street_used", 300, "2026-11-21");
  abroad.region = "CN";
  Observation home = row("street_used", 500, "2026-11-21", "typical", "low");
  home.region = "US";
  CHECK(price_of({abroad})->usd == 300);
  const auto both = price_of({abroad, abroad, home});
  CHECK(both->usd == 500);
  CHECK(both->rows == 1);
}

TEST_CASE("a factor of zero is none") {
  std::vector<PriceFactor> factors(1);
  factors[0].factor = 0;
  CHECK(Known{{row("street_used", 500, "2026-11-21")}, factors}.on(today).usd == 500);
}

TEST_CASE("a price stays finite however many factors there are") {
  constexpr double falling[] = {-0.2, -0.2, -0.2, -0.2}, rising[] = {0.2, 0.2, 0.2, 0.2};
  for (const double sign : {-1.0, 1.0}) {
    std::vector<PriceFactor> factors(500);
    for (PriceFactor& factor : factors) {
      factor.factor = sign < 0 ? 0.1 : 10;
      factor.monthly = sign < 0 ? Numbers(falling) : Numbers(rising);
      factor.since = Date{2026, 1, 1};
      factor.spread = 2;
      factor.wander = 1;
    }
    const Price price = Known{{row("street_used", 500, "1970-01")}, factors}.on(today);
    CHECK(price.low > 0);
    CHECK(price.low < price.usd);
    CHECK(price.usd < price.high);
    CHECK(price.high < 1e12);
  }
}

TEST_CASE("what is known better decides") {
  const auto price = price_of({row("street_used", 1000, "2026-11-21"),
                               row("street_used", 300, "2026-11-21", "typical", "low"),
                               row("street_used", 310, "2026-11-21", "typical", "low")});
  CHECK(price->usd > 900);
  CHECK(price->usd < 1000);
  CHECK(price->rows == 3);
}

TEST_CASE("what one source differs by counts for its observations alone") {
  std::vector<PriceFactor> factors(1);
  factors[0].seen_by = "dear";
  factors[0].factor = 1.1;
  std::vector<Observation> rows = {row("street_used", 550, "2026-11-21")};
  const auto usd = [&] { return Known{rows, factors}.on(today).usd; };
  CHECK(usd() == 550);
  rows[0].source = "dear";
  CHECK(usd() == Approx(500));
}

TEST_CASE("prices are brought along the index of the months between") {
  constexpr double months[] = {0.1, 0, -0.1};
  std::vector<PriceFactor> factors(1);
  factors[0].monthly = months;
  factors[0].since = Date{2026, 1, 1};
  const auto on = [&](const char* seen, Date day) {
    return Known{{row("street_used", 500, seen)}, factors}.on(day).usd;
  };
  CHECK(on("2025-12-01", {2026, 1, 1}) == 500);
  CHECK(on("2026-01-01", {2026, 1, 16}) == Approx(500 * std::exp(0.1 * 15 / days_per_month)));
  CHECK(on("2026-01-01", {2026, 2, 20}) == Approx(500 * std::exp(0.1)));
  CHECK(on("2026-02-20", {2026, 1, 1}) == Approx(500 / std::exp(0.1)));
  CHECK(on("2026-01-01", {2026, 11, 21}) == Approx(500));
  CHECK(on("2026-06-01", {2026, 11, 21}) == 500);
  // A date without a day is that of the month's first.
  const double whole = on("2026-01-01", {2026, 1, 16});
  for (const Date since : {Date{2026, 1, 0}, Date{2026, 0, 0}}) {
    factors[0].since = since;
    CHECK(on("2026-01-01", {2026, 1, 16}) == whole);
  }
  factors[0].since = {};
  CHECK(on("2026-01-01", {2026, 2, 20}) == 500);
}

TEST_CASE("prices of over a year ago do not exist, those of the day's month do") {
  CHECK_FALSE(price_of({row("street_used", 500, "2025-11-20")}));
  CHECK(price_of({row("street_used", 500, "2025-11-21")}));
  CHECK(price_of({row("street_used", 500, "2026-09")}, Condition::any, {2026, 9, 1})->usd == 500);
}

TEST_CASE("without ages no price is too old") {
  CHECK(Known{{row("street_used", 500, "2016-11-20")}, {}}.on(today).usd == 500);
}

TEST_CASE("a day in the past is told by what was seen since, without the rise") {
  std::vector<PriceFactor> factors(1);
  factors[0].monthly = three_per_cent;
  factors[0].wander = 0.05;
  factors[0].since = Date{2026, 1, 1};
  const Known known{{row("street_used", 500, "2026-07-01")}, factors};
  const auto on = [&](Date day) { return known.on(day); };
  CHECK(on({2026, 4, 1}).usd == Approx(500 / std::exp(0.03 * 3)).epsilon(0.001));
  CHECK(on({2026, 1, 1}).usd == Approx(500 / std::exp(0.03 * 6)).epsilon(0.002));
  CHECK(on({2024, 1, 1}).usd == Approx(on({2026, 1, 1}).usd));
  CHECK(on({2024, 1, 1}).high > on({2026, 1, 1}).high);
}

TEST_CASE("before its first sighting a price lies between that and the launch price") {
  const std::vector<Observation> seen = {row("street_used", 500, "2026-01-01")};
  std::vector<Observation> rows = seen;
  rows.push_back(row("launch", 2000, "2024-01-01", "list"));
  const auto on = [&](Date day) { return *price_of(rows, Condition::any, day); };
  CHECK(on({2024, 1, 1}).usd == Approx(2000));
  CHECK(on({2025, 1, 1}).usd == Approx(2000 * std::pow(0.25, 366.0 / 731)));
  CHECK(on({2025, 1, 1}).low < on({2025, 1, 1}).usd);
  CHECK(on({2025, 1, 1}).kind == PriceKind::used);
  CHECK(on({2026, 1, 1}).usd == 500);
  CHECK(on({2026, 6, 1}).usd == 500);
  CHECK(price_of(seen, Condition::any, {2025, 1, 1})->usd == 500);
}

TEST_CASE("without a launch price it fell as those of its segment do") {
  const Known known{{row("street_used", 500, "2026-01-01")}, simple_factors(), "workstation"};
  Retention usual;
  usual.yearly = 0.8;
  usual.spread = 0.1;
  const auto on = [&](Date day) {
    return *price_on(known.history({}, {}, &usual), Condition::any, day);
  };
  const Price seen = on({2026, 1, 1}), before = on({2024, 1, 1});
  CHECK(seen.usd == 500);
  CHECK(before.usd == Approx(500 / 0.64).epsilon(0.001));
  CHECK(before.high / before.usd ==
        Approx(seen.high / 500 * std::exp(0.2 * middle_80)).epsilon(0.001));
  CHECK(before.low / before.usd ==
        Approx(seen.low / 500 * std::exp(-0.2 * middle_80)).epsilon(0.001));
  CHECK(on({2026, 6, 1}).usd == 500);
}

TEST_CASE("any condition takes the lower and names it") {
  const std::vector<Observation> rows = {row("street_new", 900, "2026-09"),
                                         row("street_used", 700, "2026-09")};
  CHECK(price_of(rows)->kind == PriceKind::used);
  CHECK(price_of(rows, Condition::new_card)->usd == 900);
  CHECK(price_of(rows, Condition::used)->usd == 700);
  // By the cautious end: a lower one of which little is known is none.
  CHECK(price_of({row("street_new", 900, "2026-11-21"),
                  row("street_used", 800, "2026-11-21", "sold", "low")})
            ->kind == PriceKind::new_card);
}

TEST_CASE("the launch price stands in for a year after the launch") {
  const std::vector<Observation> rows = {row("launch", 499, "2026-01", "list"),
                                         row("launch", 550, "2026-01", "list", "low")};
  const auto on = [&](Condition condition, Date day) {
    return price_of(rows, condition, day, "workstation", Date{2026, 1, 20});
  };
  const auto price = on(Condition::any, today);
  REQUIRE(price);
  CHECK(price->usd == Approx(499));
  CHECK(price->kind == PriceKind::launch);
  CHECK(on(Condition::new_card, {2027, 1, 20}));
  CHECK_FALSE(on(Condition::any, {2027, 1, 21}));
  CHECK_FALSE(on(Condition::used, today));
  CHECK_FALSE(price_of(rows));
  CHECK(launch_price(Known{rows, {}}.history(), today)->usd == Approx(499));
}

TEST_CASE("rents are estimated by the same model") {
  const Known known{
      {row("cloud_spot", 1, "2026-09", "list"), row("cloud_spot", 3, "2026-09", "list"),
       row("cloud_on_demand", 9, "2026-09", "list")},
      simple_factors()};
  CHECK(rent_on(known.history(), "cloud_spot", today)->usd == Approx(std::sqrt(3)));
  CHECK_FALSE(rent_on(known.history(), "cloud_reserved", today));
}

TEST_CASE("the prices of a card make the known values") {
  const auto usd = [](const char* card, Condition condition) {
    const Catalog& catalog = fixed_catalog();
    return price_on(catalog.history_of(catalog.find_gpu(card)), condition, {2026, 10, 10})->usd;
  };
  CHECK(usd("rtx-3090", Condition::used) == Approx(1140).epsilon(0.2));
  CHECK(usd("rtx-4090", Condition::used) == Approx(2510).epsilon(0.2));
  CHECK(usd("rtx-5090", Condition::new_card) == Approx(5000).epsilon(0.2));
}

TEST_CASE("the cheapest offer is one of the last three months") {
  const Known known{{row("cloud_spot", 2, "2026-08-20"), row("cloud_spot", 4, "2026-08-21"),
                     row("cloud_spot", 5, "2026-11-21"), row("cloud_spot", 1, "2026-12-01"),
                     row("cloud_on_demand", 0.5, "2026-11-01")},
                    {}};
  const auto on = [&](Date day) {
    return cheapest_offer(known.history({}, simple_ages()), "cloud_spot", day);
  };
  CHECK(on(today)->usd == 4);
  CHECK(on({2026, 11, 20})->usd == 2);
  CHECK(on({2026, 11, 22})->usd == 5);
  CHECK(on({2026, 12, 1})->usd == 1);
  CHECK_FALSE(on({2026, 8, 1}));
  CHECK_FALSE(cheapest_offer(known.history(), "cloud_reserved", today));
}

TEST_CASE("a price is called by the best of its rows, the newest date, and the computer it buys") {
  std::vector<Observation> rows = {row("street_used", 1000, "2026-09", "typical"),
                                   row("street_used", 1000, "2026-10", "sold"),
                                   row("street_used", 1000, "2026-11-20", "asked")};
  const auto price = price_of(rows);
  CHECK(price->basis == "sold");
  CHECK(iso(*price->date) == "2026-11-20");
  CHECK_FALSE(price->whole_computer);
  rows[0].covers = "computer";
  CHECK(price_of(rows)->whole_computer);
}

TEST_CASE("a price drawn back is dated by its first sighting, others by the newest") {
  const std::vector<Observation> rows = {row("street_used", 500, "2026-06-10"),
                                         row("street_used", 500, "2026-01-10")};
  Retention usual;
  usual.yearly = 0.8;
  const auto date = [&](Date day) {
    return iso(*price_on(Known{rows, {}}.history({}, {}, &usual), Condition::any, day)->date);
  };
  CHECK(date({2026, 1, 9}) == "2026-01-10");
  CHECK(date({2026, 1, 10}) == "2026-06-10");
  CHECK(date(today) == "2026-06-10");
}

TEST_CASE("a price is dated as exactly as its newest observation") {
  for (const char* date : {"2026-11-20", "2026-10", "2026"})
    CHECK(iso(*price_of({row("street_used", 500, date)})->date) == date);
}

TEST_CASE("a month that is not over counts as the day that is asked, on the index too") {
  std::vector<PriceFactor> factors(1);
  factors[0].monthly = three_per_cent;
  factors[0].since = Date{2026, 1, 1};
  const Known month{{row("street_used", 500, "2026-03")}, factors};
  CHECK(month.on({2026, 3, 10}).usd == 500);
  CHECK(month.on({2026, 3, 31}).usd == 500);
  CHECK(month.on({2026, 4, 10}).usd > 500);
}

TEST_CASE("of rows that count as one day the last names the date") {
  const Observation day = row("street_used", 500, "2026-11-21"),
                    month = row("street_used", 500, "2026-11");
  CHECK(iso(*price_of({day, month})->date) == "2026-11");
  CHECK(iso(*price_of({month, day})->date) == "2026-11-21");
}

TEST_CASE("a launch price is of the most certain rows, once they are there") {
  const std::vector<Observation> rows = {row("launch", 500, "2026-01", "list", "low"),
                                         row("launch", 600, "2026-02", "list", "medium"),
                                         row("launch", 700, "2026-03", "list", "high")};
  const auto on = [&](Date day) { return launch_price(Known{rows, {}}.history(), day); };
  CHECK_FALSE(on({2025, 12, 31}));
  CHECK(on({2026, 1, 1})->usd == 500);
  CHECK(on({2026, 2, 1})->usd == 600);
  CHECK(on({2026, 3, 1})->usd == 700);
  CHECK(on(today)->rows == 1);
}

TEST_CASE("prices read as words") {
  Price price{1234.5, 1000, 1500, "sold", Date{2026, 10, 0}, 5, PriceKind::used};
  CHECK(to_text(price) == "1,234 used, Oct 2026");
  CHECK(in_prose(price) == "1,234 USD (used, Oct 2026)");
  price.host_usd = 900;
  CHECK(to_text(price) == "1,234 used+host, Oct 2026");
  CHECK(in_prose(price) == "1,234 USD (used with a computer, Oct 2026)");
  const Price rent{0.34, 0.3, 0.4, "list", {}, 5, PriceKind::rent};
  CHECK(to_text(rent) == "0.34/h");
  CHECK(in_prose(rent) == "0.34 USD an hour (rent)");
}

}  // namespace
}  // namespace gpupick
