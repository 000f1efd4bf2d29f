// Models that turn texts into vectors: what their configs say, and arithmetic that can be checked
// by hand.
#include <fmt/format.h>

#include "calibration_copy.hpp"
#include "catch.hpp"
#include "estimate/estimate.hpp"
#include "physics/memory.hpp"
#include "physics/pass.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

Job texts(std::string_view model, double batch, double context) {
  Job job = of_model(Task::embed, model);
  job.batch = batch;
  job.context = context;
  return job;
}

double speed(const Job& job, const Gpu& gpu, const Calibration& calibration) {
  const auto pass = embedding_pass(gpu, job, 1, calibration);
  REQUIRE(pass);
  return pass->speed();
}

double speed(const Job& job) {
  return speed(job, fixed_catalog().find_gpu("rtx-3090"), fixed_catalog().calibration());
}

TEST_CASE("embedding time is products, attention and memory traffic") {
  // BGE-M3: 24 layers of 1024 values with 303.4 million parameters, and one embedding; 32 texts of
  // 512 tokens. Products at 1.13 x 71 TFLOPS, attention of all with all at 0.65 x 71; 24.7 bytes
  // for each of 4 x 1024 values of a layer, and 1.136 GB of weights, at 936 GB/s.
  const double tokens = 32 * 512;
  const double products = 2 * 303.4e6 * tokens / (1.13 * 71e12);
  const double attention = 4.0 * 24 * 1024 * 512 * tokens / (0.65 * 71e12);
  const double moving = (24.7 * 24 * 4 * 1024 * tokens + 2 * 567.75e6) / 936e9;
  CHECK(speed(texts("bge-m3", 32, 512)) ==
        Approx(tokens / (products + attention + moving)).epsilon(0.01));
}

TEST_CASE("one short text takes the time of the host") {
  CHECK(speed(texts("bge-m3", 1, 16)) == Approx(16 / (24 * 0.000454)));
}

TEST_CASE("a decoder attends to half of what an encoder does, and a window saves nothing") {
  const auto attention = [](const char* model) {
    const auto pass = embedding_pass(fixed_catalog().find_gpu("rtx-3090"), texts(model, 1, 4096), 1,
                                     fixed_catalog().calibration());
    return std::get<EmbeddingStep>(pass->parts).attention;
  };
  CHECK(attention("qwen3-embedding-0.6b") == Approx(4.0 * 28 * 2048 * 4096 * 4096 / 2));
  CHECK(attention("modernbert-large") == Approx(4.0 * 28 * 1024 * 4096 * 4096));
}

TEST_CASE("embedding is no slower with more texts at once, bandwidth or matrix rate") {
  const Catalog& catalog = fixed_catalog();
  const Gpu& plain = catalog.find_gpu("rtx-3090");
  for (const char* model : {"bge-m3", "modernbert-large", "qwen3-embedding-0.6b"}) {
    double before = 0;
    for (const double batch : {1, 2, 8, 64, 512}) {
      const Job job = texts(model, batch, 256);
      const double now = speed(job);
      CHECK(now >= before);
      before = now;
      Gpu better = plain;
      better.bandwidth_gb_s = 2 * *plain.bandwidth_gb_s;
      CHECK(speed(job, better, catalog.calibration()) >= now);
      better.fp16_tensor_tflops = 2 * *plain.fp16_tensor_tflops;
      better.bf16_tensor_tflops = 2 * *plain.bf16_tensor_tflops;
      CHECK(speed(job, better, catalog.calibration()) >= now);
    }
  }
}

TEST_CASE("embedding keeps weights without a head and the values of one layer") {
  const MemoryNeed need =
      embedding_memory(texts("bge-m3", 32, 512), 1, fixed_catalog().calibration());
  CHECK(need.part(MemoryUse::weights).value == Approx(2 * 567754752.0));
  CHECK(need.part(MemoryUse::activations).value == Approx(2.0 * (2 * 1024 + 2 * 4096) * 32 * 512));
  CHECK(need.part(MemoryUse::cache).value == 0);
  // Embedding with a language model loads no head.
  const MemoryNeed untied =
      embedding_memory(texts("llama-3.1-8b", 1, 512), 1, fixed_catalog().calibration());
  CHECK(untied.part(MemoryUse::weights).value == Approx(2 * (8030261248.0 - 128256 * 4096)));
}

