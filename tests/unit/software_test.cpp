#include "software/software.hpp"

#include "catch.hpp"
#include "ranking/support.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

Gpu nvidia(const char* capability) {
  Gpu gpu;
  gpu.stack = "cuda";
  gpu.compute_capability = capability;
  return gpu;
}

using Entries = std::initializer_list<std::string_view>;

// Returns a support rule of torch for a stack, valid from a month on.
SoftwareRule rule(const char* stack, Date from, Entries current, Entries legacy,
                  Entries unstated = {}) {
  SoftwareRule out;
  out.software = "torch";
  out.stack = stack;
  out.from = from;
  out.current = kept_list(current);
  out.legacy = kept_list(legacy);
  out.unstated = kept_list(unstated);
  return out;
}

TEST_CASE("the newest rule on the day applies") {
  const std::vector<SoftwareRule> rules = {rule("cuda", {2023, 1, 0}, {"5.0+"}, {"3.7"}),
                                           rule("cuda", {2026, 3, 0}, {"7.5+"}, {"5.0-7.0"})};
  const auto level = [&](const char* capability, Date day) {
    return support_of(rules, nvidia(capability), "torch", day)->level;
  };
  CHECK(level("6.1", {2025, 1, 1}) == Support::current);
  CHECK(level("6.1", {2026, 11, 21}) == Support::legacy);
  CHECK(level("12.0", {2026, 11, 21}) == Support::current);
  CHECK(level("3.7", {2026, 11, 21}) == Support::none);
  CHECK(level("3.7", {2020, 1, 1}) == Support::legacy);  // before the first rule
  const std::vector<SoftwareRule> reversed(rules.rbegin(), rules.rend());
  CHECK(support_of(reversed, nvidia("3.7"), "torch", {2020, 1, 1})->level == Support::legacy);
  CHECK(support_of(reversed, nvidia("6.1"), "torch", {2025, 1, 1})->level == Support::current);
  // The first of two rules of one day wins.
  const std::vector<SoftwareRule> twice = {rule("cuda", {2026, 3, 0}, {"7.5+"}, {}),
                                           rule("cuda", {2026, 3, 0}, {"9.0+"}, {})};
  CHECK(rule_on(twice, "torch", "cuda", {2026, 11, 21}) == &twice[0]);
}

TEST_CASE("an unknown figure gives no answer, another stack no support") {
  const std::vector<SoftwareRule> rules = {rule("cuda", {2023, 1, 0}, {"7.5+"}, {}, {"3.0-3.5"}),
                                           rule("rocm", {2023, 1, 0}, {"gfx1100"}, {"*"})};
  CHECK_FALSE(support_of(rules, nvidia("3.5"), "torch", {2026, 1, 1}));  // its source does not say
  CHECK(support_of(rules, nvidia("3.7"), "torch", {2026, 1, 1})->level == Support::none);
  Gpu gpu;
  gpu.stack = "cuda";
  CHECK_FALSE(support_of(rules, gpu, "torch", {2026, 1, 1}));
  gpu.stack = "metal";
  CHECK(support_of(rules, gpu, "torch", {2026, 1, 1})->level == Support::none);
  gpu.stack = "rocm";
  gpu.gfx_id = "gfx1030";
  CHECK(support_of(rules, gpu, "torch", {2026, 1, 1})->level == Support::legacy);
}

