#include "catalog/price.hpp"

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

std::optional<Price> price_of(const std::vector<Observation>& rows,
                              Condition condition = Condition::any, Date day = today,
                              bool sold = false) {
  return price_on(rows, condition, day, sold);
}

TEST_CASE("the median of an even count lies between the middle two") {
  CHECK(median({3, 1, 2}) == 2);
  CHECK(median({10, 1, 2, 3}) == 2.5);
}

TEST_CASE("sold and typical prices of the newest 60 days make the price") {
  const auto price = price_of(
      {row("street_used", 700, "2026-05-01"), row("street_used", 1000, "2026-08-08"),
       row("street_used", 1200, "2026-09", "typical"), row("street_used", 1100, "2026-09-20"),
       row("street_used", 1600, "2026-10-09", "asked"),
       row("street_used", 900, "2026-09", "floor")});
  REQUIRE(price);
  CHECK(price->usd == 1100);
  CHECK(price->low == 900);
  CHECK(price->high == 1600);
  CHECK(price->kind == "used");
  CHECK(price->rows == 3);
  CHECK_FALSE(price->thin());
  CHECK(to_text(*price) == "1,100 used, Sep 2026");
}

TEST_CASE("asked prices speak where nothing was sold, floors last") {
  CHECK(price_of({row("street_used", 500, "2026-09", "asked"),
                  row("street_used", 300, "2026-09", "floor")})
            ->usd == 500);
  CHECK(price_of({row("street_used", 300, "2026-09", "floor")})->usd == 300);
  CHECK(price_of({row("street_used", 300, "2026-09", "floor")})->thin());
}

TEST_CASE("old, doubtful and later prices do not exist") {
  CHECK_FALSE(price_of({row("street_used", 500, "2025-11-20")}));
  CHECK(price_of({row("street_used", 500, "2025-11-21")}));
  CHECK_FALSE(price_of({row("street_used", 500, "2026-09", "sold", "low")}));
  CHECK_FALSE(price_of({row("street_used", 500, "2026-09-02")}, Condition::any, {2026, 9, 1}));
  CHECK(price_of({row("street_used", 500, "2026-09")}, Condition::any, {2026, 9, 1}));
}

TEST_CASE("any condition takes the lower and names it") {
  const std::vector<Observation> rows = {row("street_new", 900, "2026-09"),
                                         row("street_used", 700, "2026-09")};
  CHECK(price_of(rows)->kind == "used");
  CHECK(price_of(rows, Condition::new_card)->usd == 900);
  CHECK(price_of(rows, Condition::used)->usd == 700);
}

TEST_CASE("the launch price stands in only for a card still sold") {
  const std::vector<Observation> rows = {row("launch", 499, "2024-01", "list"),
                                         row("launch", 500, "2024-01", "list", "low")};
  CHECK_FALSE(price_of(rows));
  const auto price = price_of(rows, Condition::any, today, true);
  REQUIRE(price);
  CHECK(price->usd == 499);
  CHECK(price->kind == "launch");
  CHECK_FALSE(price_of(rows, Condition::used, today, true));
  const auto spread = price_of({row("launch", 549, "2024-01"), row("launch", 499, "2024-01")},
                               Condition::any, today, true);
  CHECK(spread->low == 499);
  CHECK(spread->usd == 524);
  CHECK(spread->high == 549);
}

TEST_CASE("the prices of a card make the known values") {
  const auto usd = [](const char* card, Condition condition) {
    return price_on(fixed_catalog().prices_of(card), condition, today, false);
  };
  const auto used_3090 = usd("rtx-3090", Condition::used);
  CHECK(used_3090->usd == Approx(1140).margin(10));
  CHECK(used_3090->low == 950);
  CHECK(used_3090->high == 1623);
  CHECK(usd("rtx-4090", Condition::used)->usd == Approx(2510).margin(10));
  CHECK(usd("rtx-5090", Condition::new_card)->usd == Approx(5000).margin(10));
}

}  // namespace
}  // namespace gpupick
