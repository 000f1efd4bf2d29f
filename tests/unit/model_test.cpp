// Exact arithmetic: parameters, cache and weights from dimensions.
#include <algorithm>

#include "base/text.hpp"
#include "catch.hpp"
#include "job/usual_job.hpp"
#include "physics/memory.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

double gib_of(const Job& job) {
  return in_gib(memory_need(job, 1, fixed_catalog().calibration().engine("llama.cpp")).total());
}

TEST_CASE("parameters add up from the dimensions") {
  const std::pair<const char*, double> rows[] = {
      {"llama-2-7b", 6738415616},        {"llama-3.1-8b", 8030261248},
      {"llama-3.1-70b", 70553706496},    {"mixtral-8x7b", 46702792704},
      {"deepseek-v2-lite", 15706484224}, {"deepseek-v3", 671026419200},
      {"lfm2-1.2b", 1170340608}};
  for (const auto& [id, parameters] : rows) {
    INFO(id);
    CHECK(count_parameters(fixed_catalog().find_model(id)) == Approx(parameters).epsilon(1e-5));
  }
}

TEST_CASE("the KV cache is exact to the byte") {
  const auto bytes = [](const char* model, const char* type, double tokens) {
    return cache(fixed_catalog().find_model(model), fixed_catalog().find_cache_type(type), tokens)
        .value;
  };
  CHECK(bytes("llama-3.1-8b", "f16", 8192) ==
        1024.0 * 1024 * 1024);  // 2 x 32 x 8 x 128 x 2 a token
  CHECK(bytes("llama-2-7b", "f16", 4096) ==
        2.0 * 1024 * 1024 * 1024);  // 32 KV heads instead of 8: four times that a token
  CHECK(bytes("llama-3.1-8b", "q8_0", 8192) == 0.53125 * 1024 * 1024 * 1024);
  CHECK(bytes("deepseek-v3", "f16", 1000) == 61.0 * 576 * 2 * 1000);  // one latent, not K and V
}

TEST_CASE("sliding-window layers cache no more than their window") {
  const Model& model = fixed_catalog().find_model("gemma-3-27b");
  const CacheType& type = fixed_catalog().find_cache_type("f16");
  REQUIRE(model.sliding_window == 1024);
  const double each = cache_per_layer(model, type).value;
  const double full = model.layers - model.sliding_layers;
  CHECK(cache(model, type, 32768, 1, 1536).value ==
        each * (full * 32768 + model.sliding_layers * 1536));
  CHECK(cache(model, type, 512, 1, 1536).value == each * model.layers * 512);
}

// llama.cpp and Ollama count 4.46, 6.87, 4.65 and 7.52 billion for the text models alone.
TEST_CASE("per-layer embeddings take memory but no time, host memory under llama.cpp") {
  const std::pair<const char*, double> rows[] = {{"gemma-3n-e2b", 4.46e9},
                                                 {"gemma-3n-e4b", 6.87e9},
                                                 {"gemma-4-e2b", 4.65e9},
                                                 {"gemma-4-e4b", 7.52e9}};
  for (const auto& [id, parameters] : rows) {
    INFO(id);
    CHECK(count_parameters(shipped_catalog().find_model(id)) == Approx(parameters).epsilon(1e-3));
  }
  const Model& model = shipped_catalog().find_model("gemma-4-e4b");
  Model plain = model;
  plain.per_layer_embedding = 0;
  CHECK(per_layer_parameters(model) == 262144.0 * 42 * 256);
  CHECK(count_parameters(model) - count_parameters(plain) ==
        per_layer_parameters(model) + 42 * (3 * 256 + 1) * 2560);
  const Quantisation& bf16 = shipped_catalog().find_quantisation("bf16");
  CHECK((active_weights(&model, bf16) - active_weights(&plain, bf16)).value ==
        Approx(2 * 42 * (3 * 256 + 1) * 2560));
  const Catalog& catalog = shipped_catalog();
  Job job = usual_job(Task::chat, model, catalog);
  job.format = &bf16;
  const auto weights = [&](const char* engine) {
    return memory_need(job, 1, catalog.calibration().engine(engine)).part(MemoryUse::weights);
  };
  CHECK((weights("vllm") - weights("llama.cpp")).value == 2 * per_layer_parameters(model));
}

