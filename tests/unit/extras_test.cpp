// The cost of a better computer, less what the buyer has.
#include "catch.hpp"
#include "job/usual_job.hpp"
#include "ranking/host.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

Query desktop_query() {
  const Catalog& catalog = fixed_catalog();
  Query query = simple_query(catalog.find_workload("llm-inference"));
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

TEST_CASE("an answer names what a better computer is for") {
  const Run run = run_fixed(
      split_arguments("recommend --have rtx-3060-12gb --budget 4000 --only rtx-4090 --details"), "",
      400);
  CHECK_THAT(unwrapped(run.out), ContainsSubstring("after selling yours, with ") &&
                                     ContainsSubstring("for a stronger PSU"));
}

}  // namespace
}  // namespace gpupick
