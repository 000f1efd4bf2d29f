// Configs of hybrid models, in which some layers keep a state instead of a cache: their keys, and
// configs that do not add up.
#include "catch.hpp"
#include "models/read_config.hpp"
#include "physics/memory.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

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
