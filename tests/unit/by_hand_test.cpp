// Speeds of language models, recomputed by hand. The figures of cards, models and engines are
// literals copied from tests/catalog, so that a term missing from a formula shows.
#include <cmath>

#include "catch.hpp"
#include "parsed.hpp"
#include "physics/inference.hpp"

namespace gpupick {
namespace {

// RTX 4090: 1,008 GB/s, 165.2 TFLOPS in FP16, 330.3 with FP16 accumulation, 450 W.
constexpr double bandwidth = 1008e9;
// The rate that 450 W sustain under llama.cpp, at 0.296 TFLOPS per watt.
const double held = std::sqrt(330.3 * 0.296 * 450) * 1e12;

// Llama 3.2 1B: 16 layers, width 2,048, 32 query heads and 8 KV heads of 64, FFN width 8,192.
constexpr double linear_1b =
    16 * (2 * 2048.0 * 2048 + 2 * 2048.0 * 512 + 3 * 2048.0 * 8192) + 33 * 2048.0;  // and 33 norms
constexpr double head_1b = 128256.0 * 2048;

TEST_CASE("overlapping engines take the longer of reading and layer overhead") {
  // Llama 3.1 8B in bf16 under transformers: reading takes 27.1 ms, the overhead of 32 layers x 881
  // us takes 28.2 ms.
  const Parsed plain =
      estimate_json("4090 --model llama-3.1-8b --runtime transformers --quant bf16");
  CHECK(plain["decode_tok_s"]["value"].get<double>() == Approx(1 / (32 * 881e-6)).epsilon(5e-4));
  // With a full cache reading takes longer: transformers repeats the cache for each of 4 query
  // heads and moves the copies 3.62 times.
  const double weights = 2 * 7504924672.0;                        // all but the embedding
  const double cache = 2 * 32 * 8 * 128 * 2 * 8128.0 * 4 * 3.62;  // half of the answer is written
  const double rate = std::sqrt(165.2 * 0.5 * 450) * 1e12 < 165.2e12
                          ? std::sqrt(165.2 * 0.5 * 450) * 1e12
                          : 165.2e12;
  const double seconds = (weights + cache) / (0.59 * bandwidth) + weights / (0.5 * rate);
  CHECK(plain["decode_full_tok_s"]["value"].get<double>() == Approx(1 / seconds).epsilon(1e-4));
}

TEST_CASE("non-overlapping engines add the three times") {
  const Parsed json = estimate_json("4090 --model llama-3.2-1b --quant f16");
  const double weights = 2 * (linear_1b + head_1b);
  const double cache = 2 * 16 * 8 * 64 * 2 * 576.0;  // 512 of the prompt, half of 128
  const double seconds =
      (weights + cache) / (0.947 * bandwidth) + weights / (0.542 * held) + 16 * 28.7e-6;
  CHECK(json["decode_tok_s"]["value"].get<double>() == Approx(1 / seconds).epsilon(5e-4));
}

TEST_CASE("prefill is faster with 16-bit weights, which need no unpacking") {
  // 2,048 tokens in four micro-batches of 512.
  const auto expected = [&](double bits, double gain) {
    const double operations = 2 * linear_1b * 2048;
    const double attention = 2 * 16 * 2048.0 * 2048 * 2048;
    const double computing = (operations + attention / 0.5) / (0.542 * gain * held);
    const double reading = 4 * (linear_1b + head_1b) * bits / 8 / (0.947 * bandwidth);
    return 2048 / (computing + reading + 4 * 16 * 28.7e-6);
  };
  const auto prefill = [](const char* quant) {
    return estimate_json("4090 --model llama-3.2-1b --prompt 2048 --context 4096 --quant " +
                         std::string(quant))["prefill_tok_s"]["value"]
        .get<double>();
  };
  CHECK(prefill("f16") == Approx(expected(16, 1.38)).epsilon(1e-4));
  CHECK(prefill("q8_0") == Approx(expected(8.5, 1)).epsilon(1e-3));
}

TEST_CASE("offloading moves experts to host memory before the other weights") {
  // gpt-oss-120b: 36 layers with 128 experts of 3 x 2,880 x 2,880 in 4.25 bit; each token reads
  // four of them.
  const Parsed json = estimate_json("4090 --model gpt-oss-120b --quant mxfp4");
  constexpr double gib = 1024.0 * 1024 * 1024;
  const double expert = 36 * 3 * 2880.0 * 2880 * 4.25 / 8;
  const double weights = json["memory"]["parts"]["weights"].get<double>() * gib;
  const double in_host = (json["memory"]["needed_gib"].get<double>() - 0.983 * 24) * gib;
  const double from_host = 4 * expert * in_host / (128 * expert);
  const double cache = 36 * 2 * 8 * 64 * 2 * 576.0;
  const double on_card = weights - 128 * expert + 4 * expert - from_host + cache;
  const double seconds = from_host / (0.7 * 80e9) + on_card / (0.947 * bandwidth) + 36 * 28.7e-6;
  CHECK(json["offload"]["decode_tok_s"]["value"].get<double>() ==
        Approx(1 / seconds).epsilon(5e-4));
  CHECK(json["offload"]["resident_share"].get<double>() == Approx(1 - in_host / weights));
}

TEST_CASE("if more than the experts is offloaded, the host reads its share of all weights") {
  // With 128k tokens of cache, 6 GiB cannot hold even the weights outside the experts.
  const Parsed json = estimate_json("3050-6gb --model gpt-oss-120b --quant mxfp4 --context 128k");
  constexpr double gib = 1024.0 * 1024 * 1024;
  const double experts = 36 * 128 * 3 * 2880.0 * 2880 * 4.25 / 8;
  const double weights = json["memory"]["parts"]["weights"].get<double>() * gib;
  const double in_host = (json["memory"]["needed_gib"].get<double>() - 0.983 * 6) * gib;
  REQUIRE(in_host > experts);
  REQUIRE(in_host < weights);
  const double read = weights - experts + experts * 4 / 128;
  const double from_host = read * in_host / weights;
  const double cache = 36 * 2 * 8 * 64 * 2 * 576.0;
  const double seconds =
      from_host / (0.7 * 80e9) + (read - from_host + cache) / (0.893 * 168e9) + 36 * 28.7e-6;
  CHECK(json["offload"]["decode_tok_s"]["value"].get<double>() ==
        Approx(1 / seconds).epsilon(5e-4));
}

TEST_CASE("for a dense model the host reads its share of all weights") {
  const Parsed json = estimate_json("4090 --model llama-3.1-70b --quant q8_0 --host-bandwidth 100");
  constexpr double gib = 1024.0 * 1024 * 1024;
  const double weights = json["memory"]["parts"]["weights"].get<double>() * gib;
  const double in_host = (json["memory"]["needed_gib"].get<double>() - 0.983 * 24) * gib;
  const double cache = 80 * 2 * 8 * 128 * 2 * 576.0;
  const double seconds =
      in_host / (0.7 * 100e9) + (weights - in_host + cache) / (0.947 * bandwidth) + 80 * 28.7e-6;
  CHECK(json["offload"]["decode_tok_s"]["value"].get<double>() ==
        Approx(1 / seconds).epsilon(5e-4));
}

// Returns the answer for "mine", a copy of the H100 PCIe without these figures.
Parsed answer_without(const std::vector<const char*>& keys, const std::string& line) {
  Parsed card = Parsed::parse(run_fixed({"show", "h100-pcie", "--format", "json"}).out)["card"];
  card["id"] = "mine";
  card["name"] = "Mine";
  card.erase("aliases");
  for (const char* key : keys) {
    card.erase(key);
    card["sources"].erase(key);
  }
  const Parsed file = {{"gpus", {card}}};
  return estimate_json(line + " --add -", 0, file.dump());
}

constexpr const char* rates[] = {"fp8_tensor_tflops",  "fp16_tensor_tflops",
                                 "bf16_tensor_tflops", "fp16_acc16_tensor_tflops",
                                 "fp16_vector_tflops", "fp32_tflops"};

TEST_CASE("a card that lacks a required figure has no speed and a reason") {
  const std::vector<const char*> no_rate(std::begin(rates), std::end(rates));
  const std::vector<const char*> no_link{"link_gb_s", "link_type", "pcie_generation"};
  const std::tuple<std::vector<const char*>, const char*, const char*> rows[] = {
      {no_rate, "mine --model llama-3.1-8b", "its matrix rate is not known"},
      {no_link, "mine:2 --model llama-3.1-70b --quant fp8 --task serve --users 64",
       "its link is not known"}};
  for (const auto& [keys, line, reason] : rows) {
    const Parsed json = answer_without(keys, line);
    INFO(json.dump(1));
    CHECK(json["fits"] == true);
    CHECK(json.value("missing", "") == reason);
    for (const char* key : {"decode_tok_s", "prefill_tok_s", "ttft_s", "serve_tok_s"})
      CHECK_FALSE(json.contains(key));
  }
  // One card needs no link, and neither do cards that take turns.
  CHECK(answer_without(no_link, "mine --model llama-3.1-8b --task serve").contains("decode_tok_s"));
  CHECK(answer_without(no_link, "mine:2 --model llama-3.1-8b").contains("decode_tok_s"));
}

TEST_CASE("decode and prefill need a matrix rate, bandwidth and, on several cards, a link") {
  const Gpu whole = fixed_catalog().find_gpu("h100-pcie");
  Job job = of_model(Task::serve, "llama-3.1-8b");
  job.engine = &fixed_catalog().calibration().engine("vllm");
  const auto constants = constants_for(whole, *job.engine, fixed_catalog().calibration());
  REQUIRE(constants);
  REQUIRE(decode_step(whole, job, 2, *constants));
  REQUIRE(prefill(whole, job, 2, *constants));
  Gpu no_rate = whole, no_bandwidth = whole, no_link = whole;
  no_rate.fp8_tensor_tflops = no_rate.fp16_tensor_tflops = no_rate.bf16_tensor_tflops = {};
  no_rate.fp16_acc16_tensor_tflops = no_rate.fp16_vector_tflops = no_rate.fp32_tflops = {};
  no_bandwidth.bandwidth_gb_s = {};
  no_link.link_gb_s = no_link.pcie_lanes = {};
  for (const Gpu& gpu : {no_rate, no_bandwidth, no_link}) {
    CHECK_FALSE(decode_step(gpu, job, 2, *constants));
    CHECK_FALSE(prefill(gpu, job, 2, *constants));
  }
  CHECK(decode_step(no_link, job, 1, *constants));
  CHECK(prefill(no_link, job, 1, *constants));
}

TEST_CASE("cached prompt tokens skip prefill, and the other tokens attend to them") {
  const Gpu& gpu = fixed_catalog().find_gpu("rtx-3090");
  for (const char* model : {"llama-3.1-8b", "gemma-3-27b"}) {  // the second has a window of 1,024
    Job job = of_model(Task::chat, model);
    const auto constants = constants_for(gpu, *job.engine, fixed_catalog().calibration());
    REQUIRE(constants);
    const auto read = [&](double prompt, double cached) {
      job.prompt = prompt;
      job.cached = cached;
      return *prefill(gpu, job, 1, *constants);
    };
    const Prefill whole = read(8192, 0);
    for (const double cached : {512.0, 4096.0, 8191.0}) {
      const Prefill before = read(cached, 0), rest = read(8192, cached);
      CHECK(rest.tokens == 8192 - cached);
      CHECK((before.attention + rest.attention).value == Approx(whole.attention.value));
      CHECK(rest.total() < whole.total());
    }
  }
}

TEST_CASE("consumer boards exchange through the host and share its bandwidth") {
  Gpu gpu = fixed_catalog().find_gpu("rtx-3090");
  Job job = of_model(Task::chat, "llama-3.1-8b");
  job.engine = &fixed_catalog().calibration().engine("vllm");
  job.prompt = 4096;
  const auto constants = constants_for(gpu, *job.engine, fixed_catalog().calibration());
  REQUIRE(constants);
  // 64 all-reduces of 4,096 x 4,096 values of 2 bytes, at 6.12 GB/s for two cards and half of that
  // each for four.
  const auto linking = [&](double devices) {
    const Prefill reading = *prefill(gpu, job, devices, *constants);
    return reading.waiting.value - 32 * constants->build->layer_seconds -
           64 * constants->build->allreduce_seconds;
  };
  const double once = 64 * 2.0 * 4096 * 4096 / (constants->consumer_gb_s * 1e9);
  CHECK(linking(2) == Approx(once).epsilon(1e-6));
  CHECK(linking(4) == Approx(1.5 * 2 * once).epsilon(1e-6));
  gpu.pcie_lanes = 1;  // slower than the host
  CHECK(linking(2) > 2 * once);
}

}  // namespace
}  // namespace gpupick
