// The time of a decode step under llama.cpp other than reading weights, recomputed by hand: extra
// operations of a layer, several streams, attention over a latent cache.
#include <cmath>

#include "catch.hpp"
#include "job/usual_job.hpp"
#include "physics/inference.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

DecodeStep step_of(const Engine& engine, const char* model, double streams, double tokens = 0) {
  const Catalog& catalog = fixed_catalog();
  const Gpu& gpu = catalog.find_gpu("rtx-4090");
  Job job = usual_job(Task::chat, catalog.find_model(model), catalog);
  job.batch = streams;
  job.prompt = tokens;
  job.generate = 0;
  job.context = tokens;
  const auto fitted = constants_for(gpu, engine, catalog.calibration());
  REQUIRE(fitted);
  const auto step = decode_step(gpu, job, 1, *fitted);
  REQUIRE(step);
  return *step;
}

Engine llama_cpp() { return fixed_catalog().calibration().engine("llama.cpp"); }

TEST_CASE("an engine reads 16-bit weights and the formats that it supports") {
  const Catalog& catalog = shipped_catalog();
  const auto read = [&](const char* engine, const char* format) {
    return reads(catalog.calibration().engine(engine), catalog.find_quantisation(format));
  };
  CHECK(read("llama.cpp", "q4_k_m"));
  CHECK(read("llama.cpp", "bf16"));
  CHECK_FALSE(read("llama.cpp", "awq"));
  CHECK_FALSE(read("llama.cpp", "mlx-4bit"));
  CHECK(read("mlx", "mlx-4bit"));
  CHECK_FALSE(read("mlx", "q4_k_m"));
  CHECK_FALSE(read("mlx", "awq"));
  CHECK(read("vllm", "awq"));
  CHECK(read("vllm", "q4_k_m"));
  CHECK_FALSE(read("vllm", "mlx-4bit"));
  Job job;
  job.model = &catalog.find_model("llama-3.1-8b");
  job.engine = &catalog.calibration().engine("mlx");
  apply_defaults(job, catalog);
  CHECK(job.format->id == "mlx-4bit");
  job.engine = nullptr;  // the format implies the engine
  apply_defaults(job, catalog);
  CHECK(job.engine->id == "mlx");
}

TEST_CASE("extra_steps counts the operations beyond those of a plain model") {
  const std::pair<const char*, double> rows[] = {
      {"llama-3.1-8b", 0},
      {"qwen3-8b", 36 * 2},             // norms of queries and keys
      {"mixtral-8x7b", 32},             // a router
      {"qwen3-30b-a3b", 48 * (2 + 1)},  // both of these
      // Latent attention with compressed queries; a router and a shared expert in all but three
      // layers.
      {"deepseek-v3", 61 * 4 + 58 * (1 + 3)},
      {"deepseek-v2-lite", 27 * 2 + 26 * (1 + 3)}};
  for (const auto& [id, steps] : rows) {
    INFO(id);
    CHECK(extra_steps(fixed_catalog().find_model(id)) == steps);
  }
  Model model = fixed_catalog().find_model("llama-3.1-8b");
  model.norms = 4;
  CHECK(extra_steps(model) == 2 * 32);
}

TEST_CASE("each extra operation adds step_seconds") {
  Engine engine = llama_cpp();
  const double before = step_of(engine, "qwen3-8b", 1).total().value;
  engine.step_seconds = 6e-6;
  CHECK(step_of(engine, "qwen3-8b", 1).total().value == Approx(before + 72 * 6e-6));
  CHECK(step_of(engine, "llama-3.1-8b", 1).total().value ==
        Approx(step_of(llama_cpp(), "llama-3.1-8b", 1).total().value));
}

