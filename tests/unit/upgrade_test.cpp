// Upgrades of a buyer who owns cards: gains and steps, recomputed by hand.
#include "ranking/upgrade.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "job/usual_job.hpp"
#include "ranking/gain.hpp"
#include "ranking/verdict.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

Ranking ranking_for(const CardGroup& owned, std::string_view work) {
  Query query = simple_query(fixed_catalog().find_workload(work));
  query.owned = owned;
  query.pairs = true;
  return rank(fixed_catalog(), query);
}

// True if the first cards run a job above its floor and the others do not.
bool adds(const Ranked& card, const Ranked& other) {
  for (std::size_t i = 0; i < card.work.size(); ++i)
    if (is_useful(card.work[i]) && !is_useful(other.work[i])) return true;
  return false;
}

bool is_better(const Ranked& card, const Ranked& owned) {
  const Gain gain = gain_over(card, owned);
  const double speed = gain.speed ? gain.speed->value : 1;
  const double better = std::min(speed, gain.counted_speed) * card.kept() / owned.kept();
  if (4 * card.tools.full < 3 * owned.tools.full) return better >= 1.5 && !adds(owned, card);
  return !adds(owned, card) && speed >= 1 &&
         (adds(card, owned) || better >= 4.0 / 3 || (better > 1 && gain.usd->high <= 0));
}

// Returns a card that does each work at this speed.
Ranked card_with(const Gpu& gpu,
                 std::initializer_list<std::pair<const AskedWork*, Estimate>> speeds) {
  Ranked out;
  out.gpu = &gpu;
  for (const auto& [asked, speed] : speeds) {
    WorkResult& result = out.work.emplace_back();
    result.asked = asked;
    result.speed = speed;
  }
  return out;
}

Estimate guess(double speed) { return {speed, 0, 0, Evidence::guess}; }

TEST_CASE("the speed gain is the mean over jobs, with the intervals of both cards") {
  AskedWork half, other;
  half.share = other.share = 0.5;
  const auto card = [&](const Gpu& gpu, const Estimate& first, const Estimate& second) {
    return card_with(gpu, {{&half, first}, {&other, second}});
  };
  const Gpu mine, theirs;
  const auto measured = Evidence::measured;
  const Ranked now = card(mine, {10, 8, 12.5, measured}, {10, 8, 12.5, measured});
  const Ranked then = card(theirs, {20, 16, 30, measured}, {80, 64, 120, measured});
  const Gain gain = gain_over(then, now);
  REQUIRE(gain.speed);
  CHECK(gain.speed->value == Approx(4));  // the geometric mean of 2 and 8
  CHECK(gain.speed->low == Approx(4 / std::exp(std::hypot(std::log(1.25), std::log(1.25)))));
  CHECK(gain.speed->high == Approx(4 * std::exp(std::hypot(std::log(1.5), std::log(1.25)))));
  // An unmeasured speed has no interval. Errors of the same card cancel.
  CHECK_FALSE(gain_over(card(theirs, {20, 0, 0, Evidence::guess}, {80, 64, 120, measured}), now)
                  .speed->has_interval());
  const Ranked two = card(mine, {20, 16, 30, measured}, {20, 16, 30, measured});
  CHECK(gain_over(two, now).speed->low == Approx(2));
}

TEST_CASE("speeds at different bits are compared, those at different resolutions are not") {
  AskedWork asked;
  asked.share = 1;
  const Gpu mine, theirs;
  const auto card = [&](const Gpu& gpu, double speed, const Fallback* step) {
    Ranked out = card_with(gpu, {{&asked, guess(speed)}});
    out.work.back().fallback = step;
    return out;
  };
  Fallback bits, pixels, memory;
  bits.quant = "q3_k_m";
  pixels.resolution = 480;
  memory.host_memory = true;
  const Ranked now = card(mine, 10, nullptr);
  CHECK(gain_over(card(theirs, 40, &bits), now).speed->value == Approx(4));
  CHECK_FALSE(gain_over(card(theirs, 40, &pixels), now).speed);
  CHECK(gain_over(card(theirs, 5, &memory), now).speed->value == Approx(0.5));
}

