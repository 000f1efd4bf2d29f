// Published configs, compared with the shipped records of the same models, and invalid configs.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <map>

#include "base/error.hpp"
#include "catch.hpp"
#include "models/model_proportions.hpp"
#include "models/read_config.hpp"
#include "physics/memory.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

// The configs in tests/unit/config/published, by the id of the shipped record.
std::map<std::string, std::string> published() {
  std::map<std::string, std::string> out;
  for (const File& file : data_files("tests/unit/config/published"))
    out.emplace(std::filesystem::path(file.name).stem().string(), file.text);
  return out;
}

TEST_CASE("a published config matches the shipped record") {
  const CacheType& type = shipped_catalog().find_cache_type("f16");
  for (const auto& [id, config] : published()) {
    INFO(id);
    const Model& record = shipped_catalog().find_model(id);
    const Model read = model_of(config);
    // Some published vocabularies are padded.
    CHECK(read.parameters == Approx(count_parameters(record)).epsilon(1e-4));
    CHECK(linear_parameters(read).active == Approx(linear_parameters(record).active).epsilon(1e-4));
    CHECK(cache_per_token(read, type).value == cache_per_token(record, type).value);
    CHECK(state(read, 2).value == state(record, 2).value);
    CHECK(layer_pairs(read) == layer_pairs(record));
    CHECK(read.sliding_layers == record.sliding_layers);
    CHECK(read.layers == record.layers);
    CHECK(read.tied == record.tied);
    // Qwen 1.8B was published with 8k of context; a later config has 32k.
    if (id != "qwen-1.8b") CHECK(read.context == record.context);
  }
}

TEST_CASE("a DeepSeek V4 config gives its pooling layers and FP4 experts") {
  const std::string config =
      R"({"model_type": "deepseek_v4", "hidden_size": 64, "num_attention_heads": 4,
          "num_key_value_heads": 1, "head_dim": 16, "moe_intermediate_size": 32,
          "n_routed_experts": 8, "num_experts_per_tok": 2, "num_hidden_layers": 3,
          "o_groups": 2, "o_lora_rank": 8, "q_lora_rank": 8, "index_head_dim": 8,
          "index_n_heads": 4, "index_topk": 4, "sliding_window": 8, "vocab_size": 100,
          "expert_dtype": "fp4", "quantization_config": {"quant_method": "fp8"})";
  const Model model = model_of(config + R"(, "compress_ratios": [0, 4, 128, 0]})");
  CHECK(model.index_layers == 1);
  CHECK(model.pool_layers == 1);
  CHECK(model.quant == "mxfp4");
  CHECK_THAT(refusal_of(config + R"(, "compress_ratios": [4, 4, 128, 128]})"),
             ContainsSubstring("'compress_ratios' must name layers of 4 and of 128"));
  CHECK_THAT(refusal_of(config + "}"), ContainsSubstring("'compress_ratios' must name layers"));
}

TEST_CASE("DBRX dimensions are read from nested objects") {
  const Model dbrx = model_of(
      R"({"model_type": "dbrx", "d_model": 6144, "n_heads": 48, "n_layers": 40,
          "max_seq_len": 32768, "vocab_size": 100352, "tie_word_embeddings": false,
          "attn_config": {"clip_qkv": 8, "kv_n_heads": 8, "rope_theta": 500000},
          "ffn_config": {"ffn_hidden_size": 10752, "moe_num_experts": 16, "moe_top_k": 4}})");
  CHECK(dbrx.parameters == Approx(132e9).epsilon(0.01));  // as published: 132B, 36B active
  CHECK(linear_parameters(dbrx).active == Approx(36e9).epsilon(0.03));
  CHECK(dbrx.kv_heads == 8);
}

