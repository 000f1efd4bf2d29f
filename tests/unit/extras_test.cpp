// The cost of a better computer, less what the buyer has.
#include <algorithm>

#include "catch.hpp"
#include "job/usual_job.hpp"
#include "ranking/host.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

Query desktop_query() {
  const Catalog& catalog = fixed_catalog();
  Query query = query_for("llm-inference");
  query.host.kind = &catalog.find_host("desktop");
  return query;
}

// A chat of which the RTX 3090 leaves a part to the computer's memory.
Query shared_chat() {
  const Catalog& catalog = fixed_catalog();
  Query query = desktop_query();
  query.job = usual_job(Task::chat, catalog.find_model("llama-3.1-70b"), catalog);
  query.ladder = &catalog.find_ladder("mixtures");
  return query;
}

TEST_CASE("a PSU that the buyer has is not charged for") {
  const Catalog& catalog = fixed_catalog();
  const CardGroup card{&catalog.find_gpu("rtx-4090")};  // 850 W
  AskedHost host = desktop_query().host;
  CHECK(extras(catalog, host, card, 0).supply_usd == Approx(60));
  host.psu_w = 750;
  CHECK(extras(catalog, host, card, 0).supply_usd == Approx(30));
  host.psu_w = 1000;
  CHECK(extras(catalog, host, card, 0).usd() == 0);
}

TEST_CASE("memory that the buyer has is not charged for") {
  const Catalog& catalog = fixed_catalog();
  Query query = shared_chat();
  query.host_memory.ram_gib = 64;
  query.host_memory.system_gib = 4;
  const Ranked card = assess(catalog, query, catalog.find_gpu("rtx-3060-12gb")).card;
  const double needed = card.host_gib() + 4;
  REQUIRE(needed > 32);
  CHECK(card.extras.memory_usd == Approx((needed - 32) * query.host.kind->ram_usd_per_gib));
  CHECK(card.computer_usd == Approx(card.extras.usd()));
  query.host.ram_gib = 64;
  CHECK(assess(catalog, query, catalog.find_gpu("rtx-3060-12gb")).card.extras.memory_usd == 0);
}

TEST_CASE("the system keeps a part of the computer's memory") {
  const Catalog& catalog = fixed_catalog();
  Query query = shared_chat();
  const Gpu& gpu = catalog.find_gpu("rtx-3090");
  const double stored = assess(catalog, query, gpu).card.host_gib();
  REQUIRE(stored > 0);
  query.host_memory.system_gib = 4;
  query.host_memory.ram_gib = stored + 4;
  CHECK(assess(catalog, query, gpu).card.work.front().runs());
  query.host_memory.ram_gib = stored + 3;
  CHECK_FALSE(assess(catalog, query, gpu).card.work.front().runs());
}

TEST_CASE("the buyer's computer has what the buyer's cards need") {
  const Catalog& catalog = fixed_catalog();
  Query query = desktop_query();
  query.owned = CardGroup{&catalog.find_gpu("rtx-4090")};
  double least = 1e9;
  for (const Ranked& card : rank(catalog, query).ranked)
    if (supply_w(catalog, card).value_or(0) <= 850)
      CHECK(card.extras.supply_usd == 0);
    else
      least = std::min(least, card.extras.supply_usd);
  CHECK(least > 0);
}

TEST_CASE("a buyer's own computer gets a whole new PSU") {
  const Catalog& catalog = fixed_catalog();
  const CardGroup card{&catalog.find_gpu("rtx-4090")};  // 850 W
  AskedHost host = desktop_query().host;
  host.has = host.kind;
  CHECK(extras(catalog, host, card, 0).supply_usd == Approx(50 + 200 * 0.3));
  host.psu_w = 850;
  CHECK(extras(catalog, host, card, 0).usd() == 0);
}

TEST_CASE("a computer is counted once, and only if the buyer lacks it") {
  const Catalog& catalog = fixed_catalog();
  const Gpu &card = catalog.find_gpu("rtx-3060-12gb"), &whole = catalog.find_gpu("dgx-spark");
  const auto computer = [&](const Gpu& gpu, const char* host, const char* has, Number usd = {}) {
    Query query = desktop_query();
    query.host.kind = &catalog.find_host(host);
    query.host_usd = usd;
    if (has) query.owned = CardGroup{&catalog.find_gpu(has)};
    const Ranking ranking = rank(catalog, query);
    const auto found = std::ranges::find(ranking.ranked, &gpu, &Ranked::gpu);
    REQUIRE(found != ranking.ranked.end());
    return found->computer_usd - found->extras.usd();
  };
  // A PC that the buyer has or would have: a whole computer replaces it.
  CHECK(computer(card, "desktop", nullptr) == 0);
  CHECK(computer(whole, "desktop", nullptr) == -1200);
  // A computer that is bought for the cards, or whose price is in theirs.
  CHECK(computer(card, "dedicated", nullptr) == 1200);
  CHECK(computer(whole, "dedicated", nullptr) == 0);
  CHECK(computer(card, "desktop", nullptr, 0) == 0);
  CHECK(computer(whole, "desktop", nullptr, 0) == 0);
  // The buyer's PC stays.
  for (const char* host : {"desktop", "dedicated"}) {
    CHECK(computer(card, host, "rtx-3090") == 0);
    CHECK(computer(whole, host, "rtx-3090") == 0);
  }
  // A whole computer holds no cards.
  CHECK(computer(card, "desktop", "m4-max-40c") == 1200);
  CHECK(computer(whole, "desktop", "m4-max-40c") == 0);
}

TEST_CASE("memory costs the same with and without cards of the buyer's own") {
  const Catalog& catalog = fixed_catalog();
  Query query = shared_chat();
  query.host_memory.system_gib = 4;
  const auto memory_of = [&](const char* id) {
    const Ranking ranking = rank(catalog, query);
    const auto found = std::ranges::find(ranking.ranked, &catalog.find_gpu(id), &Ranked::gpu);
    return found == ranking.ranked.end() ? -1 : found->extras.memory_usd;
  };
  const double alone = memory_of("rtx-3060-12gb");
  CHECK(alone > 0);
  query.owned = CardGroup{&catalog.find_gpu("rtx-4060")};
  CHECK(memory_of("rtx-3060-12gb") == alone);
}

TEST_CASE("answers say that memory is bought") {
  const std::string job = " --model llama-3.1-70b --runtime llama.cpp";
  for (const std::string line : {"cost rtx-3060-12gb", "diff rtx-3060-12gb rtx-4060-ti-16gb",
                                 "recommend --gpus 1 --only rtx-3060-12gb"}) {
    INFO(line);
    CHECK_THAT(unwrapped(run_gpupick(split_arguments(line + job)).out),
               ContainsSubstring("more RAM"));
    CHECK_THAT(unwrapped(run_gpupick(split_arguments(line + job + " --ram 64")).out),
               !ContainsSubstring("more RAM"));
  }
}

TEST_CASE("the buyer's cards and any weights are compared without a price") {
  const Run run = run_gpupick(
      split_arguments("recommend --weight electricity=1 --details --have rtx-4060 --vendor amd"));
  CHECK(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("price not known"));
}

TEST_CASE("an answer names what a better computer is for") {
  const Run run = run_fixed(
      split_arguments("recommend --have rtx-3060-12gb --budget 4000 --only rtx-4090 --details"), "",
      400);
  CHECK_THAT(unwrapped(run.out), ContainsSubstring("after selling yours, including ") &&
                                     ContainsSubstring("for a stronger PSU"));
}

}  // namespace
}  // namespace gpupick