TEST_CASE("small batches use vector units, larger ones tiles of matrix units") {
  Engine engine = llama_cpp();
  engine.vector_batch = 8;
  engine.vector_share = 0.3;
  engine.tile = 32;
  engine.expert_tile = 16;
  const double each = 2 * (7504924672.0);  // all of Llama 3.1 8B but the embedding
  // The first token is computed while the weights are read.
  CHECK(step_of(engine, "llama-3.1-8b", 1).computing().value == 0);
  CHECK(step_of(engine, "llama-3.1-8b", 8).computing().value ==
        Approx(7 * each / (0.3 * 82.6e12)).epsilon(1e-3));
  const DecodeStep nine = step_of(engine, "llama-3.1-8b", 9);
  CHECK(nine.work.value == Approx(32 * each).epsilon(1e-3));
  CHECK(nine.rate.value > 0.3 * 82.6e12);
  CHECK(step_of(engine, "llama-3.1-8b", 32).work.value == Approx(nine.work.value));
  CHECK(step_of(engine, "llama-3.1-8b", 64).work.value == Approx(2 * nine.work.value));
  // Mixtral routes each token to 2 of 8 experts. 9 tokens hit 8 (1 - (3 / 4)^9) experts, each in
  // one tile; of 256 tokens each expert gets 64. Attention, norms and head have 1.26 billion
  // parameters.
  const double experts = 32 * 8 * 3 * 4096.0 * 14336;
  const double others = 12879925248.0 - experts / 4 - 32000 * 4096.0;
  const double met = experts * (1 - std::pow(0.75, 9));
  CHECK(step_of(engine, "mixtral-8x7b", 9).work.value ==
        Approx(2 * (32 * others + 16 * met)).epsilon(1e-3));
  CHECK(step_of(engine, "mixtral-8x7b", 256).work.value ==
        Approx(2 * (256 * others + (64 + 8) * experts)).epsilon(1e-3));
}

TEST_CASE("draft tokens are verified in one step, and those before the first rejection count") {
  const Catalog& catalog = fixed_catalog();
  const Gpu& gpu = catalog.find_gpu("rtx-4090");
  Engine engine = llama_cpp();
  engine.vector_batch = 8;
  engine.vector_share = 0.3;
  Job job = usual_job(Task::chat, catalog.find_model("llama-3.1-8b"), catalog);
  const auto step = [&] {
    return *decode_step(gpu, job, 1, *constants_for(gpu, engine, catalog.calibration()));
  };
  const DecodeStep plain = step();
  job.draft = 3;
  job.acceptance = 0.5;
  const DecodeStep drafted = step();
  CHECK(drafted.written == Approx(1 + 0.5 + 0.25 + 0.125));
  CHECK(drafted.computing().value == Approx(3 * 2 * 7504924672.0 / (0.3 * 82.6e12)).epsilon(1e-3));
  CHECK(drafted.layers == plain.layers + 3);
  CHECK(drafted.cache.value == plain.cache.value);
  const double head = 128256 * 4096 * 6.5625 / 8;
  const double layer = (plain.weights.value - head) / 32;
  CHECK(drafted.weights.value == Approx(plain.weights.value + 3 * (head + layer)));
  const Seconds whole = drafted.reading() + drafted.computing() + drafted.waiting();
  CHECK(drafted.total().value == Approx(whole.value / 1.875));
}

// https://github.com/syv-ai/qwen38-27b-rtx3090/issues/68: with 3 draft tokens, vLLM logs an
// acceptance of 69.2 % and a mean length of 3.08 tokens.
TEST_CASE("the share of accepted draft tokens gives the mean length of a step") {
  const Catalog& catalog = fixed_catalog();
  const Gpu& gpu = catalog.find_gpu("rtx-3090");
  Job job = usual_job(Task::chat, catalog.find_model("llama-3.1-8b"), catalog);
  job.draft = 3;
  job.accepted = 0.692;
  const auto fitted = constants_for(gpu, *job.engine, catalog.calibration());
  CHECK(decode_step(gpu, job, 1, *fitted)->written == Approx(3.08).epsilon(0.002));
}