TEST_CASE("an unknown architecture or layer key is rejected by name") {
  const char* rest =
      R"("hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": 100,
         "intermediate_size": 256)";
  const auto with = [&](const std::string& start) { return refusal_of("{" + start + rest + "}"); };
  REQUIRE(with(R"("model_type": "llama", )").empty());
  const std::string unknown = with(R"("model_type": "zamba2", )");
  CHECK_THAT(unknown, ContainsSubstring("config.json:1:1: the architecture 'zamba2' is not known"));
  CHECK_THAT(unknown,
             ContainsSubstring("`--add FILE` with {\"model_types\": [{\"id\": \"zamba2\""));
  CHECK_THAT(unknown, ContainsSubstring("`--params`"));
  CHECK_THAT(with(""), ContainsSubstring("'model_type'"));
  CHECK_THAT(with(R"("model_type": 7, )"), ContainsSubstring("'model_type'"));
  for (const char* key : {"block_configs", "mamba_d_state", "linear_num_value_heads", "ssm_cfg",
                          "linear_attn_config", "attn_layer_period"})
    CHECK_THAT(with(fmt::format(R"("model_type": "llama", "{}": [1], )", key)),
               ContainsSubstring(fmt::format("'{}': layers that differ among themselves", key)));
}

TEST_CASE("invalid dimensions are rejected with key and place") {
  const auto with = [](const std::string& key, const std::string& value) {
    std::string text =
        R"({"model_type": "mixtral", "hidden_size": 64, "num_attention_heads": 4,
 "num_hidden_layers": 2, "vocab_size": 100, "num_local_experts": 4, "num_experts_per_tok": 2,
 "intermediate_size": 96})";
    const std::string name = "\"" + key + "\": ";
    const std::size_t at = text.find(name);
    if (at == std::string::npos) return text.substr(0, text.size() - 1) + ", " + name + value + "}";
    const std::size_t from = at + name.size();
    return text.replace(from, text.find_first_of(",}", from) - from, value);
  };
  REQUIRE(refusal_of(with("hidden_size", "64")).empty());
  struct Row {
    const char *key, *value, *message;
  };
  const Row rows[] = {
      {"hidden_size", "-64",
       "config.json:1:42: 'hidden_size' must be a whole number from 0 to a billion"},
      {"hidden_size", "64.5", "'hidden_size' must be a whole number from 0 to a billion"},
      {"hidden_size", "\"64\"", "'hidden_size' must be a whole number from 0 to a billion"},
      {"hidden_size", "[64]", "'hidden_size' must be a whole number from 0 to a billion"},
      {"hidden_size", "true", "'hidden_size' must be a whole number from 0 to a billion"},
      {"hidden_size", "1e300", "'hidden_size' must be a whole number from 0 to a billion"},
      {"hidden_size", "null", "'hidden_size' is missing or zero"},
      {"hidden_size", "0", "'hidden_size' is missing or zero"},
      {"hidden_size", "NaN", "config.json:1:42: "},
      {"hidden_size", "1e999", "config.json:1:46: "},
      {"hidden_size", "900000000", "'hidden_size' must be from 1 to 500,000, not 900,000,000"},
      {"num_hidden_layers", "null", "'num_hidden_layers' is missing or zero"},
      {"vocab_size", "null", "'vocab_size' is missing or zero"},
      {"num_attention_heads", "{}", "'num_attention_heads' must be a whole number"},
      {"num_key_value_heads", "8", "the KV heads must be between one and the heads"},
      {"num_key_value_heads", "3", "'num_key_value_heads' must divide the 4 heads, as 3 does not"},
      {"intermediate_size", "0", "config.json:3:23: 'intermediate_size' must be from 1 to"},
      {"max_position_embeddings", "0", "'max_position_embeddings' must be from 1 to"},
      {"num_hidden_layers", "100000", "'num_hidden_layers' must be from 1 to 2,000, not 100,000"},
      {"vocab_size", "900000000", "'vocab_size' must be from 1 to 10,000,000"},
      {"num_key_value_heads", "0", "the KV heads must be between one and the heads"},
      {"head_dim", "0", "the size of a head must be above zero"},
      {"num_experts_per_tok", "5", "the experts per token must be between one and the experts"},
      {"num_experts_per_tok", "null", "the experts per token must be between one and the experts"},
      {"first_k_dense_replace", "3", "the layers with experts and without do not add up"},
      {"num_kv_shared_layers", "2", "no layer keeps a cache"},
      {"moe_layers", "[0, 1, 2]", "the layers with experts and without do not add up"},
      {"kv_lora_rank", "16", "'qk_rope_head_dim' is missing or zero"},
      {"hidden_size\": 64, \"hidden_size", "64", "in this object; keep one"},
  };
  for (const Row& row : rows) {
    INFO(row.key << ": " << row.value);
    CHECK_THAT(refusal_of(with(row.key, row.value)), ContainsSubstring(row.message));
  }
  CHECK_THAT(refusal_of(with("sliding_window", R"(32, "num_attention_heads_per_layer": [4, 5],
                 "layer_types": ["sliding_attention", "sliding_attention"])")),
             ContainsSubstring("the heads by layer do not add up"));
  CHECK_THAT(refusal_of(with("sliding_window", R"(32, "layer_types": ["sliding_attention",
                 "sliding_attention", "sliding_attention"])")),
             ContainsSubstring("more layers with a window than layers"));
}

