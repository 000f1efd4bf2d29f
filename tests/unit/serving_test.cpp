// Costs of serving engines besides weights and cache, recomputed by hand: activation traffic,
// unpacking of experts, cache reads of newer builds, and the memory left for caches.
#include <fmt/format.h>

#include "answer/basis.hpp"
#include "calibration_copy.hpp"
#include "catch.hpp"
#include "estimate/estimate.hpp"
#include "parsed.hpp"
#include "physics/inference.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

// Returns the fixed catalog's constants with activation traffic, unpacking and a vLLM that serves.
CalibrationCopy serving() {
  CalibrationCopy out = fixed_catalog().calibration();
  out.of<ServingConstants>().front().activation_bytes = 100;
  out.of<ServingConstants>().front().unpacked_share = 0.25;
  for (Engine& engine : out.of<Engine>())
    if (engine.id == "vllm") engine.serves = true;
  return out;
}

Job job_of(const Calibration& calibration, const char* model, const char* quant, double users) {
  Job job = chat_job(model, quant, 1100);
  job.engine = &calibration.engine("vllm");
  job.batch = users;
  job.prompt = 1000;
  job.generate = 100;
  return job;
}

DecodeStep step_of(const char* card, const Calibration& calibration, const Job& job) {
  const Gpu& gpu = fixed_catalog().find_gpu(card);
  const auto fitted = constants_for(gpu, *job.engine, calibration);
  REQUIRE(fitted);
  return *decode_step(gpu, job, 1, *fitted);
}

Prefill prefill_of(const char* card, const Calibration& calibration, const Job& job) {
  const Gpu& gpu = fixed_catalog().find_gpu(card);
  return *prefill(gpu, job, 1, *constants_for(gpu, *job.engine, calibration));
}

TEST_CASE("serving adds the activation traffic of the layers") {
  const CalibrationCopy calibration = serving();
  const Job job = job_of(calibration, "llama-3.1-8b", "bf16", 8);
  const double each = 100.0 * 4096 * 32;
  const DecodeStep step = step_of("rtx-4090", calibration, job);
  CHECK(step.activations.value == Approx(8 * each));
  DecodeStep without = step;
  without.activations = {};
  CHECK(step.reading().value - without.reading().value == Approx(8 * each / step.reached().value));
  const Prefill prompts = prefill_of("rtx-4090", calibration, job);
  CHECK(prompts.moving.value == Approx(8000 * each / step.reached().value));
  Prefill still = prompts;
  still.moving = {};
  CHECK(prompts.total().value - still.total().value == Approx(prompts.moving.value));
  // An engine that does not serve has no such traffic.
  Job other = job;
  other.engine = &calibration.view().engine("llama.cpp");
  CHECK(step_of("rtx-4090", calibration, other).activations.value == 0);
}

TEST_CASE("formulas show activation traffic only if there is any") {
  const CalibrationCopy calibration = serving();
  Job job = job_of(calibration, "llama-3.2-1b", "bf16", 8);
  const auto formulas = [&](const char* engine) {
    job.engine = &calibration.view().engine(engine);
    const JobEstimate result = estimate(fixed_catalog().find_gpu("rtx-4090"), 1, job, calibration);
    std::string out;
    for (const Speed& speed : result.speeds) out += basis_text(result, speed) + "\n";
    return out;
  };
  // 100 x 2,048 x 16 bytes for each of 8 tokens of a step and 1,000 tokens of a prompt, at 857
  // GB/s.
  CHECK_THAT(formulas("vllm"), ContainsSubstring(" + 0.024 GiB activations"));
  CHECK_THAT(formulas("vllm"), ContainsSubstring(" + 3.82 ms of activations"));
  CHECK_THAT(formulas("llama.cpp"), !ContainsSubstring("activations"));
}

TEST_CASE("a user's tokens wait for the prompts of the others") {
  const CalibrationCopy calibration = serving();
  for (const double users : {1, 2, 64}) {
    const Job job = job_of(calibration, "llama-3.1-8b", "bf16", users);
    const DecodeStep step = step_of("h100-sxm", calibration, job);
    const Seconds prompts = prefill_of("h100-sxm", calibration, job).total();
    const double others = (users - 1) * prompts.value / users / 100;
    const JobEstimate result = estimate(fixed_catalog().find_gpu("h100-sxm"), 1, job, calibration);
    REQUIRE(result.find(Output::decode));
    const double each = result.find(Output::decode)->value;
    CHECK(each == Approx(1 / (step.total().value + others)));
    // A user's own prompt and answer take as long as the turn in which all are served.
    const Estimate* together = result.find(Output::serve);
    if (together)
      CHECK(prompts.value / users + 100 / each == Approx(users * 100 / together->value));
  }
}

TEST_CASE("cards without FP4 units unpack 4-bit experts") {
  CalibrationCopy calibration = serving();
  const Job job = job_of(calibration, "gpt-oss-20b", "mxfp4", 8);
  const auto times = [&](const char* card, const Job& one) {
    const double slow = step_of(card, calibration, one).work.value;
    const double share = prefill_of(card, calibration, one).expert_share;
    calibration.of<ServingConstants>().front().unpacked_share = 1;
    const double plain = step_of(card, calibration, one).work.value;
    calibration.of<ServingConstants>().front().unpacked_share = 0.25;
    return std::pair(slow / plain, share);
  };
  const LinearParameters once = linear_parameters(*job.model);
  const double all = once.active + embedding_parameters(*job.model);
  CHECK(times("rtx-4090", job).first == Approx(1 + 3 * once.active_experts / all));
  CHECK(times("rtx-4090", job).second == 0.25);
  CHECK(times("rtx-5090", job) == std::pair(1.0, 1.0));
  CHECK(times("rtx-4090", job_of(calibration, "gpt-oss-20b", "awq", 8)) == std::pair(1.0, 1.0));
  Quantisation of_eight = *job.format;
  of_eight.expert_bits = 8;
  Job wider = job;
  wider.format = &of_eight;
  CHECK(times("rtx-4090", wider) == std::pair(1.0, 1.0));
  // An unknown FP4 rate counts as none.
  Gpu untold = fixed_catalog().find_gpu("rtx-4090");
  untold.fp4_tensor_tflops.reset();
  const auto fitted = constants_for(untold, *job.engine, calibration);
  CHECK(prefill(untold, job, 1, *fitted)->expert_share == 0.25);
}