TEST_CASE("the default acceptance applies from one draft token on") {
  const Catalog& catalog = fixed_catalog();
  const Model& model = catalog.find_model("llama-3.1-8b");
  CHECK(usual_job(Task::chat, model, catalog).acceptance == 0);
  Job job = usual_job(Task::chat, model, catalog);
  job.draft = 1;
  apply_defaults(job, catalog);
  CHECK(job.acceptance == 0.75);
}

TEST_CASE("a draft model adds a step for each draft token, and memory") {
  const Catalog& catalog = fixed_catalog();
  const Gpu& gpu = catalog.find_gpu("rtx-4090");
  Engine engine = llama_cpp();
  engine.draft_seconds = 0.001;
  Job job = usual_job(Task::chat, catalog.find_model("llama-3.1-8b"), catalog);
  job.drafter = &catalog.find_model("llama-3.2-1b");
  job.drafter_format = &catalog.find_quantisation("q8_0");
  job.draft = 3;
  job.acceptance = 0.5;
  const auto fitted = constants_for(gpu, engine, catalog.calibration());
  const auto step = [&](const Job& asked) { return *decode_step(gpu, asked, 1, *fitted); };
  const Job plain = undrafted(job), small = drafting(job);
  CHECK(small.model->id == "llama-3.2-1b");
  CHECK(small.format->id == "q8_0");
  CHECK(small.draft == 0);
  const DecodeStep drafted = step(job);
  CHECK(drafted.weights.value == step(plain).weights.value);
  CHECK(drafted.layers == step(plain).layers);
  const Seconds own = drafted.reading() + drafted.computing() + drafted.waiting();
  const double drafts = 3 * (step(small).total().value + 0.001);
  CHECK(drafted.total().value == Approx((own.value + drafts) / 1.875));
  Job of_one = job;
  of_one.draft = 1;
  const DecodeStep one = step(of_one);
  const Seconds alone = one.reading() + one.computing() + one.waiting();
  CHECK(one.total().value == Approx((alone.value + drafts / 3) / 1.5));
  CHECK(prefill(gpu, job, 1, *fitted)->total().value ==
        Approx(prefill(gpu, plain, 1, *fitted)->total().value +
               prefill(gpu, small, 1, *fitted)->total().value));
  const MemoryNeed need = memory_need(small, 1, engine);
  CHECK(memory_need(job, 1, engine).total().value ==
        Approx((memory_need(plain, 1, engine).total() + need.total()).value -
               need.part(MemoryUse::backend).value));
  CHECK(streams_that_fit(gpu, job, 1, engine, 8192) <
        streams_that_fit(gpu, plain, 1, engine, 8192));
}

TEST_CASE("the default number of draft tokens is the fastest") {
  const Catalog& catalog = fixed_catalog();
  Job job = usual_job(Task::chat, catalog.find_model("llama-3.1-70b"), catalog);
  job.drafter = &catalog.find_model("llama-3.2-1b");
  job.drafter_format = job.format;
  // Beyond eight tokens the matrix units take over, so that on the H100 many draft tokens are
  // faster than a few.
  for (const char* card : {"rtx-4090", "h100-sxm"}) {
    const Gpu& gpu = catalog.find_gpu(card);
    const auto fitted = constants_for(gpu, *job.engine, catalog.calibration());
    double before = 1;
    for (const double acceptance : {0.05, 0.5, 0.8, 0.9, 0.99}) {
      job.acceptance = acceptance;
      const double best = fastest_draft(gpu, job, 1, *fitted);
      CHECK(best >= before);
      before = best;
      const auto time = [&](double draft) {
        Job trial = job;
        trial.draft = draft;
        return decode_step(gpu, trial, 1, *fitted)->total().value;
      };
      for (double draft = 1; draft <= most_draft_tokens; ++draft) CHECK(time(best) <= time(draft));
    }
    CHECK(before > 3);
  }
}