TEST_CASE("parts of a config that are of another type are rejected with their place") {
  const std::string rest =
      R"("model_type": "llama", "hidden_size": 64, "num_attention_heads": 4, "vocab_size": 100,
 "num_hidden_layers": 32)";
  struct Row {
    const char *fields, *message;
  };
  const Row rows[] = {
      {R"("intermediate_size": 96, "quantization_config": "gptq")",
       "config.json:2:75: 'quantization_config' must be an object, not a text"},
      {R"("intermediate_size": 96, "quantization_config": 5)", "must be an object, not a number"},
      {R"("intermediate_size": 96, "quantization_config": [])", "must be an object, not a list"},
      {R"("intermediate_size": 96, "quantization_config": {"quant_method": 7})",
       "'quant_method' must be a text, not a number"},
      {R"("intermediate_size": 96, "text_config": "x")", "'text_config' must be an object"},
      {R"("intermediate_size": 96, "layer_types": ["zzz"])",
       "config.json:2:67: 'layer_types' does not name every layer"},
      {R"("intermediate_size": 96, "layer_types": "full_attention")",
       "'layer_types' does not name every layer"},
      {R"("intermediate_size": [4096])", "'intermediate_size' does not name every layer"},
      {R"("hidden_act": "silu")", "'intermediate_size' is missing"},
  };
  for (const auto& [fields, message] : rows) {
    INFO(fields);
    CHECK_THAT(refusal_of("{" + rest + ", " + fields + "}"), ContainsSubstring(message));
  }
  CHECK(
      refusal_of("{" + rest + R"(, "intermediate_size": 96, "quantization_config": {}})").empty());
  CHECK_THAT(refusal_of("{}"), ContainsSubstring("'model_type' is missing"));
  const Model model = model_of(
      R"({"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4, "vocab_size": 100,
          "num_hidden_layers": 2, "intermediate_size": 96,
          "layer_types": ["zzz", "full_attention"]})");
  REQUIRE(model.remarks.size() == 1);
  CHECK_THAT(std::string(model.remarks[0]), ContainsSubstring("layers of the type 'zzz'"));
}

TEST_CASE("text that is not a config is rejected") {
  for (const std::string& text :
       {std::string(), std::string("null"), std::string("[]"), std::string("7"), std::string("{"),
        std::string("\0", 1), std::string("\xff\xfe{}"), std::string("{\"model_type\": }"),
        std::string(100000, '['), std::string(100000, '{')}) {
    INFO(text.substr(0, 20));
    CHECK_THAT(refusal_of(text), ContainsSubstring("config.json"));
  }
  std::string deep = "7";
  for (int i = 0; i < 5000; ++i) deep = R"({"text_config": )" + deep + "}";
  CHECK_THAT(refusal_of(deep), ContainsSubstring("config.json:1:"));
}

