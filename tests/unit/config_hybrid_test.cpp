// Published configs of hybrid models, in which some layers keep a state instead of a cache,
// compared with the shipped records of the same models; and configs that do not add up.
#include <cmath>

#include "base/error.hpp"
#include "catch.hpp"
#include "models/read_config.hpp"
#include "physics/memory.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

constexpr std::pair<const char*, const char*> published_hybrids[] = {
    {"falcon-h1-34b",
     R"({"model_type": "falcon_h1", "head_dim": 128, "hidden_size": 5120, "intermediate_size":
         21504, "mamba_d_conv": 4, "mamba_d_head": 128, "mamba_d_ssm": 4096, "mamba_d_state":
         256, "mamba_expand": 2, "mamba_n_groups": 2, "mamba_n_heads": 32,
         "max_position_embeddings": 262144, "num_attention_heads": 20, "num_hidden_layers": 72,
         "num_key_value_heads": 4, "tie_word_embeddings": false, "vocab_size": 261120,
         "attn_layer_indices": null})"},
    {"granite-4.0-h-micro",
     R"({"model_type": "granitemoehybrid", "hidden_size": 2048, "num_hidden_layers": 40,
         "num_attention_heads": 32, "num_key_value_heads": 8, "num_local_experts": 0,
         "num_experts_per_tok": 0, "shared_intermediate_size": 8192, "intermediate_size": 8192,
         "mamba_d_state": 128, "mamba_d_conv": 4, "mamba_expand": 2, "mamba_n_heads": 64,
         "mamba_d_head": 64, "mamba_n_groups": 1, "tie_word_embeddings": true, "vocab_size":
         100352, "max_position_embeddings": 131072, "layer_types": ["mamba", "mamba", "mamba",
         "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba",
         "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba", "mamba",
         "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba",
         "mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba",
         "mamba"]})"},
    {"granite-4.0-h-small",
     R"({"model_type": "granitemoehybrid", "hidden_size": 4096, "num_hidden_layers": 40,
         "num_attention_heads": 32, "num_key_value_heads": 8, "num_local_experts": 72,
         "num_experts_per_tok": 10, "shared_intermediate_size": 1536, "intermediate_size": 768,
         "mamba_d_state": 128, "mamba_d_conv": 4, "mamba_expand": 2, "mamba_n_heads": 128,
         "mamba_d_head": 64, "mamba_n_groups": 1, "tie_word_embeddings": true, "vocab_size":
         100352, "max_position_embeddings": 131072, "layer_types": ["mamba", "mamba", "mamba",
         "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba", "mamba", "mamba",
         "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba", "mamba",
         "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba", "mamba",
         "mamba", "mamba", "mamba", "mamba", "mamba", "attention", "mamba", "mamba", "mamba",
         "mamba"]})"},
    {"jamba-1.5-mini",
     R"({"model_type": "jamba", "attn_layer_offset": 4, "attn_layer_period": 8,
         "expert_layer_offset": 1, "expert_layer_period": 2, "hidden_size": 4096,
         "intermediate_size": 14336, "mamba_d_conv": 4, "mamba_d_state": 16, "mamba_dt_rank":
         256, "mamba_expand": 2, "max_position_embeddings": 262144, "num_attention_heads": 32,
         "num_experts": 16, "num_experts_per_tok": 2, "num_hidden_layers": 32,
         "num_key_value_heads": 8, "tie_word_embeddings": false, "vocab_size": 65536})"},
    {"kimi-linear-48b-a3b",
     R"({"model_type": "kimi_linear", "q_lora_rank": null, "moe_layer_freq": 1,
         "tie_word_embeddings": false, "hidden_size": 2304, "num_hidden_layers": 27,
         "vocab_size": 163840, "num_attention_heads": 32, "num_key_value_heads": 32,
         "head_dim": 72, "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
         "v_head_dim": 128, "num_experts": 256, "num_experts_per_token": 8,
         "num_shared_experts": 1, "moe_intermediate_size": 1024, "first_k_dense_replace": 1,
         "intermediate_size": 9216, "model_max_length": 1048576, "linear_attn_config":
         {"full_attn_layers": [4, 8, 12, 16, 20, 24, 27], "kda_layers": [1, 2, 3, 5, 6, 7, 9,
         10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26], "head_dim": 128, "num_heads": 32,
         "short_conv_kernel_size": 4}})"},
    {"lfm2-1.2b",
     R"({"model_type": "lfm2", "block_auto_adjust_ff_dim": true, "block_ff_dim": 12288,
         "block_ffn_dim_multiplier": 1.0, "block_multiple_of": 256, "conv_L_cache": 3,
         "full_attn_idxs": [2, 5, 8, 10, 12, 14], "hidden_size": 2048,
         "max_position_embeddings": 128000, "num_attention_heads": 32, "num_heads": 32,
         "num_hidden_layers": 16, "num_key_value_heads": 8, "vocab_size": 65536})"},
    {"lfm2-2.6b",
     R"({"model_type": "lfm2", "block_auto_adjust_ff_dim": false, "hidden_size": 2048,
         "num_hidden_layers": 30, "num_attention_heads": 32, "num_key_value_heads": 8,
         "intermediate_size": 10752, "vocab_size": 65536, "tie_embedding": true, "conv_L_cache": 3,
         "conv_dim": 2048, "max_position_embeddings": 128000, "layer_types": ["conv", "conv",
         "full_attention", "conv", "conv", "full_attention", "conv", "conv", "conv",
         "full_attention", "conv", "conv", "conv", "full_attention", "conv", "conv", "conv",
         "full_attention", "conv", "conv", "conv", "full_attention", "conv", "conv",
         "full_attention", "conv", "conv", "full_attention", "conv", "conv"]})"},
    {"lfm2-8b-a1b",
     R"({"model_type": "lfm2_moe", "vocab_size": 65536, "hidden_size": 2048,
         "intermediate_size": 7168, "num_hidden_layers": 24, "num_attention_heads": 32,
         "num_key_value_heads": 8, "layer_types": ["conv", "conv", "full_attention", "conv",
         "conv", "conv", "full_attention", "conv", "conv", "conv", "full_attention", "conv",
         "conv", "conv", "full_attention", "conv", "conv", "conv", "full_attention", "conv",
         "conv", "full_attention", "conv", "conv"], "conv_L_cache": 3,
         "max_position_embeddings": 128000, "num_experts": 32, "num_experts_per_tok": 4,
         "moe_intermediate_size": 1792, "num_dense_layers": 2})"},
    {"ling-3.0-flash",
     R"({"model_type": "bailing_hybrid", "num_hidden_layers": 42, "hidden_size": 2560,
         "vocab_size": 157184, "tie_word_embeddings": false, "first_k_dense_replace": 2,
         "intermediate_size": 6144, "num_attention_heads": 32, "num_key_value_heads": 32,
         "kv_lora_rank": 512, "q_lora_rank": null, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
         "v_head_dim": 128, "head_dim": 128, "gated_attention_proj_granularity_type": "head_wise",
         "short_conv_kernel_size": 4, "no_kda_lora": true, "num_experts": 512,
         "num_experts_per_tok": 8, "num_shared_experts": 1, "moe_intermediate_size": 768,
         "moe_shared_expert_intermediate_size": 768, "layer_group_size": 6,
         "max_position_embeddings": 262144})"},
    {"ling-3.0-tiny",
     R"({"model_type": "bailing_hybrid", "hidden_size": 1536, "intermediate_size": 4608,
         "num_hidden_layers": 24, "num_attention_heads": 16, "num_key_value_heads": 16, "head_dim":
         128, "vocab_size": 157184, "max_position_embeddings": 131072, "tie_word_embeddings": false,
         "layer_group_size": 4, "short_conv_kernel_size": 4, "no_kda_lora": true,
         "gated_attention_proj_granularity_type": "head_wise", "qk_nope_head_dim": 128,
         "qk_rope_head_dim": 64, "v_head_dim": 128, "q_lora_rank": 256, "kv_lora_rank": 512,
         "use_qk_norm": true, "first_k_dense_replace": 1, "num_experts": 128, "num_experts_per_tok":
         8, "num_shared_experts": 1, "moe_intermediate_size": 512,
         "moe_shared_expert_intermediate_size": 512})"},
    {"minimax-m1",
     R"({"model_type": "minimax_m1", "hidden_size": 6144, "intermediate_size": 9216,
         "num_hidden_layers": 80, "num_attention_heads": 64, "num_key_value_heads": 8,
         "head_dim": 128, "vocab_size": 200064, "max_position_embeddings": 10240000,
         "num_local_experts": 32, "num_experts_per_tok": 2, "attn_type_list": [0, 0, 0, 0, 0,
         0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0,
         0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
         1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1], "tie_word_embeddings": false})"},
    {"nemotron-3-nano-30b-a3b",
     R"({"model_type": "nemotron_h", "hidden_size": 2688, "num_hidden_layers": 52,
         "num_attention_heads": 32, "num_key_value_heads": 2, "head_dim": 128,
         "intermediate_size": 1856, "vocab_size": 131072, "hybrid_override_pattern":
         "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME", "mamba_num_heads": 64,
         "mamba_head_dim": 64, "ssm_state_size": 128, "n_groups": 8, "conv_kernel": 4,
         "max_position_embeddings": 262144, "n_routed_experts": 128, "num_experts_per_tok": 6,
         "n_shared_experts": 1, "moe_intermediate_size": 1856,
         "moe_shared_expert_intermediate_size": 3712, "tie_word_embeddings": false})"},
    {"nemotron-3-super-120b-a12b",
     R"({"model_type": "nemotron_h", "hidden_size": 4096, "num_hidden_layers": 88,
         "vocab_size": 131072, "hybrid_override_pattern":
         "MEMEMEM*EMEMEMEM*EMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEM*EMEMEMEME",
         "mamba_num_heads": 128, "mamba_head_dim": 64, "n_groups": 8, "ssm_state_size": 128,
         "conv_kernel": 4, "num_attention_heads": 32, "num_key_value_heads": 2, "head_dim":
         128, "n_routed_experts": 512, "n_shared_experts": 1, "num_experts_per_tok": 22,
         "moe_latent_size": 1024, "moe_intermediate_size": 2688,
         "moe_shared_expert_intermediate_size": 5376, "max_position_embeddings": 262144,
         "tie_word_embeddings": false})"},
    {"nemotron-nano-9b-v2",
     R"({"model_type": "nemotron_h", "hidden_size": 4480, "num_hidden_layers": 56,
         "num_attention_heads": 40, "num_key_value_heads": 8, "head_dim": 128,
         "intermediate_size": 15680, "vocab_size": 131072, "hybrid_override_pattern":
         "M-M-M-MM-M-M-M*-M-M-M*-M-M-M-M*-M-M-M-M*-M-MM-M-M-M-M-M-", "mamba_num_heads": 128,
         "mamba_head_dim": 80, "ssm_state_size": 128, "n_groups": 8, "conv_kernel": 4,
         "max_position_embeddings": 131072, "tie_word_embeddings": false})"},
    {"qwen3-next-80b-a3b",
     R"({"model_type": "qwen3_next", "attention_bias": false, "decoder_sparse_step": 1,
         "full_attention_interval": 4, "head_dim": 256, "hidden_size": 2048,
         "intermediate_size": 5120, "linear_conv_kernel_dim": 4, "linear_key_head_dim": 128,
         "linear_num_key_heads": 16, "linear_num_value_heads": 32, "linear_value_head_dim":
         128, "max_position_embeddings": 262144, "mlp_only_layers": [],
         "moe_intermediate_size": 512, "num_attention_heads": 16, "num_experts": 512,
         "num_experts_per_tok": 10, "num_hidden_layers": 48, "num_key_value_heads": 2,
         "shared_expert_intermediate_size": 512, "tie_word_embeddings": false, "vocab_size":
         151936})"},
    {"qwen3.5-9b",
     R"({"model_type": "qwen3_5", "tie_word_embeddings": false, "text_config":
         {"attention_bias": false, "attn_output_gate": true, "full_attention_interval": 4,
         "head_dim": 256, "linear_conv_kernel_dim": 4, "linear_key_head_dim": 128,
         "linear_num_key_heads": 16, "linear_value_head_dim": 128, "mamba_ssm_dtype":
         "float32", "max_position_embeddings": 262144, "vocab_size": 248320,
         "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 16,
         "num_key_value_heads": 4, "linear_num_value_heads": 32, "layer_types":
         ["linear_attention", "linear_attention", "linear_attention", "full_attention",
         "linear_attention", "linear_attention", "linear_attention", "full_attention",
         "linear_attention", "linear_attention", "linear_attention", "full_attention",
         "linear_attention", "linear_attention", "linear_attention", "full_attention",
         "linear_attention", "linear_attention", "linear_attention", "full_attention",
         "linear_attention", "linear_attention", "linear_attention", "full_attention",
         "linear_attention", "linear_attention", "linear_attention", "full_attention",
         "linear_attention", "linear_attention", "linear_attention", "full_attention"],
         "model_type": "qwen3_5_text", "intermediate_size": 12288}})"},
    {"qwen3.5-35b-a3b",
     R"({"model_type": "qwen3_5_moe", "tie_word_embeddings": false, "text_config":
         {"attention_bias": false, "attn_output_gate": true, "full_attention_interval": 4,
         "head_dim": 256, "linear_conv_kernel_dim": 4, "linear_key_head_dim": 128,
         "linear_num_key_heads": 16, "linear_value_head_dim": 128, "mamba_ssm_dtype":
         "float32", "max_position_embeddings": 262144, "vocab_size": 248320,
         "num_hidden_layers": 40, "hidden_size": 2048, "num_attention_heads": 16,
         "num_key_value_heads": 2, "linear_num_value_heads": 32, "model_type":
         "qwen3_5_moe_text", "num_experts": 256, "num_experts_per_tok": 8,
         "moe_intermediate_size": 512, "shared_expert_intermediate_size": 512}})"},
    {"ring-mini-linear-2.0",
     R"({"model_type": "bailing_moe_linear", "first_k_dense_replace": 1, "group_norm_size": 4,
         "head_dim": 128, "hidden_size": 2048, "intermediate_size": 5120, "layer_group_size": 5,
         "max_position_embeddings": 131072, "moe_intermediate_size": 512,
         "moe_shared_expert_intermediate_size": 512, "num_attention_heads": 16, "num_experts": 256,
         "num_experts_per_tok": 8, "num_hidden_layers": 20, "num_key_value_heads": 4,
         "num_nextn_predict_layers": 0, "num_shared_experts": 1, "tie_word_embeddings": false,
         "use_qk_norm": true, "use_qkv_bias": false, "vocab_size": 157184})"},
};

