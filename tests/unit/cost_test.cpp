#include "ranking/cost.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "job/usual_job.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

Query general_query() { return query_for("general"); }

Cost cost_of(const CardGroup& cards, const Query& query, const AskedResale& asked = {}) {
  return costs(fixed_catalog(), {cards}, query, asked, true).cards.front();
}

// A 350 W card that costs 1,200 USD to buy and 0.5 USD an hour to rent.
struct ByHand {
  Query query = general_query();
  Owned owned;
  Rented rented;

  ByHand() {
    query.scale.pue = 1;
    owned.price = {1200, 1000, 1500, "sold", {}, 5, PriceKind::used};
    owned.watts = 350;
    owned.electricity_usd = electricity_usd(350, query.scale);
    rented.hourly = {0.5, 0.4, 0.6, "list", {}, 5, PriceKind::rent};
  }
};

// Returns a scale of one year at 0.2 USD per kWh, with idle power at a tenth.
ScoreScale a_year_of(double hours_per_day) {
  ScoreScale use;
  use.years = 1;
  use.hours_per_day = hours_per_day;
  use.kwh_usd = 0.2;
  use.idle_share = 0.1;
  return use;
}

// "2,950.49" with two digits.
std::string with_thousands(double value, int digits) {
  std::string out = fmt::format("{:.{}f}", value, digits);
  const std::size_t point = out.find('.');
  if (point > 3) out.insert(point - 3, ",");
  return out;
}

TEST_CASE("idle time raises the cost per unit of work") {
  ScoreScale use = a_year_of(8);
  use.utilization = 0.25;
  CHECK(hours_of_use(use) == Approx(8 * 365.25));
  CHECK(hours_of_load(use) == Approx(2 * 365.25));
  CHECK(electricity_usd(500, use) == Approx(0.5 * (2 + 0.1 * 6) * 365.25 * 0.2));
  use.always_on = true;
  CHECK(electricity_usd(500, use) == Approx(0.5 * (2 + 0.1 * 22) * 365.25 * 0.2));

  Query busy = general_query(), waiting = busy;
  waiting.scale.utilization = 0.5;
  const CardGroup card{&fixed_catalog().find_gpu("rtx-4090"), 1};
  const Cost full = cost_of(card, busy), half = cost_of(card, waiting);
  REQUIRE_FALSE(full.units.empty());
  for (std::size_t i = 0; i < full.units.size(); ++i) {
    REQUIRE(full.units[i].rented);
    REQUIRE(full.units[i].owned);
    CHECK(half.units[i].rented->value == Approx(2 * full.units[i].rented->value));
    CHECK(half.units[i].owned->value < 2 * full.units[i].owned->value);
    CHECK(half.units[i].owned->value > full.units[i].owned->value);
  }
}

TEST_CASE("electricity is power times hours, including idle time and cooling") {
  ScoreScale use;
  use.years = 2;
  use.hours_per_day = 4;
  use.kwh_usd = 0.2;
  CHECK(hours_of_use(use) == Approx(4 * 365.25 * 2));
  CHECK(electricity_usd(500, use) == Approx(0.5 * 4 * 365.25 * 2 * 0.2));
  use.pue = 1.5;
  CHECK(electricity_usd(500, use) == Approx(1.5 * 0.5 * 4 * 365.25 * 2 * 0.2));
  use.always_on = true;
  use.idle_share = 0.1;
  CHECK(electricity_usd(500, use) == Approx(1.5 * 0.5 * (4 + 0.1 * 20) * 365.25 * 2 * 0.2));
}

TEST_CASE("one more hour a day costs its running cost") {
  ScoreScale use = a_year_of(4);
  for (const bool on : {false, true}) {
    use.always_on = on;
    ScoreScale more = use;
    more.hours_per_day = 5;
    CHECK(electricity_usd(500, more) - electricity_usd(500, use) ==
          Approx(running_usd(500, use) * 365.25));
  }
}