TEST_CASE("truncated or corrupted configs are rejected or give a finite model") {
  std::mt19937 random(5);
  std::size_t read = 0;
  for (const auto& [id, config] : published())
    for (int i = 0; i < 60; ++i) {
      std::string broken = config;
      for (int k = 0; k < 2; ++k)
        broken[draw(random, broken.size())] =
            static_cast<char>(i % 2 == 0 ? '0' + draw(random, 10) : draw(random, 256));
      if (i % 10 == 0) broken.resize(draw(random, broken.size()));
      try {
        const Model model = model_of(broken);
        ++read;
        const CacheType& type = shipped_catalog().find_cache_type("f16");
        INFO(broken);
        CHECK(std::isfinite(model.parameters));
        CHECK(model.parameters > 0);
        CHECK(linear_parameters(model).active <= linear_parameters(model).all);
        CHECK((cache(model, type, 4096) + state(model, 4)).value > 0);
      } catch (const Error& error) {
        CHECK_THAT(error.what(), ContainsSubstring("config.json:"));
      }
    }
  CHECK(read > 150);
}

TEST_CASE("a size alone gives a model of that size and usual proportions") {
  Arena arena;
  const ModelProportions& usual = fixed_catalog().of<ModelProportions>().front();
  for (const double parameters : {1e8, 5e8, 1.5e9, 7e9, 13e9, 34e9, 70e9, 175e9, 1e12}) {
    const Model model = model_of_size(parameters, usual, arena);
    INFO(parameters);
    CHECK(count_parameters(model) == Approx(parameters).epsilon(0.02));
    CHECK(model.layers >= 4);
    CHECK(model.ffn_size > model.hidden_size);
    CHECK(model.heads * model.head_dim == model.hidden_size);
    CHECK(model.kv_heads <= model.heads);
  }
  const Model seven = model_of_size(7e9, usual, arena);
  const Model& llama = shipped_catalog().find_model("llama-3.1-8b");
  CHECK(seven.layers == Approx(llama.layers).epsilon(0.35));
  CHECK(seven.hidden_size == Approx(llama.hidden_size).epsilon(0.35));
  // Extreme sizes that --params accepts.
  for (const double parameters : {1e5, 1e6, 1e7, 1e14, 1e16}) {
    const Model model = model_of_size(parameters, usual, arena);
    CHECK(std::isfinite(count_parameters(model)));
    CHECK(model.ffn_size > 0);
  }
}

TEST_CASE("the experts and their layers are read from a config") {
  const auto read = [](const std::string& more) {
    return model_of(R"({"model_type": "qwen3_moe", "hidden_size": 64, "intermediate_size": 128,
                        "moe_intermediate_size": 32, "num_attention_heads": 4, "head_dim": 16,
                        "num_key_value_heads": 4, "vocab_size": 100, "num_hidden_layers": 25, )" +
                    more + "}");
  };
  const Model all = read(R"("num_experts": 2, "num_experts_per_tok": 2)");
  CHECK(all.experts_per_token == 2);
  CHECK(all.dense_layers == 0);
  // Every second layer from the second on has experts: 12 of 25.
  CHECK(read(R"("num_experts": 2, "num_experts_per_tok": 1, "decoder_sparse_step": 2)")
            .dense_layers == 13);
}

TEST_CASE("a gated FFN is narrowed to two thirds, rounded up to 256 by default") {
  const auto width = [](const std::string& more) {
    return model_of(R"({"model_type": "lfm2", "block_ff_dim": 1000, "conv_L_cache": 3,
                        "full_attn_idxs": [1], "hidden_size": 64, "num_attention_heads": 4,
                        "num_hidden_layers": 2, "num_key_value_heads": 2, "vocab_size": 100)" +
                    more + "}")
        .ffn_size;
  };
  CHECK(width("") == 768);
  CHECK(width(R"(, "block_multiple_of": 64)") == 704);
  CHECK(width(R"(, "block_auto_adjust_ff_dim": false)") == 1000);
}

}  // namespace
}  // namespace gpupick