TEST_CASE("a published hybrid config matches the shipped record") {
  const CacheType& type = shipped_catalog().find_cache_type("f16");
  for (const auto& [id, config] : published_hybrids) {
    INFO(id);
    const Model& record = shipped_catalog().find_model(id);
    const Model read = model_of(config);
    CHECK(read.parameters == Approx(record.parameters).epsilon(1e-4));
    CHECK(linear_parameters(read).active == linear_parameters(record).active);
    CHECK(cache_per_token(read, type).value == cache_per_token(record, type).value);
    CHECK(state(read, 2).value == state(record, 2).value);
    CHECK(layer_pairs(read) == layer_pairs(record));
    CHECK(read.context == record.context);
    CHECK(read.tied == record.tied);
  }
}

TEST_CASE("corrupted hybrid configs are rejected or give a finite model") {
  std::mt19937 random(6);
  std::size_t read = 0;
  for (const auto& [id, config] : published_hybrids)
    for (int i = 0; i < 60; ++i) {
      std::string broken = config;
      for (int k = 0; k < 2; ++k)
        broken[draw(random, broken.size())] =
            static_cast<char>(i % 2 == 0 ? '0' + draw(random, 10) : draw(random, 256));
      try {
        const Model model = model_of(broken);
        ++read;
        const CacheType& type = shipped_catalog().find_cache_type("f16");
        INFO(broken);
        CHECK(std::isfinite(model.parameters));
        CHECK(linear_parameters(model).active <= linear_parameters(model).all);
        CHECK((cache(model, type, 4096) + state(model, 4)).value > 0);
      } catch (const Error& error) {
        CHECK_THAT(error.what(), ContainsSubstring("config.json:"));
      }
    }
  CHECK(read > 50);
}