TEST_CASE("support is unknown if an unknown figure might decide it") {
  const auto answer = [](Entries current, Entries legacy, Entries unstated, const Gpu& gpu) {
    const std::vector<SoftwareRule> rules = {rule("rocm", {2023, 1, 0}, current, legacy, unstated)};
    const auto found = support_of(rules, gpu, "torch", {2026, 1, 1});
    return found ? std::string(name_of(found->level)) : "not told";
  };
  Gpu gpu;  // unknown gfx id
  gpu.stack = "rocm";
  gpu.architecture = "CDNA";
  CHECK(answer({"gfx908"}, {"CDNA"}, {}, gpu) == "not told");  // may be current
  CHECK(answer({"CDNA"}, {"gfx908"}, {}, gpu) == "current");
  CHECK(answer({"RDNA 3"}, {"gfx908"}, {}, gpu) == "not told");  // may be legacy
  CHECK(answer({"RDNA 3"}, {"CDNA"}, {"gfx908"}, gpu) == "not told");
  CHECK(answer({"RDNA 3"}, {"CDNA"}, {}, gpu) == "legacy");
  CHECK(answer({"RDNA 3"}, {}, {}, gpu) == "none");
  CHECK(answer({"RDNA 3"}, {}, {"CDNA"}, gpu) == "not told");
  gpu.gfx_id = "gfx908";
  CHECK(answer({"gfx908"}, {"CDNA"}, {}, gpu) == "current");
  CHECK(answer({"gfx90a"}, {"CDNA"}, {}, gpu) == "legacy");
  CHECK(answer({"gfx90a"}, {"gfx906"}, {"gfx908"}, gpu) == "not told");
  CHECK(answer({"gfx90a"}, {"gfx906"}, {"gfx90a"}, gpu) == "none");
}

TEST_CASE("is_support_range accepts valid ranges only") {
  for (const char* range : {"7.5+", "5.0-7.0", "8.9", "gfx1100", "*", "Alchemist"})
    CHECK(is_support_range(range));
  for (const char* range : {"", "7.x", "5.0-", "8.9++", "1-2-3"}) {
    INFO(range);
    CHECK_FALSE(is_support_range(range));
  }
}

TEST_CASE("rules of the fixed catalog give support by day") {
  const Catalog& catalog = fixed_catalog();
  const auto level = [&](const char* card, const char* software, Date day) {
    return support_of(catalog.software(), catalog.find_gpu(card), software, day)->level;
  };
  constexpr Date now{2026, 11, 21}, then{2024, 6, 1};
  CHECK(level("p40", "pytorch", then) == Support::current);
  CHECK(level("p40", "pytorch", now) == Support::legacy);
  CHECK(level("p40", "llama.cpp", now) == Support::current);
  CHECK(level("k80", "pytorch", now) == Support::none);
  CHECK(level("k80", "cuda", now) == Support::none);
  CHECK(level("v100-pcie-32gb", "vllm", now) == Support::legacy);
  CHECK(level("rtx-5090", "pytorch", now) == Support::current);
  CHECK(level("rx-7900-xtx", "pytorch", now) == Support::current);
}

TEST_CASE("reports the failing software requirement") {
  Workload workload = fixed_catalog().find_workload("llm-inference");
  const auto software_of = [&](std::vector<SoftwareNeed> needs) {
    workload.software = needs;
    const SoftwareNeeds all(workload.software, fixed_catalog(), {2026, 11, 21});
    const WorkloadSupport weakest = all.on(fixed_catalog().find_gpu("p40"));
    return std::string(weakest.software);
  };
  // The P40 is supported by llama.cpp, and by an older branch of PyTorch.
  const SoftwareNeed llama{{}, "llama.cpp", "current"}, torch{{}, "pytorch", "current"},
      some_torch{{}, "pytorch", "legacy"};
  CHECK(software_of({llama, torch}) == "pytorch");
  CHECK(software_of({torch, llama}) == "pytorch");
  CHECK(software_of({llama, some_torch}) == "llama.cpp");
  CHECK(software_of({some_torch, torch}) == "pytorch");
}

TEST_CASE("a card without a software stack has no support") {
  const Catalog& catalog = fixed_catalog();
  const Workload& chat = catalog.find_workload("llm-inference");
  const SoftwareNeeds needs(chat.software, catalog, {2026, 10, 10});
  Gpu gpu = catalog.find_gpu("rtx-4090");
  REQUIRE(!chat.software.empty());
  CHECK(needs.on(gpu).level >= needs.on(gpu).at_least);
  gpu.stack.reset();
  CHECK(needs.on(gpu).level == Support::none);
  CHECK(needs.on(gpu).rule == nullptr);
}

}  // namespace
}  // namespace gpupick