TEST_CASE("the costs of owning and of renting add up") {
  ByHand hand;
  hand.owned.computer_usd = 100;
  hand.owned.resale.usd = 600;
  const Estimate total = hand.owned.total();
  const double electricity = 0.35 * 4 * 365.25 * 3 * 0.15;
  CHECK(hand.owned.electricity_usd == Approx(electricity));
  CHECK(total.value == Approx(1200 + 100 + electricity - 600));
  CHECK(total.low == Approx(1000 + 100 + electricity - 600));
  CHECK(total.high == Approx(1500 + 100 + electricity - 600));
  CHECK(hand.rented.total(hand.query.scale).value == Approx(0.5 * 4 * 365.25 * 3));
}

TEST_CASE("the cost in a ranking equals that of the cost command to the cent") {
  const Catalog& catalog = fixed_catalog();
  std::size_t compared = 0;
  for (const Workload& workload : catalog.workloads())
    for (const Ranked& card : rank(catalog, simple_query(workload)).ranked) {
      const Cost cost = cost_of({card.gpu, card.count}, simple_query(workload), {});
      REQUIRE(cost.owned);
      CHECK(cost.owned->total().value == Approx(card.cost()->value).margin(0.005).epsilon(0));
      CHECK(cost.owned->total().high == Approx(card.cost()->high).margin(0.005).epsilon(0));
      CHECK(cost.owned->electricity_usd == Approx(card.electricity_usd).margin(0.005).epsilon(0));
      ++compared;
    }
  CHECK(compared > 50);
}

TEST_CASE("owning and renting cost the same at the break-even hours") {
  const Catalog& catalog = shipped_catalog();
  Query query = simple_query(catalog.find_workload("general"));
  query.scale.idle_share = 0.1;
  std::size_t reached = 0;
  for (const Gpu& gpu : catalog.gpus()) {
    query.scale.always_on = !query.scale.always_on;
    query.scale.hours_per_day = 4;
    const Cost cost = costs(catalog, {{&gpu}}, query, {}, false).cards.front();
    if (!cost.hours_per_day || cost.hours_per_day->value.value_or(0) == 0) continue;
    const double hours = *cost.hours_per_day->value;
    CHECK(hours <= 24);
    query.scale.hours_per_day = hours;
    const Cost then = costs(catalog, {{&gpu}}, query, {}, false).cards.front();
    CHECK(then.rented.front().total(query.scale).value == Approx(then.owned->total().value));
    ++reached;
  }
  CHECK(reached > 10);
}

TEST_CASE("owning and renting have cost the same at the break-even month") {
  const Gpu& gpu = fixed_catalog().find_gpu("rtx-4090");
  Query query = general_query();
  query.scale.hours_per_day = 24;
  query.scale.years = 4;
  const Cost cost = cost_of({&gpu}, query, {false, 0.25});
  REQUIRE(cost.months);
  REQUIRE(cost.months->value);
  const double share = *cost.months->value / 48;
  const Owned& owned = *cost.owned;
  CHECK(owned.price.usd + owned.computer_usd - owned.resale.usd + share * owned.electricity_usd ==
        Approx(share * cost.rented.front().total(query.scale).value));
  CHECK(*cost.months->low < *cost.months->value);
}

TEST_CASE("owning for the time of payback costs what renting does, whatever the years") {
  const Catalog& catalog = shipped_catalog();
  Query query = simple_query(catalog.find_workload("general"));
  query.scale.hours_per_day = 8;
  const auto cost_over = [&](const Gpu& gpu, double years) {
    query.scale.years = years;
    return costs(catalog, {{&gpu}}, query, {}, false).cards.front();
  };
  std::size_t reached = 0;
  for (const Gpu& gpu : catalog.gpus()) {
    const Cost cost = cost_over(gpu, 5);
    if (!cost.months || cost.months->value.value_or(0) == 0) continue;
    INFO(gpu.id);
    const double years = *cost.months->value / 12;
    const Cost longer = cost_over(gpu, 2 * years);
    REQUIRE(longer.months->value);
    CHECK(*longer.months->value == Approx(*cost.months->value));
    const Cost then = cost_over(gpu, years);
    CHECK(then.rented.front().total(query.scale).value == Approx(then.owned->total().value));
    CHECK_FALSE(cost_over(gpu, 0.9 * years).months->value);
    ++reached;
  }
  CHECK(reached > 10);
}

