// The attention of a config: heads and their sizes, latent caches, indexers, windows and pools.

#include <cmath>

#include "base/lists.hpp"
#include "base/text.hpp"
#include "models/read_config_parts.hpp"

namespace gpupick {
namespace {

// Words of `layer_types` for layers without a mixer.
constexpr std::string_view known_layers[] = {"full_attention", "attention", "sliding_attention",
                                             "chunked_attention"};

// Reads the sizes of a latent cache, if there is one, and of values that differ from keys.
void read_latent(const ConfigObject& config, const ModelType& type, Model& out) {
  out.kv_lora_rank = config.number({"kv_lora_rank"}, 0);
  if (out.kv_lora_rank > 0) {
    out.q_lora_rank = config.number({"q_lora_rank"}, 0);
    out.rope_head_dim = config.required({"qk_rope_head_dim"}, type.rope_head_dim.value_or(0));
    out.nope_head_dim = config.required({"qk_nope_head_dim"}, type.nope_head_dim.value_or(0));
    out.v_head_dim = config.required({"v_head_dim"}, type.nope_head_dim.value_or(0));
    out.head_dim = 0;
  } else if (const double value = config.number({"v_head_dim"}, 0); value > 0) {
    // Keys and values of different sizes take as much as two of their mean.
    out.head_dim = (out.head_dim + value) / 2;
  }
}

}  // namespace

void read_attention(const ConfigObject& config, const ModelType& type, Model& out) {
  out.heads = config.required(
      {"num_attention_heads", "n_head", "n_heads", "num_heads", "decoder_attention_heads"},
      type.heads.value_or(type.part_heads.value_or(0)));
  const ConfigObject mpt = config.below("attn_config");
  out.kv_heads = config.number(
      {"num_key_value_heads", "multi_query_group_num", "num_kv_heads", "n_head_kv"},
      mpt.number({"kv_n_heads"}, type.kv_heads.value_or(type.part_kv_heads.value_or(out.heads))));
  // Falcon's first models share one head unless the config says otherwise. The configs of
  // StarCoder and ChatGLM state it.
  if (config.is("multi_query") && !config.is("new_decoder_architecture")) out.kv_heads = 1;
  if (type.says_shared_heads && !config.is("multi_query_attention")) out.kv_heads = out.heads;
  out.head_dim = config.number({"head_dim", "kv_channels", "attention_head_dim", "d_kv"},
                               type.head_dim.value_or(std::floor(out.hidden_size / out.heads)));
  // The blocks of NAS models give the heads. They may differ in KV heads, which are averaged.
  if (config.has("block_configs")) return read_blocks(config, out);
  if (out.kv_heads == 0 || out.kv_heads > out.heads)
    config.refuse("the KV heads must be between one and the heads");
  if (out.head_dim == 0) config.refuse("the size of a head must be above zero");
  read_latent(config, type, out);
  out.index_topk = config.number({"index_topk"}, 0);
  if (out.index_topk > 0) {
    out.index_heads = config.required({"index_n_heads"});
    out.index_head_dim = config.required({"index_head_dim"});
    out.index_bytes = type.index_bytes.value_or(0);
  }
  out.attention_bias =
      config.flag({"attention_bias", "qkv_bias", "use_qkv_bias"}).value_or(type.bias);
  out.gated_attention =
      config.flag({"attn_output_gate"})
          .value_or(type.gated_attention || config.text("gating") == "per-element");
  out.reallocates_cache = type.reallocates_cache;
  out.qk_norm = type.qk_norm || config.is("use_qk_norm") || config.is("qk_layernorm");
}

void read_windows(const ConfigObject& config, const ModelType& type, Model& out) {
  const double window = config.number(
      {"sliding_window", "sliding_window_size", "attention_chunk_size", "local_attention"}, 0);
  if (window == 0 || config.flag({"use_sliding_window"}) == false) return;
  auto listed = config.count("layer_types", "sliding_attention");
  if (const auto pattern = config.count("hybrid_layer_pattern", 1.0)) listed = pattern;
  const auto chunked = config.count("layer_types", "chunked_attention");
  // EXAONE's pattern is a word, but its configs also list the layer types.
  const double every = listed ? 0
                              : config.number({"sliding_window_pattern", "_sliding_window_pattern"},
                                              type.window_every.value_or(0));
  double layers = 0;
  if (listed)
    layers = *listed + chunked.value_or(0);
  else if (const auto full = config.number({"global_attn_every_n_layers"}))
    layers = out.layers - layers_every(out.layers, *full, 0);
  else if (every > 1)
    layers = out.layers - std::floor(out.layers / every);
  else if (every == 1)
    layers = out.layers;
  if (layers > out.layers) config.refuse("more layers with a window than layers");
  if (layers <= 0) return;
  out.sliding_window = window;
  out.sliding_layers = layers;
  // MiMo gives the KV heads of layers with a window apart.
  if (const auto heads = config.number({"swa_num_key_value_heads"}); heads > 0) {
    out.full_head_dim = out.head_dim;
    out.full_kv_heads = out.kv_heads;
    out.kv_heads = *heads;
  }
  // Laguna lists heads by layer; layers with full attention have the number in `heads`.
  const double full = out.layers - layers;
  if (const auto heads = config.sum("num_attention_heads_per_layer"))
    out.sliding_heads = (*heads - full * out.heads) / layers;
  if (out.sliding_heads < 0 || out.sliding_heads != std::floor(out.sliding_heads))
    config.refuse("the heads by layer do not add up");
}

void check_layer_types(const ConfigObject& config, const ModelType& type, const Model& out,
                       std::vector<std::string>& remarks) {
  if (!config.has("layer_types")) return;
  if (static_cast<double>(config.length("layer_types")) < out.layers)
    config.refuse("'layer_types' does not name every layer");
  if (!type.mixer.empty() || type.index_pool) return;
  for (const std::string_view word : config.texts("layer_types"))
    if (!contains(known_layers, word))
      add_once(remarks, fmt::format("layers of the type '{}' are counted as full attention",
                                    printable(word)));
}

void read_pools(const ConfigObject& config, const ModelType& type, Model& out) {
  if (!type.index_pool || !type.pool_tokens) return;
  out.k_is_v = true;
  out.q_lora_rank = config.required({"q_lora_rank"});
  out.o_lora_rank = config.required({"o_lora_rank"});
  out.o_groups = config.required({"o_groups"});
  out.index_pool = *type.index_pool;
  out.pool_tokens = *type.pool_tokens;
  out.index_layers = config.count("compress_ratios", out.index_pool).value_or(0);
  out.pool_layers = config.count("compress_ratios", out.pool_tokens).value_or(0);
  if (out.index_layers == 0 || out.pool_layers == 0 ||
      out.index_layers + out.pool_layers > out.layers)
    config.refuse("'compress_ratios' must name layers of {} and of {}, no more than there are",
                  out.index_pool, out.pool_tokens);
}

}  // namespace gpupick