TEST_CASE("hybrid configs of several key styles give the published sizes") {
  // 7.27 billion parameters and no attention; this architecture ignores "expand".
  const Model mamba = model_of(
      R"({"model_type": "falcon_mamba", "conv_kernel": 4, "expand": 16, "hidden_size": 4096,
          "intermediate_size": 8192, "num_hidden_layers": 64, "state_size": 16,
          "time_step_rank": 256, "tie_word_embeddings": false, "vocab_size": 65024})");
  CHECK(mamba.parameters == Approx(7.27e9).epsilon(0.001));
  CHECK(cache(mamba, shipped_catalog().find_cache_type("f16"), 4096).value == 0);
  CHECK(state(mamba, 4).value == 64 * 4 * (3 * 8192 + 16 * 8192));
  // 2.7 billion parameters; every third layer has sliding-window attention.
  const Model gemma = model_of(
      R"({"model_type": "recurrent_gemma", "hidden_size": 2560, "lru_width": 2560,
          "intermediate_size": 15360, "num_attention_heads": 10, "num_key_value_heads": 1,
          "head_dim": 256, "num_hidden_layers": 26, "conv1d_width": 4,
          "attention_window_size": 2048, "block_types": ["recurrent", "recurrent", "attention"],
          "vocab_size": 256000})");
  CHECK(gemma.parameters == Approx(2.68e9).epsilon(0.005));
  CHECK(gemma.mixer.layers == 18);
  CHECK(gemma.sliding_layers == 8);
  // OLMo's defaults: every fourth layer has attention, and the keys take three quarters of the
  // width.
  const Model olmo = model_of(
      R"({"model_type": "olmo_hybrid", "hidden_size": 3840, "intermediate_size": 11008,
          "num_attention_heads": 30, "num_hidden_layers": 32, "vocab_size": 100352})");
  CHECK(olmo.attention_layers == 8);
  CHECK(olmo.mixer.state_size == 96);
  CHECK(olmo.mixer.head_dim == 192);
  CHECK_FALSE(olmo.gated_attention);
  // A hybrid's architecture without hybrid layers is a plain model.
  const Model plain = model_of(
      R"({"model_type": "granitemoehybrid", "hidden_size": 64, "num_attention_heads": 4,
          "num_hidden_layers": 2, "vocab_size": 100, "num_local_experts": 0,
          "shared_intermediate_size": 128, "layer_types": ["attention", "attention"],
          "mamba_n_heads": 8, "mamba_n_groups": 1, "mamba_d_state": 16, "mamba_d_conv": 4})");
  CHECK(plain.mixer.kind.empty());
  CHECK(plain.ffn_size == 128);
  CHECK(state(plain, 4).value == 0);
  // Ling's groups of five leave two of 22 layers over; these have attention too.
  const Model ling = model_of(
      R"({"model_type": "bailing_moe_linear", "hidden_size": 2048, "intermediate_size": 5120,
          "layer_group_size": 5, "num_attention_heads": 16, "num_hidden_layers": 22,
          "num_key_value_heads": 4, "vocab_size": 157184})");
  CHECK(attention_layers(ling) == 6);
  CHECK(ling.mixer.layers == 16);
  // Ling 2.5 combines lightning attention with latent attention.
  const Model hybrid = model_of(
      R"({"model_type": "bailing_hybrid", "hidden_size": 4096, "intermediate_size": 9216,
          "layer_group_size": 8, "num_attention_heads": 32, "num_hidden_layers": 32,
          "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
          "vocab_size": 157184})");
  CHECK(hybrid.mixer.kind == "lightning");
  CHECK(hybrid.mixer.layers == 28);
  CHECK(state(hybrid, 4).value == 28 * 32 * 128 * 128 * 4);
}