TEST_CASE("resale uses the given share, or the price retention of the card or its segment") {
  const Catalog& catalog = fixed_catalog();
  const Query query = general_query();
  const Price paid{1000, 900, 1100, "", {}, 1};
  const Gpu& any = catalog.find_gpu("rtx-3090");
  CHECK(resale(catalog, {&any}, paid, 0, {false, 0.5}, query.scale, query.day).usd == 500);
  std::size_t own = 0, others = 0;
  for (const Gpu& gpu : catalog.gpus()) {
    const Resale kept = resale(catalog, {&gpu, 2}, paid, 0, {}, query.scale, query.day);
    if (kept.basis == ResaleBasis::none) continue;
    CHECK(kept.yearly <= 1);
    const auto used = catalog.price_on(gpu, Condition::used, query.day);
    CHECK(kept.usd ==
          Approx(std::min(used ? 2 * used->low : 900, 1000.0) * std::pow(kept.yearly, 3)));
    const auto yearly = yearly_retention(catalog, gpu, query.day);
    if (yearly) CHECK(kept.yearly <= *yearly);
    ++(kept.basis == ResaleBasis::own ? own : others);
    if (kept.basis != ResaleBasis::own) continue;
    const auto launch = launch_price(catalog.history_of(gpu), query.day);
    const double years = days_between(first_day(*gpu.launch_date), query.day) / days_per_year;
    CHECK(kept.yearly == Approx(std::pow(used->usd / launch->usd, 1 / years)));
  }
  CHECK(own > 0);
  CHECK(others > 0);
}

TEST_CASE("cards of a segment without a resale keep what the middle card keeps, roughly") {
  const Catalog& catalog = fixed_catalog();
  const Gpu& gpu = catalog.find_gpu("dgx-spark");
  const Cost cost = cost_of({&gpu}, general_query());
  REQUIRE(cost.owned);
  const Resale& sold = cost.owned->resale;
  CHECK(sold.basis == ResaleBasis::all);
  CHECK(sold.yearly == 0.894);  // as 69 of the 99 cards
  const auto used = catalog.price_on(gpu, Condition::used, general_query().day);
  REQUIRE(used);
  // The PC of 1,200 USD that it replaces would sell too.
  CHECK(sold.usd == Approx((used->low - 1200) * std::pow(0.894, 3)));
  CHECK(cost.owned->total().is_rough());
}

TEST_CASE("nothing that is bought earns money") {
  const Catalog& catalog = shipped_catalog();
  const Query query = simple_query(catalog.find_workload("general"));
  std::size_t computers = 0;
  for (const Gpu& gpu : catalog.gpus()) {
    const Cost cost = costs(catalog, {{&gpu}}, query, {}, false).cards.front();
    if (!cost.owned) continue;
    INFO(gpu.id);
    CHECK(cost.owned->total().value >= cost.owned->electricity_usd - 0.01);
    CHECK(cost.owned->resale.usd <= cost.owned->price.usd);
    if (cost.owned->price.whole_computer) ++computers;
  }
  CHECK(computers > 10);
}

TEST_CASE("a unit of work costs the hourly cost divided by the hourly output") {
  const Gpu& gpu = fixed_catalog().find_gpu("rtx-4090");
  Query query = query_for("llm-inference");
  query.job = usual_job(Task::chat, fixed_catalog().find_model("llama-3.1-8b"), fixed_catalog());
  const Cost cost = cost_of({&gpu}, query, {false, 0});
  REQUIRE(cost.units.size() == 2);
  const JobEstimate job = estimate(gpu, 1, *query.job, fixed_catalog().calibration());
  const double decode = job.find(Output::decode)->value;
  const double an_hour = cost.owned->total().value / (4 * 365.25 * 3);
  CHECK(cost.units[0].what == "1M tokens generated");
  CHECK(cost.units[0].owned->value == Approx(an_hour / (decode * 3600) * 1e6));
  CHECK(cost.units[0].rented->value ==
        Approx(cost.rented.front().hourly.usd / (decode * 3600) * 1e6));
  CHECK(cost.units[0].owned->low < cost.units[0].owned->value);
  CHECK(*cost.tokens_per_joule == Approx(decode / 450));
}