TEST_CASE("layers that share a cache store nothing, but each reads it") {
  const CacheType& type = fixed_catalog().find_cache_type("f16");
  const Model& model = shipped_catalog().find_model("gemma-4-e2b");
  // The last 20 of 35 layers share a cache; four of these have no window.
  const double full = 2.0 * 512 * 2, sliding = 2.0 * 256 * 2;
  CHECK(cache(model, type, 4096, 1, 768).value ==
        Approx(3 * full * 4096 + 12 * sliding * 768).epsilon(1e-12));
  CHECK(read_cache(model, type, 4096, 1, 768).value == 7 * full * 4096 + 28 * sliding * 768);
  CHECK(cache_per_token(model, type).value == 3 * full + 12 * sliding);
  // The files still hold key and value weights of these layers, which no token reads.
  const LinearParameters linear = linear_parameters(model);
  CHECK(linear.all - linear.active == 2.0 * 1536 * (4 * 512 + 16 * 256));
  Model narrow = model;
  narrow.kv_shared_ffn_size = 0;
  CHECK(linear.all - linear_parameters(narrow).all == 20.0 * 3 * 1536 * 6144);
}

TEST_CASE("a step with an indexer reads the selected cache entries and all index keys") {
  const CacheType& type = fixed_catalog().find_cache_type("f16");
  const Model& model = shipped_catalog().find_model("deepseek-v3.2");
  const Model& before = shipped_catalog().find_model("deepseek-v3");
  CHECK(count_parameters(model) - count_parameters(before) ==
        61.0 * (1536 * 64 * 128 + 7168 * (128 + 64) + 2 * 128));
  // An index key: 128 values in FP8 and a scale.
  CHECK(cache_per_token(model, type).value == 61.0 * (576 * 2 + 132));
  CHECK(cache(model, type, 32768).value == 61.0 * 32768 * (576 * 2 + 132));
  const double endless = std::numeric_limits<double>::infinity();
  CHECK(read_cache(model, type, 32768, 2, endless).value ==
        2 * 61.0 * (2048 * 576 * 2 + 32768 * 132));
  CHECK(read_cache(model, type, 1024, 1, endless).value == cache(model, type, 1024).value);
  CHECK(index_operations(model) == 61.0 * 2 * 64 * 128);
  // Index keys of half a byte, of one byte, and in the cache's format if none is given.
  for (const auto& [said, bytes] : {std::pair(0.5, 0.5), {1.0, 1.0}, {0.0, 2.0}}) {
    Model other = model;
    other.index_bytes = said;
    CHECK(cache_per_token(other, type).value == 61.0 * (576 * 2 + 128 * bytes));
  }
}

// Published: 284 billion parameters, 13 active; 1.6 trillion, 49 active.
TEST_CASE("pooled entries replace tokens beyond a window") {
  const Model& model = shipped_catalog().find_model("deepseek-v4-flash");
  CHECK(count_parameters(model) == Approx(284e9).epsilon(2e-3));
  CHECK(linear_parameters(model).active + embedding_parameters(model) ==
        Approx(13e9).epsilon(0.02));
  const CacheType& type = fixed_catalog().find_cache_type("f16");
  // One head of 512 values serves as key and value. Entries: in the window, pools of 128 tokens,
  // pools of 4 tokens.
  const double entry = 512 * 2, windows = 43 * entry * 144;
  const double keys = 21 * 132 * 65536 / 4.0, far = 20 * entry * 65536 / 128;
  CHECK(cache(model, type, 65536, 1, 144).value == windows + far + keys + 21 * entry * 65536 / 4);
  CHECK(read_cache(model, type, 65536, 1, 144).value == windows + far + keys + 21 * entry * 512);
  CHECK(read_cache(model, type, 65536, 3, 3 * 144).value ==
        3 * read_cache(model, type, 65536, 1, 144).value);
  CHECK(pools_read(model, 1024) == 20 * 1024 / 128 + 21 * 1024 / 4);
  CHECK(index_operations(model) == 21 * 2 * 64 * 128 / 4.0);
  const Model& large = shipped_catalog().find_model("deepseek-v4-pro");
  CHECK(linear_parameters(large).active + embedding_parameters(large) ==
        Approx(49e9).epsilon(0.01));
}