TEST_CASE("mixer sizes are read from the keys of each architecture") {
  struct Row {
    const char* keys;
    const char* kind;
    double heads, groups, head_dim, state_size, conv, rank;
  };
  // All rows have width 64, 4 attention heads, and attention in two of four layers.
  const Row rows[] = {
      {R"("model_type": "qwen3_next", "linear_num_value_heads": 8, "linear_num_key_heads": 2,
          "linear_key_head_dim": 24, "linear_value_head_dim": 40, "linear_conv_kernel_dim": 3,
          "full_attention_interval": 2)",
       "gated_deltanet", 8, 2, 40, 24, 3, 0},
      {R"("model_type": "qwen3_next", "full_attention_interval": 2)", "gated_deltanet", 4, 4, 24,
       12, 4, 0},  // three quarters of the width, over 4 heads
      {R"("model_type": "kimi_linear", "linear_attn_config": {"num_heads": 6, "head_dim": 12,
          "short_conv_kernel_size": 5, "full_attn_layers": [2, 4]})",
       "kimi_delta", 6, 6, 12, 12, 5, 12},
      {R"("model_type": "minimax", "head_dim": 20, "layer_types": ["linear_attention",
          "full_attention", "linear_attention", "full_attention"])",
       "lightning", 4, 4, 20, 20, 0, 0},
      {R"("model_type": "bailing_moe_linear", "head_dim": 20, "layer_group_size": 2)", "lightning",
       4, 4, 16, 16, 0, 0},  // as wide as the model, independent of head_dim
      {R"("model_type": "jamba", "mamba_expand": 3, "mamba_d_state": 7, "mamba_d_conv": 5,
          "mamba_dt_rank": 9, "attn_layer_period": 2, "attn_layer_offset": 1)",
       "mamba", 1, 1, 192, 7, 5, 9},
      {R"("model_type": "jamba", "mamba_expand": 3, "mamba_d_state": 7, "mamba_d_conv": 5,
          "attn_layer_period": 2, "attn_layer_offset": 1)",
       "mamba", 1, 1, 192, 7, 5, 4},  // a sixteenth of the width
      {R"("model_type": "bamba", "mamba_n_heads": 8, "mamba_n_groups": 2, "mamba_d_state": 7,
          "mamba_d_conv": 5, "mamba_expand": 3, "attn_layer_indices": [1, 3])",
       "mamba2", 8, 2, 24, 7, 5, 0},  // 3 x 64 over 8 heads
      {R"("model_type": "bamba", "mamba_n_heads": 8, "mamba_d_head": 10, "mamba_n_groups": 4,
          "mamba_d_state": 7, "mamba_d_conv": 5, "attn_layer_indices": [1, 3])",
       "mamba2", 8, 4, 10, 7, 5, 0},
      {R"("model_type": "recurrent_gemma", "lru_width": 80, "conv1d_width": 3,
          "attention_window_size": 32, "block_types": ["recurrent", "attention"])",
       "rg_lru", 4, 4, 20, 1, 3, 0},
      {R"("model_type": "lfm2", "conv_L_cache": 3, "full_attn_idxs": [1, 3])", "short_conv", 1, 0,
       64, 0, 3, 0}};
  for (const Row& row : rows) {
    INFO(row.keys);
    const Model model = model_of(std::string(R"({"hidden_size": 64, "num_attention_heads": 4,
        "num_hidden_layers": 4, "vocab_size": 100, "intermediate_size": 128, )") +
                                 row.keys + "}");
    CHECK(model.mixer.kind == row.kind);
    CHECK(model.mixer.layers == 2);
    CHECK(attention_layers(model) == 2);
    CHECK(model.mixer.heads == row.heads);
    CHECK(model.mixer.groups == row.groups);
    CHECK(model.mixer.head_dim == row.head_dim);
    CHECK(model.mixer.state_size == row.state_size);
    CHECK(model.mixer.conv == row.conv);
    CHECK(model.mixer.rank == row.rank);
  }
}