TEST_CASE("several cards embed their own texts") {
  const JobEstimate one = estimate_of("rtx-3090", texts("bge-m3", 32, 512));
  const JobEstimate two = estimate_of("rtx-3090", texts("bge-m3", 32, 512), 2);
  CHECK(two.speeds.front().estimate.value == Approx(2 * one.speeds.front().estimate.value));
  CHECK(one.find(Output::embed_texts)->value ==
        Approx(one.find(Output::embed_tokens)->value / 512));
  CHECK(two.find(Output::embed_latency)->value == Approx(one.find(Output::embed_latency)->value));
}

TEST_CASE("a batch of texts that does not fit is halved") {
  const std::string out = run_fixed({"estimate", "rtx-3090", "--model", "bge-m3", "--context",
                                     "8192", "--batch", "512"})
                              .out;
  CHECK_THAT(out, ContainsSubstring("too big"));
  CHECK_THAT(out, ContainsSubstring("with `--batch "));
}

TEST_CASE("models that make vectors are refused where text is written") {
  for (const char* task : {"chat", "serve", "lora", "pretrain"})
    CHECK_THAT(run_fixed({"estimate", "rtx-3090", "--model", "bge-m3", "--task", task}).err,
               ContainsSubstring("take `--task embed`"));
  CHECK_THAT(run_fixed({"estimate", "rtx-3090", "--model", "llama-3.1-8b", "--draft-model",
                        "qwen3-embedding-0.6b"})
                 .err,
             ContainsSubstring("take `--task embed`"));
  CHECK_THAT(run_fixed({"fit", "rtx-3090", "--match", "bge"}).out, !ContainsSubstring("BGE"));
  CHECK_THAT(run_fixed({"fit", "rtx-3090", "--for", "embed"}).out, ContainsSubstring("BGE-M3"));
}

TEST_CASE("an encoder's config makes vectors without being asked to") {
  const std::string config = project_path("tests/unit/config/bert.json");
  const Run run = run_fixed({"estimate", "rtx-3090", "--model", config});
  CHECK(run.err == "");
  CHECK_THAT(run.out, ContainsSubstring("embed, on RTX 3090: fits"));
}

TEST_CASE("a model that turns speech into text has memory and no speed") {
  const std::string config = project_path("tests/unit/config/whisper.json");
  const Run run = run_fixed({"estimate", "rtx-3090", "--model", config, "--runtime", "vllm"});
  CHECK_THAT(run.out, ContainsSubstring("weights 1.5"));
  CHECK_THAT(run.out, ContainsSubstring("turning speech into text was not measured"));
  CHECK_THAT(run_fixed({"estimate", "rtx-3090", "--task", "embed", "--model", config}).err,
             ContainsSubstring("only the memory is estimated"));
}

TEST_CASE("encoders are read with their positions, windows and kinds of attention") {
  const Model bert = model_of(R"({"model_type": "roberta", "hidden_size": 768,
      "num_hidden_layers": 12, "num_attention_heads": 12, "vocab_size": 50265,
      "max_position_embeddings": 514, "type_vocab_size": 1})");
  CHECK(bert.embeds);
  CHECK(bert.bidirectional);
  CHECK(bert.context == 512);
  CHECK(bert.positions == 515);
  // A config of T5 that leaves the key out has a decoder too.
  const auto t5 = [](const char* decoder) {
    return model_of(fmt::format(R"({{"model_type": "t5", "d_model": 768, "num_layers": 12,
      "num_heads": 12, "d_kv": 64, "d_ff": 2048, "vocab_size": 32128,
      "feed_forward_proj": "gated-gelu"{}}})",
                                decoder));
  };
  CHECK(t5("").gated);
  CHECK(t5("").remarks.size() == 1);
  CHECK(t5(R"(, "is_encoder_decoder": true)").remarks.size() == 1);
  CHECK(t5(R"(, "is_encoder_decoder": false)").remarks.empty());
  CHECK_THAT(refusal_of(R"({"model_type": "electra", "hidden_size": 256, "embedding_size": 128,
      "num_hidden_layers": 12, "num_attention_heads": 4, "vocab_size": 30522})"),
             ContainsSubstring("embeddings of 128 values"));
}

}  // namespace
}  // namespace gpupick
