// Published configs of types whose models the catalog lacks, or holds without the parts that see
// and hear: the parameters that their makers give, within 3 %.
#include <fmt/format.h>

#include "base/error.hpp"
#include "catch.hpp"
#include "models/kv_cache.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

// Billions of parameters by model; its config is in tests/unit/config/typed.
constexpr std::pair<const char*, double> typed_models[] = {
    {"Qwen/Qwen2.5-VL-7B-Instruct", 8.29},
    {"meta-llama/Llama-3.2-11B-Vision", 10.67},
    {"tencent/Hunyuan-A13B-Instruct", 80.4},
    {"baidu/ERNIE-4.5-21B-A3B-PT", 21.8},
    {"LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct", 7.82},
    {"openbmb/MiniCPM3-4B", 4.07},
    {"meituan-longcat/LongCat-Flash-Chat", 562},
    {"Dream-org/Dream-v0-Instruct-7B", 7.62},
    {"XiaomiMiMo/MiMo-7B-Base", 7.83},
    {"microsoft/bitnet-b1.58-2B-4T", 2.41},
    {"OpenGVLab/InternVL2_5-26B", 25.5},
    {"google/paligemma2-3b-pt-224", 3.03},
    {"Qwen/Qwen2-Audio-7B-Instruct", 8.4},
    {"fla-hub/rwkv7-2.9B-world", 2.95},
    {"fla-hub/rwkv7-1.5B-world", 1.527},
    {"google-bert/bert-base-uncased", 0.10948},
    {"BAAI/bge-m3", 0.56775},
    {"answerdotai/ModernBERT-large", 0.395},
    {"nomic-ai/nomic-embed-text-v1.5", 0.13673},
    {"openai/whisper-large-v3-turbo", 0.809},
};

TEST_CASE("configs of widely used types give the published parameters") {
  for (const auto& [name, billions] : typed_models) {
    INFO(name);
    const Model model =
        model_of(read_text(project_path(fmt::format("tests/unit/config/typed/{}.json", name))));
    CHECK((model.parameters + model.encoder_parameters) / 1e9 == Approx(billions).epsilon(0.03));
  }
}

TEST_CASE("the feed-forward net of RWKV-7 is as wide as the code makes it") {
  const auto width = [](const std::string& keys) {
    return model_of(R"({"model_type": "rwkv7", "hidden_size": 2560, "num_hidden_layers": 32,
                        "vocab_size": 65536)" +
                    keys + "}")
        .ffn_size;
  };
  CHECK(width("") == 10240);
  CHECK(width(R"(, "hidden_ratio": 3.5, "intermediate_size": null)") == 8960);
  CHECK(width(R"(, "hidden_ratio": 3.501)") == 8992);  // in steps of 32
  CHECK(width(R"(, "attn": null, "value_dim": [2560, 2560])") == 10240);
  for (const char* odd :
       {R"(, "head_dim": 0)", R"(, "intermediate_size": 0)", R"(, "value_dim": [2560, 1280])",
        R"(, "value_dim": 1280)", R"(, "attn": {"layers": [1, 5], "num_heads": 40})"}) {
    INFO(odd);
    CHECK_THROWS_AS(width(odd), Error);
  }
}

TEST_CASE("a model of RWKV-7 keeps a state and no cache") {
  const Model model = model_of(
      R"({"model_type": "rwkv7", "hidden_size": 2560, "num_hidden_layers": 32, "head_dim": 64,
          "vocab_size": 65536})");
  CHECK(attention_layers(model) == 0);
  CHECK(model.mixer.layers == 32);
  CHECK(model.ffn_size == 10240);
  CHECK(mixer_state(model.mixer).recurrent == 40 * 64 * 64);
  CHECK(mixer_state(model.mixer).conv == 2 * 2560);
}

TEST_CASE("layers that differ are counted one by one") {
  const auto block = [](const char* attention, const char* net) {
    return fmt::format(R"({{"attention": {{{}}}, "ffn": {{{}}}}})", attention, net);
  };
  const std::string plain = block(R"("n_heads_in_group": 8)", R"("ffn_mult": 5.25)");
  const auto config = [&](const std::string& blocks) {
    return R"({"model_type": "nemotron-nas", "hidden_size": 8192, "num_attention_heads": 64,
               "num_hidden_layers": 3, "vocab_size": 128256, "intermediate_size": null,
               "num_key_value_heads": null, "block_configs": [)" +
           blocks + "]}";
  };
  const Model model =
      model_of(config(plain + "," + block(R"("no_op": true)", R"("ffn_mult": 2.625)") + "," +
                      block(R"("n_heads_in_group": 8)", R"("no_op": true)")));
  CHECK(model.attention_layers == 2);
  CHECK(model.kv_heads == 8);
  CHECK(model.ffn_layers == 2);
  CHECK(model.ffn_size == (28672 + 14336) / 2);
  CHECK_THAT(refusal_of(config(plain)), ContainsSubstring("describes 1 of 3 layers"));
  // Llama-3.1-Nemotron-51B has blocks with square matrices, and with fewer KV heads than others.
  const Model linear = model_of(
      config(plain + "," + block(R"("n_heads_in_group": 16)", R"("ffn_mult": 5.25)") + "," +
             block(R"("replace_with_linear": true)", R"("replace_with_linear": true)")));
  CHECK(linear.attention_layers == 2);
  CHECK(linear.kv_heads == 6);
  CHECK(parts_of(linear).dense == Approx(8192.0 * (2 * 3 * 28672 + 2 * 8192)));
  CHECK_THAT(refusal_of(config(plain + "," + plain + "," +
                               block(R"("n_heads_in_group": 7)", R"("no_op": true)"))),
             ContainsSubstring("must divide the 64 heads"));
}

