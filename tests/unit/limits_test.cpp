#include "ranking/limits.hpp"

#include "answer/limits.hpp"
#include "cards/feature.hpp"
#include "catch.hpp"
#include "support.hpp"

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

Price price(double usd) { return {usd, usd, usd, "sold", Date{2026, 9, 0}, 3, PriceKind::used}; }

// Returns the first failure as "limit|reason|change", or "" if the card passes.
std::string failure(const Limits& limits, const Gpu& gpu = card(),
                    std::optional<Price> usd = price(1000)) {
  const std::vector<Exclusion> failed = check(limits, {&gpu}, usd);
  if (failed.empty()) return "";
  return std::string(row_of(failed[0].limit).name()) + "|" + reason_text(failed[0]) + "|" +
         to_flags(change_for(failed[0]));
}

using Views = std::vector<std::string_view>;

TEST_CASE("limits are inclusive") {
  CHECK(failure(Limits{{limit("vram"), 24.0}}).empty());
  CHECK(failure(Limits{{limit("budget"), 1000.0}}).empty());
  CHECK(failure(Limits{{limit("max-power"), 350.0}}).empty());
  CHECK(failure(Limits{{limit("min-compute-capability"), "8.6"}}).empty());
  CHECK(failure(Limits{}).empty());
}

TEST_CASE("a failed limit says by how much and which change admits the card") {
  CHECK(failure(Limits{{limit("vram"), 32.0}}) ==
        "vram|it has 24 GiB of memory (you ask for 32)|--vram 24");
  CHECK(failure(Limits{{limit("budget"), 900.0}}) ==
        "budget|1,000 USD (used, Sep 2026) is 100 over the budget|--budget 1000");
  CHECK(failure(Limits{{limit("max-power"), 300.0}}) ==
        "max-power|it draws 350 W (you allow 300)|--max-power 350");
  CHECK(failure(Limits{{limit("vendor"), Views{"amd", "intel"}}}) ==
        "vendor|its vendor is nvidia, not amd or intel|--vendor amd,intel,nvidia");
  CHECK(failure(Limits{{limit("needs"), Views{"bf16", "fp8"}}}) == "needs|it has no fp8|");
  CHECK(failure(Limits{{limit("min-compute-capability"), "8.9"}}) ==
        "min-compute-capability|compute capability 8.6 is below 8.9|--min-compute-capability 8.6");
  CHECK(failure(Limits{{limit("released-after"), Date{2021, 1, 1}}}) ==
        "released-after|it was launched in Sep 2020|--released-after 2020-08-31");
  CHECK(failure(Limits{{limit("only"), Views{"other"}}}) == "only|it is not listed in --only|");
  CHECK(failure(Limits{{limit("exclude"), Views{"card"}}}) == "exclude|--exclude lists it|");
}

TEST_CASE("the margin is in the limit's unit") {
  const Gpu gpu = card();
  CHECK(check({{limit("vram"), 32.0}}, {&gpu}, {})[0].margin() == 8.0);
}

TEST_CASE("an unknown figure excludes the card and is reported as unknown") {
  for (const Limits& limits :
       {Limits{{limit("psu"), 850.0}}, Limits{{limit("max-length"), 300.0}},
        Limits{{limit("cooling"), Views{"axial"}}}, Limits{{limit("needs"), Views{"fp4"}}},
        Limits{{limit("segment"), Views{"consumer"}}}}) {
    const Gpu gpu = card();
    const std::vector<Exclusion> failed = check(limits, {&gpu}, price(1000));
    REQUIRE(failed.size() == 1);
    CHECK(failed[0].is_unknown());
    CHECK_FALSE(failed[0].margin());
  }
  Gpu amd = card();
  amd.compute_capability = {};
  CHECK(failure(Limits{{limit("min-compute-capability"), "8.9"}}, amd) ==
        "min-compute-capability|its compute capability is not known|");
  CHECK(failure(Limits{{limit("budget"), 900.0}}, card(), {}) ==
        "budget|its price is not known|--price card=USD");
}

TEST_CASE("the board that exceeds the limits on size least stands for the card") {
  const PartnerBoard boards[] = {{{}, "slim", 2, 290, {}, "source"},
                                 {{}, "short", 2.5, 220, {}, "source"},
                                 {{}, "low", 2, 300, true, "source"}};
  Gpu gpu = card();
  gpu.partner_boards = boards;
  const auto board = [&](const Limits& limits, int count = 1) -> std::string_view {
    const PartnerBoard* found = board_within(limits, {&gpu, count});
    return found ? found->name : "";
  };
  CHECK(board({{limit("vram"), 24.0}}) == "");
  CHECK(board({{limit("max-slots"), 3.0}}) == "");
  CHECK(board({{limit("max-slots"), 2.0}}) == "slim");
  CHECK(board({{limit("max-slots"), 5.0}}, 2) == "slim");
  CHECK(board({{limit("max-length"), 250.0}}) == "short");
  CHECK(board({{limit("low-profile"), true}}) == "low");
  CHECK(failure({{limit("max-slots"), 2.0}, {limit("max-length"), 290.0}}, gpu) == "");
  CHECK(failure({{limit("max-slots"), 2.0}, {limit("max-length"), 280.0}}, gpu) ==
        "max-length|it is 290 mm long (you allow 280)|--max-length 290");
  CHECK(failure({{limit("max-length"), 200.0}}, gpu) ==
        "max-length|it is 220 mm long (you allow 200)|--max-length 220");
}

