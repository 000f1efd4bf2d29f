#include "advice/limits.hpp"

#include "catalog/feature.hpp"
#include "catch.hpp"

namespace gpupick {
namespace {

Gpu card() {
  Gpu gpu;
  gpu.id = "card";
  gpu.vendor = "nvidia";
  gpu.stack = "cuda";
  gpu.memory_gib = 24;
  gpu.tdp_w = 350;
  gpu.slots = 3;
  gpu.memory_ecc = false;
  gpu.bf16_tensor_tflops = 71;
  gpu.fp8_tensor_tflops = 0;
  gpu.compute_capability = "8.6";
  gpu.launch_date = Date{2020, 9, 0};
  return gpu;
}

Price price(double usd) { return {usd, usd, usd, "used", Date{2026, 9, 0}, 3, false}; }

// The first failure as "limit|reason|change", or "" where the card passes.
std::string failure(const Limits& limits, const Gpu& gpu = card(),
                    std::optional<Price> usd = price(1000)) {
  const std::vector<Exclusion> failed = check(limits, gpu, usd);
  if (failed.empty()) return "";
  return failed[0].limit + "|" + failed[0].reason + "|" + failed[0].change;
}

template <class Value>
Limits limit(Value Limits::*member, Value value) {
  Limits limits;
  limits.*member = std::move(value);
  return limits;
}

using Words = std::vector<std::string>;

TEST_CASE("limits are inclusive") {
  CHECK(failure(limit(&Limits::vram, std::optional(24.0))).empty());
  CHECK(failure(limit(&Limits::budget, std::optional(1000.0))).empty());
  CHECK(failure(limit(&Limits::max_power, std::optional(350.0))).empty());
  CHECK(failure(Limits{}).empty());
}

TEST_CASE("a failed limit says by how much and what would admit the card") {
  CHECK(failure(limit(&Limits::vram, std::optional(32.0))) ==
        "vram|24 GiB of memory is 8 under the 32 asked for|--vram 24");
  CHECK(failure(limit(&Limits::budget, std::optional(900.0))) ==
        "budget|1,000 USD (used, Sep 2026) is 100 over the budget|--budget 1000");
  CHECK(failure(limit(&Limits::max_power, std::optional(300.0))) ==
        "max-power|350 W of board power is 50 over the 300 allowed|--max-power 350");
  CHECK(failure(limit(&Limits::vendor, Words{"amd", "intel"})) ==
        "vendor|its vendor is nvidia, not amd or intel|--vendor amd,intel,nvidia");
  CHECK(failure(limit(&Limits::needs, Words{"bf16", "fp8"})) == "needs|it has no fp8|");
  CHECK(failure(limit(&Limits::min_compute_capability, std::optional(std::string("8.9")))) ==
        "min-compute-capability|compute capability 8.6 is below 8.9|--min-compute-capability 8.6");
  CHECK(failure(limit(&Limits::released_after, std::optional(Date{2021, 1, 1}))) ==
        "released-after|it was launched in Sep 2020|--released-after 2020-08-31");
  CHECK(failure(limit(&Limits::only, Words{"other"})) ==
        "only|it is not among the cards of --only|");
  CHECK(failure(limit(&Limits::exclude, Words{"card"})) == "exclude|--exclude names it|");
}

TEST_CASE("the margin is in the limit's unit") {
  CHECK(check(limit(&Limits::vram, std::optional(32.0)), card(), {})[0].margin == 8.0);
}

TEST_CASE("what nobody knows leaves the card out and says so") {
  for (const Limits& limits :
       {limit(&Limits::psu, std::optional(850.0)), limit(&Limits::max_length, std::optional(300.0)),
        limit(&Limits::cooling, Words{"axial"}), limit(&Limits::needs, Words{"fp4"}),
        limit(&Limits::segment, Words{"consumer"})}) {
    const std::vector<Exclusion> failed = check(limits, card(), price(1000));
    REQUIRE(failed.size() == 1);
    CHECK(failed[0].unknown);
    CHECK_FALSE(failed[0].margin);
  }
  CHECK(failure(limit(&Limits::budget, std::optional(900.0)), card(), {}) ==
        "budget|its price is not known|--price card=USD");
}

TEST_CASE("memory counts by device") {
  Gpu gpu = card();
  gpu.devices = 2;
  CHECK(failure(limit(&Limits::vram, std::optional(24.0)), gpu) ==
        "vram|12 GiB of memory is 12 under the 24 asked for|--vram 12");
}

TEST_CASE("every failure is kept, in a fixed order") {
  Limits limits;
  limits.vram = 48;
  limits.budget = 10;
  limits.max_slots = 2;
  const std::vector<Exclusion> failed = check(limits, card(), price(1000));
  REQUIRE(failed.size() == 3);
  CHECK(failed[0].limit == "vram");
  CHECK(failed[1].limit == "max-slots");
  CHECK(failed[2].limit == "budget");
}

TEST_CASE("limits read as words") {
  Limits limits;
  limits.vram = 24;
  limits.budget = 2000;
  limits.stack = {"cuda", "rocm"};
  limits.needs = {"bf16", "ecc"};
  CHECK(describe(limits) ==
        Words{"at least 24 GiB", "at most 2,000 USD", "stack cuda or rocm", "with bf16 and ecc"});
}

TEST_CASE("every need stands for a figure that can be asked") {
  for (const std::string& word : feature_words()) {
    INFO(word);
    const Figure* figure = find_figure(find_feature(word)->key);
    REQUIRE(figure);
    CHECK_FALSE(std::holds_alternative<Text Gpu::*>(figure->member));
  }
  CHECK(find_feature("wings") == nullptr);
}

}  // namespace
}  // namespace gpupick