TEST_CASE("an upgrade costs the purchase less the sale and is the first that gains") {
  const Catalog& catalog = fixed_catalog();
  std::size_t added = 0, sold = 0, cheaper = 0;
  for (const char* work : {"general", "llm-inference", "image-generation"})
    for (const char* id : {"rtx-3060-12gb", "rtx-3090", "rtx-4090", "rx-7900-xtx"}) {
      const Gpu& gpu = catalog.find_gpu(id);
      const Ranking ranking = ranking_for({&gpu, 1}, work);
      REQUIRE(ranking.owned);
      const PriceHistory history = catalog.history_of(gpu);
      const Date today = ranking.query.day;
      const double sale = price_on(history, Condition::used, today)->low;
      const std::vector<Upgrade> ways = upgrades(ranking);
      CHECK(ways.size() <= 3);
      std::vector<const Ranked*> better;
      for (const Ranked& card : ranking.ranked)
        if (card.gpu != &gpu && is_better(card, *ranking.owned)) better.push_back(&card);
      std::optional<double> second;
      bool leader = true;
      for (const Upgrade& way : ways) {
        INFO(work << ": " << id << " to " << way.card.gpu->id);
        if (way.added > 0) {
          ++added;
          CHECK(way.card.gpu == &gpu);
          CHECK(way.card.count == 1 + way.added);
          second = way.usd.value;
          CHECK(*second == Approx(way.added * price_on(history, Condition::any, today)->usd));
          continue;
        }
        ++sold;
        CHECK(way.usd.value == Approx(way.card.price->usd - sale));
        CHECK(way.usd.high == Approx(way.card.price->high - sale));
        const auto first = std::ranges::find_if(better, [&](const Ranked* card) {
          return leader || card->price->usd - sale <= *second;
        });
        REQUIRE(first != better.end());
        CHECK((*first)->gpu == way.card.gpu);
        if (!leader) ++cheaper;
        leader = false;
      }
    }
  CHECK(added > 3);
  CHECK(sold > 6);
  CHECK(cheaper > 0);
}

TEST_CASE("adding cards is an upgrade even if the card lacks a need of the workload") {
  const Gpu& gpu = fixed_catalog().find_gpu("v100-pcie-32gb");
  REQUIRE(fixed_catalog().find_workload("llm-serving").needs[0] == "bf16");
  const std::vector<Upgrade> ways = upgrades(ranking_for({&gpu, 1}, "llm-serving"));
  REQUIRE_FALSE(ways.empty());
  CHECK(ways.front().card.gpu == &gpu);
  CHECK(ways.front().added > 0);
}

TEST_CASE("an upgrade adds the fewest cards that make the job fit, within computer and budget") {
  const Gpu& gpu = fixed_catalog().find_gpu("rtx-3090");
  Query query = simple_query(fixed_catalog().find_workload("llm-inference"));
  query.owned = CardGroup{&gpu, 1};
  query.pairs = true;
  query.job = usual_job(Task::chat, fixed_catalog().find_model("llama-3.1-70b"), fixed_catalog());
  const auto added = [&] {
    const std::vector<Upgrade> ways = upgrades(rank(fixed_catalog(), query));
    return ways.empty() ? 0 : ways.front().added;
  };
  CHECK(added() == 1);
  query.job->format = &fixed_catalog().find_quantisation("q8_0");  // needs 70 GiB
  CHECK(added() == 3);
  query.host = {&fixed_catalog().find_host("desktop"), true};
  CHECK(added() == 0);  // it holds two cards, which are too few
  query.job->format = &fixed_catalog().find_quantisation("q4_k_m");
  CHECK(added() == 1);
  query.limits[limit("budget")] = 1000.0;  // up to twice as much is named
  const std::vector<Upgrade> ways = upgrades(rank(fixed_catalog(), query));
  REQUIRE(ways.size() == 1);
  CHECK(ways.front().over_budget);
  query.limits[limit("budget")] = 500.0;
  CHECK(added() == 0);
}

TEST_CASE("cards are added only within the buyer's limits") {
  const auto adds = [](const std::string& limits) {
    const Run run = run_fixed(split_arguments(
        "recommend --have rtx-3060-12gb --for llm-inference " + limits + " --format json"));
    const nlohmann::json json = nlohmann::json::parse(run.out);
    for (const auto& way : json["upgrades"])
      if (way["added"] > 0) return true;
    return json["verdict"].contains("add");
  };
  CHECK(adds(""));
  for (const char* limits : {"--gpus 1", "--only rtx-4090", "--exclude rtx-3060-12gb",
                             "--vendor amd", "--psu 600", "--vram 24", "--budget 200"}) {
    INFO(limits);
    CHECK_FALSE(adds(limits));
  }
}