TEST_CASE("sliding-window layers may have more query heads") {
  Model model = shipped_catalog().find_model("laguna-s-2.1");
  const double more = count_parameters(model);
  model.sliding_heads = 0;
  CHECK(more - count_parameters(model) == 36.0 * 3072 * 2 * 24 * 128);
}

TEST_CASE("LAuReL and AltUp parameters of Gemma 3n are counted") {
  Model model = shipped_catalog().find_model("gemma-3n-e2b");
  const double before = count_parameters(model), steps = extra_steps(model);
  model.laurel_rank = 0;
  CHECK(before - count_parameters(model) == 30.0 * (2 * 64 + 1) * 2048);
  model.altup_inputs = 0;
  CHECK(before - count_parameters(model) ==
        30.0 * ((2 * 64 + 1 + 4 + 2) * 2048 + 16 + 64) + 6.0 * 2048 * 2048);
  CHECK(steps - extra_steps(model) == 30 * (2 + 4));
}

// Values in MiB that llama.cpp logs ("RS buffer size") for one stream.
TEST_CASE("the state is exact to the byte, and only hybrid models have one") {
  const std::pair<const char*, double> rows[] = {{"qwen3.5-4b", 50.25},
                                                 {"qwen3.5-9b", 50.25},
                                                 {"qwen3.5-27b", 149.625},
                                                 {"qwen3.5-35b-a3b", 62.8125},
                                                 {"qwen3-next-80b-a3b", 75.375}};
  const Engine& engine = fixed_catalog().calibration().engine("llama.cpp");
  for (const auto& [id, mib] : rows) {
    INFO(id);
    Job job = chat_job(id, "q4_k_m", 8192);
    CHECK(memory_need(job, 1, engine).part(MemoryUse::state).value == mib * 1024 * 1024);
    const double cache = memory_need(job, 1, engine).part(MemoryUse::cache).value;
    job.context *= 2;
    CHECK(memory_need(job, 1, engine).part(MemoryUse::state).value == mib * 1024 * 1024);
    CHECK(memory_need(job, 1, engine).part(MemoryUse::cache).value == 2 * cache);
    job.batch = 4;
    CHECK(memory_need(job, 1, engine).part(MemoryUse::state).value == 4 * mib * 1024 * 1024);
  }
  for (const MemoryPart& part : memory_need(chat_job("qwen3-8b", "q4_k_m", 8192), 1, engine).parts)
    CHECK(part.part != MemoryUse::state);
}

TEST_CASE("the convolution state depends on the kind of mixer") {
  const auto state_of = [](const char* kind, double heads, double head_dim, double groups,
                           double state_size) {
    Mixer mixer;
    mixer.kind = kind;
    mixer.heads = heads;
    mixer.head_dim = head_dim;
    mixer.groups = groups;
    mixer.state_size = state_size;
    mixer.conv = 4;
    return mixer_state(mixer);
  };
  // Mixers with keys and queries keep these too, three tokens back.
  CHECK(state_of("mamba2", 128, 64, 8, 128).conv == 3 * (128 * 64 + 2 * 8 * 128));
  CHECK(state_of("kimi_delta", 32, 128, 32, 128).conv == 3 * (32 * 128 + 2 * 32 * 128));
  CHECK(state_of("gated_deltanet", 32, 128, 16, 128).conv == 3 * (32 * 128 + 2 * 16 * 128));
  CHECK(state_of("mamba", 1, 8192, 1, 16).conv == 3 * 8192);
  CHECK(state_of("rg_lru", 10, 256, 10, 1).conv == 3 * 2560);
  CHECK(state_of("mamba2", 128, 64, 8, 128).recurrent == 128 * 64 * 128);
  CHECK(state_of("mamba", 1, 8192, 1, 16).recurrent == 8192 * 16);
}

