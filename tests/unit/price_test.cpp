#include "prices/price.hpp"

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

// A base spread and drift; asks are 25 % above sales; consumer prices rise by 3 % a month; low
// confidence widens the spread.
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

// Observations count for a year and rent offers for three months; the launch price is used for a
// year.
PriceAges simple_ages() {
  PriceAges out;
  out.observation = 365;
  out.launch = 365;
  out.offer = 92;
  return out;
}

// The price history of a card with these factors.
struct Known {
  std::vector<Observation> rows;
  std::vector<PriceFactor> factors;
  std::string_view segment = "";
  bool discontinued = false;

  PriceHistory history(std::optional<Date> launch = {}, const PriceAges& ages = {},
                       const Retention* retention = nullptr) const {
    return {rows, factors, segment, launch, discontinued, ages, retention};
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

TEST_CASE("a price uses the last twelve months and narrows with more observations") {
  const auto one = price_of({row("street_used", 1000, "2026-11-21")});
  REQUIRE(one);
  CHECK(one->usd == 1000);
  CHECK(one->low == Approx(1000 * std::exp(-0.12816)));
  CHECK(one->high == Approx(1000 * std::exp(0.12816)));
  const auto four = price_of(
      {row("street_used", 900, "2026-11-21"), row("street_used", 1000, "2026-11-21"),
       row("street_used", 1010, "2026-11-21", "typical"), row("street_used", 1600, "2026-11-21")});
  // 900 and 1,600 are more than a tenth away, so that both pull equally.
  CHECK(four->usd == Approx(std::sqrt(1000.0 * 1010)));
  CHECK(four->high == Approx(four->usd * std::exp(0.06408)));
  CHECK(four->kind == PriceKind::used);
  CHECK(four->basis == "sold");
  CHECK(four->rows == 4);
  CHECK(to_text(*four) == "1,005 used, Nov 2026");
}

TEST_CASE("observations are corrected to sales on the day") {
  const auto asked = price_of({row("street_used", 500, "2026-11-21", "asked")});
  // An ask of 500 counts as a sale at 400, but without a sale the price is not below the lowest
  // ask.
  CHECK(asked->usd == 500);
  CHECK(asked->low == Approx(400 / std::exp(1.2816 * std::sqrt(0.02))));
  CHECK(asked->high == 500);
  CHECK(asked->basis == "asked");
  const auto sold = price_of(
      {row("street_used", 500, "2026-11-21", "asked"), row("street_used", 400, "2026-11-21")});
  CHECK(sold->usd == Approx(400));
  // A year of 3 % a month, and of drift.
  const auto old =
      price_of({row("street_used", 500, "2025-11-21")}, Condition::any, today, "consumer");
  CHECK(old->usd == Approx(500 * std::exp(0.03 * 12)).epsilon(0.001));
  CHECK(std::log(old->high / old->usd) / 1.2816 ==
        Approx(std::sqrt(0.01 + 12 * 0.0025)).epsilon(0.001));
}

TEST_CASE("observations from abroad count only without domestic ones") {
  Observation abroad = row("street_used", 300, "2026-11-21");
  abroad.region = "CN";
  Observation home = row("street_used", 500, "2026-11-21", "typical", "low");
  home.region = "US";
  CHECK(price_of({abroad})->usd == 300);
  const auto both = price_of({abroad, abroad, home});
  CHECK(both->usd == 500);
  CHECK(both->rows == 1);
}

TEST_CASE("a factor of zero is ignored") {
  std::vector<PriceFactor> factors(1);
  factors[0].factor = 0;
  CHECK(Known{{row("street_used", 500, "2026-11-21")}, factors}.on(today).usd == 500);
}

TEST_CASE("a price stays finite with any number of factors") {
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

TEST_CASE("reliable observations outweigh uncertain ones") {
  const auto price = price_of({row("street_used", 1000, "2026-11-21"),
                               row("street_used", 300, "2026-11-21", "typical", "low"),
                               row("street_used", 310, "2026-11-21", "typical", "low")});
  CHECK(price->usd > 900);
  CHECK(price->usd < 1000);
  CHECK(price->rows == 3);
}

TEST_CASE("a source's factor applies only to its observations") {
  std::vector<PriceFactor> factors(1);
  factors[0].seen_by = "dear";
  factors[0].factor = 1.1;
  std::vector<Observation> rows = {row("street_used", 550, "2026-11-21")};
  const auto usd = [&] { return Known{rows, factors}.on(today).usd; };
  CHECK(usd() == 550);
  rows[0].source = "dear";
  CHECK(usd() == Approx(500));
}

TEST_CASE("prices follow the monthly index between their date and the day") {
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
  CHECK(on("2026-01-01", {2026, 11, 21}) == Approx(500));
  CHECK(on("2026-06-01", {2026, 11, 21}) == 500);
  // An index that starts in a month or a year starts on its first day.
  const double whole = on("2026-01-01", {2026, 1, 16});
  for (const Date since : {Date{2026, 1, 0}, Date{2026, 0, 0}}) {
    factors[0].since = since;
    CHECK(on("2026-01-01", {2026, 1, 16}) == whole);
  }
  factors[0].since = {};
  CHECK(on("2026-01-01", {2026, 2, 20}) == 500);
}

TEST_CASE("prices older than a year are ignored, those of the current month count") {
  CHECK_FALSE(price_of({row("street_used", 500, "2025-11-20")}));
  CHECK(price_of({row("street_used", 500, "2025-11-21")}));
  CHECK(price_of({row("street_used", 500, "2026-09")}, Condition::any, {2026, 9, 1})->usd == 500);
}

TEST_CASE("without age limits no price is too old") {
  CHECK(Known{{row("street_used", 500, "2016-11-20")}, {}}.on(today).usd == 500);
}

TEST_CASE("later observations change neither price nor interval") {
  const std::vector<Observation> early = {row("street_used", 500, "2026-01-01"),
                                          row("street_new", 900, "2026-01-01")};
  std::vector<Observation> rows = early;
  for (const char* later : {"2026-03-02", "2026-06"}) {
    rows.push_back(row("street_used", 300, later));
    rows.push_back(row("street_new", 700, later));
  }
  for (const Condition condition : {Condition::any, Condition::new_card, Condition::used}) {
    const Price with = *price_of(rows, condition, {2026, 3, 1});
    const Price without = *price_of(early, condition, {2026, 3, 1});
    CHECK(with.usd == without.usd);
    CHECK(with.low == without.low);
    CHECK(with.high == without.high);
    CHECK(with.rows == without.rows);
  }
}

TEST_CASE("before its first observation a card costs its launch price, depreciated if used") {
  std::vector<Observation> rows = {row("street_used", 500, "2026-01-01"),
                                   row("street_new", 1500, "2026-01-01")};
  CHECK_FALSE(price_of(rows, Condition::any, {2025, 1, 1}));
  rows.push_back(row("launch", 2000, "2024-01-01", "list"));
  Retention usual;
  usual.yearly = 0.8;
  usual.spread = 0.1;
  const Known known{rows, simple_factors(), "workstation"};
  const auto on = [&](Condition condition, Date day) {
    return price_on(known.history({}, simple_ages(), &usual), condition, day);
  };
  CHECK(on(Condition::new_card, {2025, 12, 31})->usd == Approx(2000));
  CHECK(on(Condition::new_card, {2025, 12, 31})->kind == PriceKind::launch);
  const Price used = *on(Condition::used, {2025, 12, 31});
  CHECK(used.usd == Approx(2000 * std::pow(0.8, 730 / days_per_year)).epsilon(0.001));
  CHECK(used.high / used.usd > std::exp(0.2 * middle_80) * 0.99);
  CHECK(used.kind == PriceKind::used);
  CHECK(used.rows == 0);
  CHECK_FALSE(used.trusted);
  CHECK(on(Condition::used, {2026, 1, 1})->usd == 500);
}

PriceAges trusting() {
  PriceAges out = simple_ages();
  out.evidence = 60;
  out.sale = 45;
  out.trusted_rows = 3;
  return out;
}

bool is_trusted(const std::vector<Observation>& rows, bool discontinued = false) {
  Known known{rows, simple_factors(), "workstation"};
  known.discontinued = discontinued;
  return price_on(known.history({}, trusting()), Condition::any, today)->trusted;
}

TEST_CASE("three recent observations or one recent sale make a price trusted") {
  const auto asked = [](const char* day) { return row("street_used", 500, day, "asked"); };
  CHECK_FALSE(is_trusted({asked("2026-11-01"), asked("2026-11-02")}));
  CHECK(is_trusted({asked("2026-11-01"), asked("2026-11-02"), asked("2026-09-22")}));
  CHECK_FALSE(is_trusted({asked("2026-11-01"), asked("2026-11-02"), asked("2026-09-21")}));
  CHECK(is_trusted({row("street_used", 500, "2026-10-07")}));
  CHECK_FALSE(is_trusted({row("street_used", 500, "2026-10-06")}));
  CHECK(is_trusted({row("street_used", 500, "2026-11-01", "typical")}));
  Observation doubtful = row("street_used", 500, "2026-11-01");
  doubtful.confidence = "low";
  CHECK_FALSE(is_trusted({doubtful}));
  Observation abroad = row("street_used", 500, "2026-11-01");
  abroad.region = "KR";
  CHECK_FALSE(is_trusted({abroad}));
}

TEST_CASE("a discontinued card has a new price only with enough recent offers") {
  std::vector<Observation> rows;
  const auto price = [&] {
    Known known{rows, simple_factors(), "workstation"};
    known.discontinued = true;
    return price_on(known.history({}, trusting()), Condition::new_card, today);
  };
  for (const char* day : {"2026-11-01", "2026-11-02"}) {
    rows.push_back(row("street_new", 500, day, "asked"));
    CHECK_FALSE(price());
  }
  rows.push_back(row("street_new", 500, "2026-11-03", "asked"));
  CHECK(price());
}

TEST_CASE("a list price holds until the next one and ignores the index") {
  std::vector<PriceFactor> factors(1);
  factors[0].monthly = three_per_cent;
  factors[0].since = Date{2026, 1, 1};
  std::vector<Observation> rows = {row("street_new", 500, "2026-01-10", "list")};
  CHECK(Known{rows, factors}.on({2026, 5, 1}).usd == Approx(500));
  rows.push_back(row("street_new", 600, "2026-05-02", "list"));
  CHECK(Known{rows, factors}.on({2026, 5, 1}).usd == Approx(500));
  CHECK(Known{rows, factors}.on({2026, 5, 2}).usd == Approx(600));
}

TEST_CASE("observations from abroad count if domestic ones are months older") {
  Observation abroad = row("street_used", 400, "2026-11-01"),
              home = row("street_used", 500, "2026-10-01");
  abroad.region = "KR";
  const auto usd = [&] {
    const Known known{{abroad, home}, simple_factors(), "workstation"};
    return price_on(known.history({}, trusting()), Condition::any, today)->usd;
  };
  CHECK(usd() == Approx(500));
  home.date = Date{2026, 8, 1};
  CHECK(usd() < 499);
}

TEST_CASE("Condition::any takes the lower price and names its kind") {
  const std::vector<Observation> rows = {row("street_new", 900, "2026-09"),
                                         row("street_used", 700, "2026-09")};
  CHECK(price_of(rows)->kind == PriceKind::used);
  CHECK(price_of(rows, Condition::new_card)->usd == 900);
  CHECK(price_of(rows, Condition::used)->usd == 700);
  // The high ends are compared, so that an uncertain lower price does not win.
  CHECK(price_of({row("street_new", 900, "2026-11-21"),
                  row("street_used", 800, "2026-11-21", "sold", "low")})
            ->kind == PriceKind::new_card);
}

TEST_CASE("Condition::any prefers a trusted price to a lower one") {
  const Observation used = row("street_used", 600, "2026-11-21", "asked", "low");
  const std::vector<Observation> rows = {row("street_new", 900, "2026-11-10"),
                                         row("street_new", 900, "2026-11-15"),
                                         row("street_new", 900, "2026-11-21"), used};
  CHECK(price_of(rows)->kind == PriceKind::new_card);
  CHECK(price_of({used})->kind == PriceKind::used);
}

TEST_CASE("the launch price is used for a year after the launch") {
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

TEST_CASE("a rent of the user's own is exact and no part of the market") {
  const Known market{{row("cloud_spot", 3, "2026-09", "list")}, simple_factors()};
  const std::vector<Observation> own = {row("cloud_spot", 1, "2026-09", "list")};
  PriceHistory history = market.history({}, trusting());
  history.own = own;
  CHECK(price_of_kind(history, "cloud_spot", today)->usd == Approx(3));
  const Price rent = *rent_on(history, "cloud_spot", today);
  CHECK(rent.usd == 1);
  CHECK(rent.low == rent.high);
  CHECK_FALSE(rent.few_rows);
}

TEST_CASE("a price with too few observations is marked as such") {
  std::vector<Observation> rows;
  for (const bool few : {true, true, false}) {
    rows.push_back(row("street_used", 1000, "2026-11-01"));
    const Known known{rows, simple_factors()};
    CHECK(price_on(known.history({}, trusting()), Condition::any, today)->few_rows == few);
  }
  CHECK_FALSE(own_price({.own = rows}, Condition::any, today)->few_rows);
}

TEST_CASE("a price of one observation is what the observation counts as") {
  for (const std::string_view basis : price_bases)
    for (const char* kind : {"launch", "street_new", "street_used", "cloud_spot"}) {
      const Known known{
          {row(kind, 1000, "2026-05-01", basis.data())}, simple_factors(), "consumer"};
      INFO(kind << ' ' << basis);
      const PriceRows rows = {known.rows.data()};
      CHECK(usd_on(known.history(), known.rows.front(), today) ==
            Approx(price_from(rows, known.history(), day_number(today)).usd));
    }
}

TEST_CASE("prices of known cards match their known values") {
  const auto usd = [](const char* card, Condition condition) {
    const Catalog& catalog = fixed_catalog();
    return catalog.price_on(catalog.find_gpu(card), condition, {2026, 10, 10})->usd;
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

TEST_CASE("a price has the best basis and newest date of its rows, and may cover a computer") {
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

TEST_CASE("a price is dated as exactly as its newest observation") {
  for (const char* date : {"2026-11-20", "2026-10", "2026"})
    CHECK(iso(*price_of({row("street_used", 500, date)})->date) == date);
}

TEST_CASE("an observation dated in the current month counts as of the day") {
  std::vector<PriceFactor> factors(1);
  factors[0].monthly = three_per_cent;
  factors[0].since = Date{2026, 1, 1};
  const Known month{{row("street_used", 500, "2026-03")}, factors};
  CHECK(month.on({2026, 3, 10}).usd == 500);
  CHECK(month.on({2026, 3, 31}).usd == 500);
  CHECK(month.on({2026, 4, 10}).usd > 500);
}

TEST_CASE("the last of several rows of one day gives the date") {
  const Observation day = row("street_used", 500, "2026-11-21"),
                    month = row("street_used", 500, "2026-11");
  CHECK(iso(*price_of({day, month})->date) == "2026-11");
  CHECK(iso(*price_of({month, day})->date) == "2026-11-21");
}

TEST_CASE("the launch price uses the most certain rows known on the day") {
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

TEST_CASE("prices are printed in words") {
  Price price{1234.5, 1000, 1500, "sold", Date{2026, 10, 0}, 5, PriceKind::used};
  CHECK(to_text(price) == "1,234 used, Oct 2026");
  CHECK(in_prose(price, {}) == "1,234 USD (used, Oct 2026)");
  price.host_usd = 900;
  CHECK(to_text(price) == "1,234 used+host, Oct 2026");
  CHECK(in_prose(price, {}) == "1,234 USD (used, with 900 for the computer, Oct 2026)");
  const Price rent{0.34, 0.3, 0.4, "list", {}, 5, PriceKind::rent};
  CHECK(to_text(rent) == "0.34/h");
  CHECK(in_prose(rent, {}) == "0.34 USD an hour (rent)");
}

}  // namespace
}  // namespace gpupick