TEST_CASE("keys and values of different sizes take their mean") {
  // MiMo-V2-Flash: three quarters of the layers have a window and KV heads of their own.
  const Model model = model_of(
      R"({"model_type": "mimo_v2_flash", "num_hidden_layers": 4, "hidden_size": 4096,
          "num_attention_heads": 64, "num_key_value_heads": 4, "head_dim": 192, "v_head_dim": 128,
          "intermediate_size": 16384, "vocab_size": 152576, "sliding_window": 128,
          "swa_num_key_value_heads": 8, "hybrid_layer_pattern": [0, 1, 1, 1],
          "moe_layer_freq": [0, 1, 1, 1], "moe_intermediate_size": 2048, "n_routed_experts": 256,
          "num_experts_per_tok": 8})");
  CHECK(model.sliding_layers == 3);
  CHECK(model.dense_layers == 1);
  const CacheType& f16 = shipped_catalog().find_cache_type("f16");
  CHECK(cache_per_layer(model, f16).value == 4 * (192 + 128) * 2);
}

TEST_CASE("gates of full rank get a note") {
  // Kimi K3.
  const Model model = model_of(
      R"({"model_type": "kimi_linear", "hidden_size": 64, "intermediate_size": 128,
          "num_attention_heads": 4, "num_hidden_layers": 4, "vocab_size": 100,
          "linear_attn_config": {"num_heads": 4, "head_dim": 16, "short_conv_kernel_size": 4,
            "full_attn_layers": [4], "kda_layers": [1, 2, 3], "use_full_rank_gate": true}})");
  CHECK(model.mixer.layers == 3);
  REQUIRE(model.remarks.size() == 1);
  CHECK_THAT(std::string(model.remarks[0]), ContainsSubstring("gates of rank 16"));
}

TEST_CASE("a part that speaks is said and not counted") {
  // Qwen/Qwen3-Omni-30B-A3B-Instruct has a talker beside the thinker.
  const Model model = model_of(
      R"({"model_type": "qwen3_omni_moe", "talker_config": {"hidden_size": 64},
          "thinker_config": {"vision_config": {"depth": 2, "hidden_size": 64},
            "text_config": {"model_type": "qwen3_omni_moe_text", "hidden_size": 1024,
              "intermediate_size": 3072, "num_attention_heads": 8, "num_hidden_layers": 4,
              "vocab_size": 32000}}})");
  REQUIRE(model.remarks.size() == 2);
  CHECK_THAT(std::string(model.remarks[0]), ContainsSubstring("vision and audio parts of"));
  CHECK(model.remarks[1] == "the part that speaks is not counted");
}

TEST_CASE("an object of a config that nothing reads is named") {
  const auto remarks = [](const char* more) {
    return model_of(fmt::format(R"({{"model_type": "llama", "hidden_size": 4096,
        "num_hidden_layers": 32, "num_attention_heads": 32, "intermediate_size": 11008,
        "vocab_size": 32000{}}})",
                                more))
        .remarks;
  };
  const Texts named = remarks(R"(, "engram_config": {"layers": 4, "width": 512})");
  REQUIRE(named.size() == 1);
  CHECK_THAT(std::string(named[0]), ContainsSubstring("'engram_config' is not known"));
  for (const char* usual :
       {R"(, "rope_scaling": {"type": "linear", "factor": 2})", R"(, "id2label": {"0": "no"})",
        R"(, "some_list": [1, 2])", R"(, "empty": {})"}) {
    INFO(usual);
    CHECK(remarks(usual).empty());
  }
}

TEST_CASE("a part that sees or hears without dimensions is said") {
  const Model model = model_of(
      R"({"model_type": "llava", "vision_config": {"model_type": "new_vit"},
          "text_config": {"model_type": "llama", "hidden_size": 1024, "intermediate_size": 3072,
            "num_attention_heads": 8, "num_hidden_layers": 4, "vocab_size": 32000}})");
  CHECK(model.encoder_parameters == 0);
  REQUIRE(model.remarks.size() == 1);
  CHECK_THAT(std::string(model.remarks[0]), ContainsSubstring("'vision_config' gives no"));
}

}  // namespace
}  // namespace gpupick