TEST_CASE("the cost example of the guide is right") {
  const Run run = run_fixed(split_arguments(
      "cost rtx-4090 --model llama-3.1-8b --hours-per-day 6 --kwh 0.3 --always-on --pue 1.2 "
      "--resale 40 --as-of 2026-09-30 --format json"));
  const nlohmann::json card = nlohmann::json::parse(run.out)["cards"][0];
  const auto& owned = card["owned"];
  const auto& rented = card["rented"][0];
  const auto check = [](const nlohmann::json& figure, double expected) {
    CHECK(figure.get<double>() == Approx(expected).epsilon(5e-4));
  };
  check(owned["price_usd"], 2509.84);
  check(owned["computer_usd"], 60);  // a PSU of 850 W instead of 650 W
  check(owned["electricity_usd"], 1384.59);
  check(owned["resale_usd"], 1003.935);
  check(owned["total_usd"]["value"], 2950.49);
  check(owned["month_usd"]["value"], 81.9581);
  check(rented["usd_per_hour"]["value"], 0.343776);
  check(rented["cheapest"]["usd_per_card_hour"], 0.31);
  check(rented["total_usd"]["value"], 2260.16);
  check(rented["month_usd"]["value"], 62.7821);
  check(card["units"][0]["owned_usd"]["value"], 0.74386);
  check(card["units"][0]["rented_usd"]["value"], 0.569817);
  check(card["units"][1]["owned_usd"]["value"], 0.0170026);
  check(card["units"][1]["rented_usd"]["value"], 0.0130244);
  check(card["break_even"]["hours_per_day"]["value"], 9.18227);
  CHECK(card["break_even"]["months"].is_null());
  check(card["tokens_per_joule"], 0.31034);
  // The guide computes the same figures by hand.
  const std::string guide = read_text(project_path("docs/guide.md"));
  const std::string by_hand = guide.substr(guide.find("By hand, from the price"));
  const auto states = [&](double figure, int digits, const std::string& unit) {
    const std::string text = with_thousands(figure, digits) + unit;
    INFO(text);
    CHECK(by_hand.find(" = " + text) != std::string::npos);
  };
  states(owned["computer_usd"], 2, "");
  states(owned["electricity_usd"], 2, "");
  states(2509.84 + owned["computer_usd"].get<double>() + owned["electricity_usd"].get<double>() -
             owned["resale_usd"].get<double>(),
         2, "");
  states(owned["month_usd"]["value"], 2, " a month");
  states(rented["usd_per_hour"]["value"].get<double>() * 6574.5, 2, "");
  states(rented["month_usd"]["value"], 2, " a month");
  states(card["units"][0]["owned_usd"]["value"], 4, " owned");
  states(card["units"][1]["owned_usd"]["value"], 4, " owned");
  states(card["break_even"]["hours_per_day"]["value"], 3, " hours a day");
}

TEST_CASE("every cost is a finite number") {
  for (const Gpu& gpu : fixed_catalog().gpus())
    for (const std::string format : {"json", "csv", "text"}) {
      const Run run = run_fixed({"cost", std::string(gpu.id), "--for", "general", "--format",
                                 format, "--as-of", "2026-11-21"});
      CHECK(run.status < 2);
      for (const char* bad : {"nan", "inf,", "inf "}) {
        INFO(gpu.id << run.out);
        CHECK(run.out.find(bad) == std::string::npos);
      }
    }
}

TEST_CASE("cost shows every card on a narrow terminal") {
  for (const std::size_t width : {60UL, 80UL, 100UL}) {
    const Run run = run_fixed(
        {"cost", "rtx-3090", "rtx-4090", "rtx-5090", "h100-sxm", "rtx-3060-12gb", "rx-7900-xtx"},
        "", width);
    CHECK(run.status == 0);
    for (const char* name :
         {"RTX 3090", "RTX 4090", "RTX 5090", "H100 SXM5", "RTX 3060", "7900 XTX"}) {
      INFO(width << run.out);
      CHECK(run.out.find(name) != std::string::npos);
    }
    CHECK(run.out.find("...") == std::string::npos);
  }
}

TEST_CASE("cost rejects invalid values") {
  CHECK(run_fixed({"cost", "rtx-3090", "--resale", "120"}).status == 2);
  CHECK(run_fixed({"cost", "rtx-3090", "--hours-per-day", "0"}).status == 2);
  CHECK(run_fixed({"cost", "rtx-3090", "--pue", "0.5"}).status == 2);
  CHECK(run_fixed({"cost"}).status == 2);
}

}  // namespace
}  // namespace gpupick