TEST_CASE("newer builds speed up reading an 8-bit cache, not a 16-bit one") {
  CalibrationCopy calibration = serving();
  Job job = job_of(calibration, "llama-3.1-8b", "bf16", 8);
  const auto read = [&](const char* type) {
    job.cache_type = &fixed_catalog().find_cache_type(type);
    return step_of("rtx-4090", calibration, job).cache.value;
  };
  const double of_16 = read("f16");
  const CacheType& type = fixed_catalog().find_cache_type("fp8");
  CHECK(read("fp8") == Approx(type.read_bytes / 2 * of_16));
  for (EngineBuild& build : calibration.of<EngineBuild>()) build.cache_read_bytes = 1.1;
  CHECK(read("f16") == of_16);
  CHECK(read("fp8") == Approx(0.55 * of_16));
}

TEST_CASE("caches get a share of the memory that weights leave free") {
  CalibrationCopy calibration = serving();
  Job job = job_of(calibration, "llama-3.1-8b", "bf16", 1);
  const Gpu& gpu = fixed_catalog().find_gpu("h100-sxm");
  const auto users = [&](double fill) {
    Engine engine = calibration.view().engine("vllm");
    engine.cache_fill = fill;
    return streams_that_fit(gpu, job, 1, engine, 1100);
  };
  CHECK(users(0.5) == Approx(users(1) / 2).margin(1));
}

TEST_CASE("a class without low-bit kernels multiplies in 16 bit") {
  CalibrationCopy calibration = serving();
  const Job bf16 = job_of(calibration, "llama-3.1-8b", "bf16", 1);
  const Job fp8 = job_of(calibration, "llama-3.1-8b", "fp8", 1);
  const auto rate = [&](const Job& job) {
    return prefill_of("h100-sxm", calibration, job).rate.value;
  };
  CHECK(rate(fp8) == Approx(2 * rate(bf16)).epsilon(0.001));
  for (SpeedClass& one : calibration.of<SpeedClass>()) one.unpacks = true;
  CHECK(rate(fp8) == rate(bf16));
}

TEST_CASE("slow 4-bit unpacking applies to all weights of a model") {
  CalibrationCopy calibration = serving();
  const auto times = [&](const char* model, const char* quant) {
    for (SpeedClass& one : calibration.of<SpeedClass>()) one.unpacks_slowly = false;
    const Job job = job_of(calibration, model, quant, 8);
    const double plain = step_of("rtx-4090", calibration, job).work.value;
    const Prefill before = prefill_of("rtx-4090", calibration, job);
    CHECK(before.linear_share == 1);
    for (SpeedClass& one : calibration.of<SpeedClass>()) one.unpacks_slowly = true;
    const Prefill after = prefill_of("rtx-4090", calibration, job);
    CHECK(after.expert_share / before.expert_share == after.linear_share);
    CHECK((after.total() > before.total()) == (after.linear_share < 1));
    return std::pair(step_of("rtx-4090", calibration, job).work.value / plain, after.linear_share);
  };
  CHECK(times("llama-3.1-8b", "awq") == std::pair(4.0, 0.25));
  CHECK(times("mixtral-8x7b", "awq") == std::pair(4.0, 0.25));
  CHECK(times("llama-3.1-8b", "fp8") == std::pair(1.0, 1.0));
}

// Logs of vLLM 0.19 on H100 (source vllm-start-logs): peak of activations, other memory and CUDA
// graphs of a card, GiB.
TEST_CASE("an engine takes at start what its logs say") {
  struct Log {
    const char* model;
    const char* quant;
    int cards;
    double gib;
  };
  for (const auto& [model, quant, cards, gib] : {Log{"llama-3.1-8b", "bf16", 1, 3.05},
                                                 {"qwen3-30b-a3b", "bf16", 1, 4.36},
                                                 {"mixtral-8x7b", "bf16", 2, 4.21},
                                                 {"qwen2.5-72b", "fp8", 2, 5.99},
                                                 {"llama-3.3-70b", "fp8", 4, 5.84}}) {
    INFO(model);
    const Parsed answer = estimate_json(
        fmt::format("h100-sxm:{} --model {} --quant {} --runtime vllm", cards, model, quant));
    CHECK(answer["memory"]["parts"]["backend"].get<double>() / cards == Approx(gib).epsilon(0.12));
  }
}

TEST_CASE("users do not change what an engine takes at start, and cards of 70 GiB take more") {
  const auto taken = [](const std::string& line) {
    return estimate_json(line +
                         " --model llama-3.1-8b --runtime vllm")["memory"]["parts"]["backend"]
        .get<double>();
  };
  CHECK(taken("h100-sxm --task serve --users 1") == taken("h100-sxm --task serve --users 50"));
  CHECK(taken("rtx-3090") == taken("rtx-4090"));
  CHECK(taken("rtx-4090") < taken("h100-sxm"));
  CHECK(taken("h100-sxm --micro-batch 256") < taken("h100-sxm"));
}

}  // namespace
}  // namespace gpupick