TEST_CASE("attention over a latent cache can be compute-bound") {
  Engine engine = llama_cpp();
  const double read = step_of(engine, "deepseek-v2-lite", 1, 8192).reading().value;
  engine.attention_share = 0.01;
  // 16 heads of 512 + 64 and 512, 27 layers, 8,192 tokens, two operations each.
  const double attention = 2 * 16 * (512 + 64 + 512) * 27.0 * 8192;
  const DecodeStep step = step_of(engine, "deepseek-v2-lite", 1, 8192);
  CHECK(step.attention.value == Approx(attention));
  CHECK(step.reading().value > read);
  engine.attention_share = 1;
  CHECK(step_of(engine, "deepseek-v2-lite", 1, 8192).reading().value == Approx(read));
}

TEST_CASE("unpacking weights limits the rate of the matrix units") {
  const Catalog& catalog = fixed_catalog();
  const Calibration& calibration = catalog.calibration();
  Gpu gpu = catalog.find_gpu("a100-sxm4-80gb");  // 108 units at 1,410 MHz
  gpu.tdp_w.reset();
  const auto rate = [&](const char* quant, Number operations, Number fp32 = {}) {
    Job job = usual_job(Task::chat, catalog.find_model("llama-3.1-8b"), catalog);
    job.format = &catalog.find_quantisation(quant);
    EngineConstants fitted = *constants_for(gpu, *job.engine, calibration);
    EngineBuild build = *fitted.build;
    build.unit_operations = operations;
    build.unit_fp32 = fp32;
    fitted.build = &build;
    return prefill(gpu, job, 1, fitted)->rate.value / 1e12;
  };
  CHECK(rate("q4_k_m", {}) == Approx(312));
  CHECK(rate("q4_k_m", 1024) == Approx(1024 * 108 * 1410 / 1e6));
  CHECK(rate("q4_k_m", 4096) == Approx(312));
  CHECK(rate("f16", 1024) == Approx(312));
  gpu.boost_mhz.reset();
  CHECK(rate("q4_k_m", 1024, 256) == Approx(1024 * *gpu.fp32_tflops / 256));
  CHECK(rate("q4_k_m", 1024) == Approx(312));
}

TEST_CASE("an engine that keeps a latent cache compressed does more work in prefill") {
  const Catalog& catalog = fixed_catalog();
  const auto attention = [&](const char* model, bool latent) {
    Job job = usual_job(Task::chat, catalog.find_model(model), catalog);
    job.prompt = 2048;
    Engine engine = llama_cpp();
    engine.latent_prompts = latent;
    const Gpu& gpu = catalog.find_gpu("rtx-4090");
    return prefill(gpu, job, 1, *constants_for(gpu, engine, catalog.calibration()))
        ->attention.value;
  };
  CHECK(attention("llama-3.1-8b", true) == attention("llama-3.1-8b", false));
  // Keys have 512 + 64 values and values 512, which is 544 on average; a head has 128 + 64.
  CHECK(attention("deepseek-v2-lite", true) ==
        Approx(attention("deepseek-v2-lite", false) * 544 / 192));
}

TEST_CASE("an indexer scores every token, attention reads only those it selects") {
  const Catalog& catalog = shipped_catalog();
  const Gpu& gpu = catalog.find_gpu("rtx-4090");
  const auto both = [&](const Model& model, double prompt, double cached) {
    Job job = usual_job(Task::chat, model, catalog);
    job.prompt = prompt;
    job.cached = cached;
    job.context = prompt;
    job.generate = 0;
    const auto fitted = *constants_for(gpu, *job.engine, catalog.calibration());
    return std::pair(prefill(gpu, job, 1, fitted)->attention.value,
                     decode_step(gpu, job, 1, fitted)->attention.value);
  };
  const Model& model = catalog.find_model("deepseek-v3.2");
  Model plain = model;
  plain.index_topk = plain.index_heads = 0;
  const auto [prompt_of_all, step_of_all] = both(plain, 4096, 0);
  const double pairs = 4096.0 * 4096 / 2, one = prompt_of_all / pairs;
  CHECK(step_of_all == Approx(one * 4096));
  const auto [prompt, step] = both(model, 4096, 0);
  const double index = index_operations(model);
  CHECK(prompt == Approx(one * (2048.0 * 2048 / 2 + 2048 * 2048) + index * pairs));
  CHECK(step == Approx(one * 2048 + index * 4096));
  // New tokens attend to cached ones too.
  CHECK(both(model, 4096, 2048).first ==
        Approx(one * 2048 * 2048 + index * (pairs - 2048.0 * 2048 / 2)));
}