// Matrices, convolution, gates, norms and the output projection, each counted by hand.
TEST_CASE("parameters of each kind of mixer add up") {
  const auto parameters = [](const char* kind, double heads, double head_dim, double groups) {
    Mixer mixer;
    mixer.kind = kind;
    mixer.heads = heads;
    mixer.head_dim = head_dim;
    mixer.groups = groups;
    mixer.state_size = mixer.rank = 4;
    mixer.conv = 3;
    return mixer_parameters(mixer, 16);
  };
  CHECK(parameters("gated_deltanet", 2, 4, 1) == 16 * (8 + 16 + 4) + 3 * 16 + 4 + 4 + 128);
  CHECK(parameters("kimi_delta", 2, 4, 2) ==
        16 * (16 + 8 + 2) + 2 * 4 * 24 + 3 * 24 + 2 + 8 + 4 + 128);
  CHECK(parameters("lightning", 2, 4, 2) == 4 * 128 + 8 + 128);
  CHECK(parameters("mamba", 1, 8, 1) ==
        256 + 3 * 8 + 8 + 8 * (4 + 8) + 4 * 8 + 8 + 4 * 8 + 8 + 128);
  CHECK(parameters("mamba2", 2, 4, 1) == 16 * (16 + 8 + 2) + 3 * 16 + 16 + 3 * 2 + 8 + 128);
  CHECK(parameters("rg_lru", 2, 4, 2) ==
        2 * (128 + 8) + 3 * 8 + 8 + 2 * (8 * 4 + 8) + 8 + 128 + 16);
  CHECK(parameters("rwkv7", 2, 4, 2) == 3 * 128 + 4 * (16 + 8) + 6 * 16 + 8 * 8 + 128);
  CHECK(parameters("short_conv", 1, 8, 1) == 3 * 128 + 3 * 8 + 128);
}

TEST_CASE("the state has the engine's width unless the model asks for 32 bit") {
  const Model& wide = fixed_catalog().find_model("qwen3.5-9b");
  const MixerState each = mixer_state(wide.mixer);
  CHECK(state(wide, 2).value == wide.mixer.layers * (each.conv * 2 + each.recurrent * 4));
  const Model& next = fixed_catalog().find_model("qwen3-next-80b-a3b");
  CHECK(state(next, 2).value == state(next, 4).value / 2);
}

TEST_CASE("the worked memory examples are right") {
  // 70B at 4 bit with 32k of context does not fit 48 GB, but does with an 8-bit cache.
  CHECK(gib_of(chat_job("llama-3.1-70b", "q4_k_m", 32768)) == Approx(49.6).margin(0.2));
  CHECK(gib_of(chat_job("llama-3.1-70b", "q4_k_m", 32768, "q8_0")) == Approx(44.9).margin(0.2));
  // The file size in llama.cpp's table, in GiB.
  const Model& model = fixed_catalog().find_model("llama-3.1-8b");
  const Quantisation& quant = fixed_catalog().find_quantisation("q4_k_m");
  const double file = (linear_parameters(model).all * quant.linear_bits +
                       embedding_parameters(model) * (quant.embedding_bits + quant.head_bits)) /
                      8;
  CHECK(in_gib({file}) == Approx(4.58).epsilon(0.01));
}

TEST_CASE("inactive experts take memory but no time") {
  const Model& model = fixed_catalog().find_model("mixtral-8x7b");
  CHECK(linear_parameters(model).active < 0.3 * linear_parameters(model).all);
  const Model& dense = fixed_catalog().find_model("llama-2-7b");
  CHECK(linear_parameters(dense).active == linear_parameters(dense).all);
}

TEST_CASE("a model that sees or hears is never reported with its language half alone") {
  int counted = 0, said = 0;
  for (const Model& model : shipped_catalog().models()) {
    INFO(model.id);
    const auto mentions = [&](std::string_view word) {
      return std::ranges::any_of(model.notes,
                                 [&](std::string_view note) { return holds(note, word); });
    };
    CHECK(!mentions("text tower"));
    if (mentions("encoder")) CHECK((!model.remarks.empty() || model.encoder_parameters > 0));
    counted += model.encoder_parameters > 0;
    if (model.remarks.empty()) continue;
    ++said;
    const std::string text =
        run_gpupick({"estimate", "h200-sxm:8", "--model", std::string(model.id)}).out;
    CHECK_THAT(unwrapped(text), ContainsSubstring(std::string(model.remarks[0])));
  }
  CHECK(counted >= 25);
  CHECK(said >= 20);
}

TEST_CASE("computed parameters of every shipped model are within one per cent") {
  CHECK(shipped_catalog().models().size() >= 50);
  for (const Model& model : shipped_catalog().models()) {
    INFO(model.id);
    CHECK(count_parameters(model) == Approx(model.parameters).epsilon(0.01));
  }
}

}  // namespace
}  // namespace gpupick