TEST_CASE("added cards pay for the PSU that they need") {
  const Gpu& gpu = fixed_catalog().find_gpu("rtx-3060-12gb");
  Query query = simple_query(fixed_catalog().find_workload("llm-inference"));
  query.host.kind = &fixed_catalog().find_host("desktop");
  query.owned = CardGroup{&gpu, 1};
  const Ranking ranking = rank(fixed_catalog(), query);
  const std::optional<Upgrade> way = upgrade_to(ranking, 2);
  REQUIRE(way);
  CHECK(way->card.extras.supply_usd > 50);
  CHECK(way->usd.value == Approx(way->card.price->usd / 2 + way->card.extras.usd()));
}

TEST_CASE("a change must gain much, do more or cost nothing") {
  AskedWork asked;
  asked.share = 1;
  const Gpu mine, theirs;
  const auto card = [&](const Gpu& gpu, double speed, double usd) {
    Ranked out = card_with(gpu, {{&asked, guess(speed)}});
    out.work.back().as_asked = true;
    Price& price = out.price.emplace();
    price.usd = price.low = price.high = usd;
    return out;
  };
  const ScoreScale scale = fixed_catalog().score_scale();
  const Ranked owned = card(mine, 100, 500);
  CHECK_FALSE(is_worth_changing(card(theirs, 120, 3000), owned, scale));
  CHECK(is_worth_changing(card(theirs, 140, 3000), owned, scale));
  CHECK(is_worth_changing(card(theirs, 105, 450), owned, scale));
  CHECK_FALSE(is_worth_changing(card(theirs, 95, 100), owned, scale));
}

TEST_CASE("a job below its floor does not count as run by the buyer's card") {
  AskedWork chat, large;
  chat.share = large.share = 0.5;
  large.floor = 1;
  const Gpu mine;
  const auto card = [&](int count, double slow) {
    Ranked out = card_with(mine, {{&chat, guess(100)}, {&large, guess(slow)}});
    out.count = count;
    return out;
  };
  const ScoreScale scale = fixed_catalog().score_scale();
  CHECK(is_worth_changing(card(2, 1.1), card(1, 0.9), scale));
  CHECK_FALSE(is_worth_changing(card(2, 1.2), card(1, 1.1), scale));
}

TEST_CASE("a card that loses a quarter of the programs must be much faster") {
  AskedWork asked;
  asked.share = 1;
  asked.label = "chat";
  const Gpu mine, theirs;
  const auto card = [&](const Gpu& gpu, double speed, std::size_t programs) {
    Ranked out = card_with(gpu, {{&asked, guess(speed)}});
    out.tools.full = programs;
    return out;
  };
  const ScoreScale scale = fixed_catalog().score_scale();
  const Ranked owned = card(mine, 100, 12);
  CHECK(is_worth_changing(card(theirs, 140, 9), owned, scale));
  CHECK_FALSE(is_worth_changing(card(theirs, 140, 8), owned, scale));
  CHECK(is_worth_changing(card(theirs, 150, 8), owned, scale));
}

TEST_CASE("a gain that loses programs says how many") {
  const std::string out =
      unwrapped(run_fixed({"recommend", "--have", "rtx-3060-12gb", "--for", "llm-inference",
                           "--budget", "900", "--vendor", "amd"})
                    .out);
  INFO(out);
  CHECK_THAT(out, ContainsSubstring("; 9 of 12 programs no longer run in full; "));
}

// A card that cannot do the job is never kept if a card within the limits can.
TEST_CASE("a card that does not run the job is not kept") {
  const Catalog& catalog = fixed_catalog();
  std::size_t unable = 0;
  for (const char* owned : {"rtx-4060", "gtx-1060-6gb", "rtx-3060-12gb"})
    for (const char* model : {"llama-3.1-70b", "gpt-oss-20b", "llama-3.1-8b"}) {
      Query query = simple_query(catalog.find_workload("llm-inference"));
      query.owned = CardGroup{&catalog.find_gpu(owned), 1};
      query.job = usual_job(Task::chat, catalog.find_model(model), catalog);
      for (const double budget : {400.0, 1500.0, 8000.0}) {
        INFO(owned << " " << model << " " << budget);
        query.limits[limit("budget")] = budget;
        const Ranking ranking = rank(catalog, query);
        if (!ranking.owned || ranking.owned->work.front().runs() || ranking.ranked.empty())
          continue;
        ++unable;
        CHECK_FALSE(verdict(ranking, 1).keep);
      }
    }
  CHECK(unable > 3);
}

}  // namespace
}  // namespace gpupick
