
#include "catch.hpp"
#include "ranking/cost.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

std::optional<ApiPrices> prices_on(Date day) {
  const Catalog& catalog = fixed_catalog();
  return api_prices(catalog, catalog.find_model("gpt-oss-20b"), day);
}

// Returns a year of 10 hours a day at half load, 0.2 USD per kWh.
ScoreScale a_year() {
  ScoreScale use;
  use.years = 1;
  use.hours_per_day = 10;
  use.kwh_usd = 0.2;
  use.utilization = 0.5;
  return use;
}

TEST_CASE("an API's price is the median of the providers") {
  const auto prices = prices_on({2026, 9, 30});
  REQUIRE(prices);
  REQUIRE(prices->offers.size() == 3);
  CHECK(prices->prompt.value == 0.07);
  CHECK(prices->prompt.low == 0.03);
  CHECK(prices->prompt.high == 0.075);
  CHECK(prices->answer.value == 0.3);
  CHECK(prices->answer.low == 0.14);
  CHECK(prices->newest == Date{2026, 8, 22});
  CHECK_FALSE(prices_on({2026, 8, 21}));
  CHECK_FALSE(prices_on({2027, 8, 23}));
  CHECK_FALSE(api_prices(fixed_catalog(), fixed_catalog().find_model("gpt2-124m"), {2026, 9, 30}));
}

TEST_CASE("an API is paid for the tokens that the cards read and write") {
  Job job;
  job.prompt = 512;
  job.generate = 128;
  AskedWork asked;
  asked.work = job;
  WorkResult work;
  work.asked = &asked;
  work.speed = {128, 100, 150, Evidence::measured};
  work.reply = Estimate{2, 1.5, 3, Evidence::measured};
  // 900 answers of 2 s in an hour of use at half load.
  const auto api = by_api(*prices_on({2026, 9, 30}), work, a_year());
  REQUIRE(api);
  CHECK(api->tokens == Approx(900 * 640));
  CHECK(api->usd.value == Approx(900 * (512 * 0.07 + 128 * 0.3) / 1e6));
  CHECK(api->usd.low == Approx(900 * (512 * 0.03 + 128 * 0.14) / 1e6));
  CHECK(api->total(a_year()).value == Approx(3652.5 * api->usd.value));
  // One of three providers has a lower price for the cached part of a prompt.
  std::get<Job>(asked.work).cached = 500;
  const auto cached = by_api(*prices_on({2026, 9, 30}), work, a_year());
  REQUIRE(cached);
  CHECK(cached->tokens == api->tokens);
  CHECK(cached->usd.value == Approx(900 * (12 * 0.07 + 500 * 0.0375 + 128 * 0.3) / 1e6));
  work.speed = {};
  CHECK_FALSE(by_api(*prices_on({2026, 9, 30}), work, a_year()));
}

TEST_CASE("owning is cheaper than an API from a number of tokens a day") {
  const ScoreScale use = a_year();
  Owned owned;
  owned.price = {1200, 1000, 1500, "sold", {}, 5, PriceKind::used};
  owned.watts = 350;
  owned.electricity_usd = electricity_usd(350, use);
  const ByApi api{1e6, {1, 0.9, 1.2, Evidence::measured}};
  // An hour of use takes 350 W at half load, 0.035 USD.
  const BreakEven from = tokens_a_day(owned, api, use);
  REQUIRE(from.value);
  REQUIRE(from.low);
  CHECK(*from.value == Approx(1e6 * 1200 / 365.25 / (1 - 0.035)));
  CHECK(*from.low == Approx(1e6 * 1000 / 365.25 / (1.2 - 0.035)));
  // Electricity alone costs more than the API.
  CHECK_FALSE(tokens_a_day(owned, {1e6, {0.03, 0.03, 0.03, Evidence::measured}}, use).value);
  // The card would need 33 hours a day.
  CHECK_FALSE(tokens_a_day(owned, {1e6, {0.135, 0.135, 0.135, Evidence::measured}}, use).value);
}

TEST_CASE("recommend says what an API costs, but not for rented cards") {
  const std::vector<std::string> question{"recommend", "--model", "gpt-oss-20b", "--hours-per-day",
                                          "0.1"};
  CHECK_THAT(run_fixed(question).out, ContainsSubstring("By API"));
  std::vector<std::string> rented = question;
  rented.emplace_back("--rent");
  CHECK(run_fixed(rented).out.find("By API") == std::string::npos);
}

}  // namespace
}  // namespace gpupick