TEST_CASE("layers attend to pooled tokens beyond their window") {
  const Catalog& catalog = shipped_catalog();
  const Gpu& gpu = catalog.find_gpu("rtx-4090");
  const auto step = [&](const Model& model) {
    Job job = usual_job(Task::chat, model, catalog);
    job.prompt = job.context = 65536;
    job.generate = 0;
    const auto fitted = *constants_for(gpu, *job.engine, catalog.calibration());
    return decode_step(gpu, job, 1, fitted)->attention.value;
  };
  const Model& model = catalog.find_model("deepseek-v4-flash");
  Model unpooled = model, unread = model;
  unpooled.pool_layers = 0;
  unread.index_heads = 0;
  // 20 layers read all pools of 128 tokens; 21 read the 512 pools of 4 tokens that an indexer
  // selects.
  const double queries = model.heads * model.head_dim;
  CHECK(step(model) - step(unpooled) == Approx(4 * queries * (20 * 65536 / 128 + 21 * 512)));
  CHECK(step(model) - step(unread) == Approx(index_operations(model) * 65536));
  CHECK(index_operations(model) > 0);
}

TEST_CASE("prefill adds half a tile per expert and the cost of routing") {
  const Catalog& catalog = fixed_catalog();
  const Gpu& gpu = catalog.find_gpu("rtx-4090");
  Job job = usual_job(Task::chat, catalog.find_model("mixtral-8x7b"), catalog);
  job.prompt = 512;  // each of 8 experts gets 128
  Engine engine = llama_cpp();
  const auto reading = [&] {
    return *prefill(gpu, job, 1, *constants_for(gpu, engine, catalog.calibration()));
  };
  const Prefill before = reading();
  engine.expert_tile = 64;  // two tiles, and half a tile lost
  CHECK(reading().experts.value == Approx(1.25 * before.experts.value));
  engine.expert_tile = 256;
  CHECK(reading().experts.value == Approx(2 * before.experts.value));
  CHECK(reading().vectors.value == 0);
  engine.routing_operations = 3000;  // on 82.6 TFLOPS
  CHECK(reading().vectors.value == Approx(3000 * 512 * 32 * 2 * 4096.0 / 82.6e12));
}

TEST_CASE("prefill updates the state once per token") {
  const Catalog& catalog = fixed_catalog();
  const Gpu& gpu = catalog.find_gpu("rtx-4090");
  const auto vectors = [&](const char* model, double operations, double prompt) {
    Job job = usual_job(Task::chat, catalog.find_model(model), catalog);
    job.prompt = prompt;
    Engine engine = llama_cpp();
    engine.state_operations = operations;
    return prefill(gpu, job, 1, *constants_for(gpu, engine, catalog.calibration()))->vectors.value;
  };
  CHECK(vectors("llama-3.1-8b", 250, 512) == 0);
  CHECK(vectors("qwen3.5-4b", 0, 512) == 0);
  const double values = state(catalog.find_model("qwen3.5-4b"), 4).value / 4;
  CHECK(vectors("qwen3.5-4b", 250, 512) == Approx(250 * 512 * values / 82.6e12));
  CHECK(vectors("qwen3.5-4b", 250, 1024) == Approx(2 * vectors("qwen3.5-4b", 250, 512)));
}

}  // namespace
}  // namespace gpupick