TEST_CASE("the memory limit applies per device") {
  Gpu gpu = card();
  gpu.devices = 2;
  CHECK(failure(Limits{{limit("vram"), 24.0}}, gpu) ==
        "vram|it has 12 GiB of memory (you ask for 24)|--vram 12");
}

TEST_CASE("the usual PSU replaces an unknown one and is called estimated") {
  Gpu gpu = card();
  const Limits limits{{limit("psu"), 750.0}};
  CHECK(failure(limits, gpu) == "psu|its PSU is not known|");
  const auto reason = [&](double watts, double error) {
    const std::vector<Exclusion> failed =
        check(limits, {&gpu}, {}, UsualBuild{.supply_w = watts, .supply_error_w = error});
    return failed.empty() ? "" : reason_text(failed.front());
  };
  CHECK(reason(750, 0).empty());
  CHECK(reason(800, 0) == "it needs a PSU of an estimated 800 W (you allow 750)");
  CHECK(reason(800, 49) == "it needs a PSU of an estimated 800 W (you allow 750)");
  CHECK(reason(800, 50) == "it needs a PSU of an estimated 800 W (the maker publishes none)");
  gpu.psu_w = 850;
  CHECK(reason(700, 200) == "it needs a PSU of 850 W (you allow 750)");
}

TEST_CASE("a limit on how a card is built leaves out what is not published") {
  Gpu gpu = card();
  const Limits low{{limit("low-profile"), true}}, plugless{{limit("no-plug"), true}};
  const UsualBuild usual{.slot_w = 75}, computer{.whole = true};
  const auto reason = [&](const Limits& limits, const UsualBuild& build) {
    const std::vector<Exclusion> failed = check(limits, {&gpu}, {}, build);
    return failed.empty() ? "" : reason_text(failed.front());
  };
  CHECK(reason(low, usual) == "its height is not known");
  CHECK(reason(plugless, usual) == "it has a power plug");  // as it draws more than a slot carries
  gpu.tdp_w = 75;
  CHECK(reason(plugless, usual) == "its power plugs are not known");
  for (const Limits& limits : {low, plugless})
    CHECK(reason(limits, computer) == "it comes as a computer, and fits in no other");
  CHECK(reason({{limit("psu"), 300.0}}, {.supply_w = 0, .whole = true}) == "");
  gpu.low_profile = false;
  gpu.power_connectors = kept_list({"6-pin"});
  CHECK(reason(low, usual) == "it is of full height");
  CHECK(reason(plugless, usual) == "it has a power plug");
  gpu.low_profile = true;
  gpu.power_connectors = Texts();
  CHECK(reason(low, usual) + reason(plugless, usual) == "");
}

TEST_CASE("all failures are reported in a fixed order") {
  Limits limits;
  limits[limit("vram")] = 48.0;
  limits[limit("budget")] = 10.0;
  limits[limit("max-slots")] = 2.0;
  const Gpu gpu = card();
  const std::vector<Exclusion> failed = check(limits, {&gpu}, price(1000));
  REQUIRE(failed.size() == 3);
  CHECK(failed[0].limit == limit("vram"));
  CHECK(failed[1].limit == limit("max-slots"));
  CHECK(failed[2].limit == limit("budget"));
}

TEST_CASE("limits are described in words") {
  const auto words = [](Limit limit, const LimitValue& value) {
    return described(limit, value, {});
  };
  CHECK(words(limit("vram"), 24.0) == "at least 24 GiB");
  CHECK(words(limit("budget"), 2000.0) == "at most 2,000 USD");
  CHECK(words(limit("stack"), Views{"cuda", "rocm"}) == "stack cuda or rocm");
  CHECK(words(limit("needs"), Views{"bf16", "ecc"}) == "with bf16 and ecc");
  CHECK(words(limit("released-after"), Date{2021, 1, 1}) == "launched after 2021-01-01");
}

TEST_CASE("every --needs word maps to a figure") {
  for (const std::string_view word : feature_words()) {
    INFO(word);
    const Figure* figure = find_figure(find_feature(word)->key);
    REQUIRE(figure);
    CHECK(figure->type() != ValueType::text);
  }
  CHECK(find_feature("wings") == nullptr);
}

TEST_CASE("a ranking of laptops alone is refused with what to ask") {
  const Run run = run_fixed({"recommend", "--segment", "laptop"});
  CHECK(run.status == 2);
  CHECK_THAT(run.err, ContainsSubstring("not ranked") && ContainsSubstring("gpupick fit CARD"));
  CHECK(run_fixed({"recommend", "--segment", "laptop,consumer"}).status == 0);
}

}  // namespace
}  // namespace gpupick