TEST_CASE("leftover layers have attention, like the last layer of each group") {
  const auto with_attention = [](int layers, int group) {
    return attention_layers(model_of(
        R"({"model_type": "bailing_moe_linear", "hidden_size": 64, "num_attention_heads": 4,
            "vocab_size": 100, "intermediate_size": 128, "num_hidden_layers": )" +
        std::to_string(layers) + R"(, "layer_group_size": )" + std::to_string(group) + "}"));
  };
  CHECK(with_attention(20, 5) == 4);
  CHECK(with_attention(23, 5) == 7);
  CHECK(with_attention(24, 5) == 8);
  CHECK(with_attention(25, 5) == 5);
  CHECK(with_attention(3, 5) == 3);
  CHECK(with_attention(4, 1) == 4);
}

TEST_CASE("inconsistent layers of a hybrid config are rejected") {
  const auto with = [](const std::string& rest) {
    return refusal_of(
        R"({"hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 4, "vocab_size": 100, )" +
        rest + "}");
  };
  const std::string mamba =
      R"("mamba_num_heads": 8, "mamba_head_dim": 16, "n_groups": 1, "ssm_state_size": 16, "conv_kernel": 4, )";
  CHECK(with(R"("model_type": "nemotron_h", "hybrid_override_pattern": "M-M*", )" + mamba +
             R"("intermediate_size": 64)")
            .empty());
  CHECK_THAT(with(R"("model_type": "nemotron_h", "hybrid_override_pattern": "M-M", )" + mamba +
                  R"("intermediate_size": 64)"),
             ContainsSubstring("'hybrid_override_pattern' does not name every layer"));
  CHECK_THAT(with(R"("model_type": "bamba", )" + mamba + R"("intermediate_size": 64)"),
             ContainsSubstring("no key says which layers have attention"));
  CHECK_THAT(with(R"("model_type": "qwen3_next", "linear_num_value_heads": 4,
                     "linear_num_key_heads": 2, "linear_key_head_dim": 8,
                     "linear_value_head_dim": 8, "layer_types": ["full_attention"],
                     "intermediate_size": 64)"),
             ContainsSubstring("'layer_types' does not name every layer"));
  CHECK_THAT(with(R"("model_type": "bailing_hybrid", "layer_group_size": 2,
                     "short_conv_kernel_size": 4, "intermediate_size": 64)"),
             ContainsSubstring("'no_kda_lora': the rank of the gates is not known"));
}

}  // namespace
}  // namespace gpupick
