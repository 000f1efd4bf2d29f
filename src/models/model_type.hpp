// Facts that a published config.json leaves to the code that reads it, by `model_type`: properties
// that all models of an architecture share (docs/models.md#any-other-model).
#pragma once

#include <array>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

// Ways in which a config says which layers have a mixer, besides the usual lists: one letter per
// layer, or a mixer and attention side by side in every layer.
inline constexpr std::array<std::string_view, 2> layer_layouts = {"pattern", "parallel"};

// The id is a `model_type`.
struct ModelType : Sourced {
  static constexpr std::string_view list = "model_types", noun = "the model type";
  static std::span<const Field> fields();

  Texts aliases;  // other types with the same properties
  // Three matrices in the feed-forward net (most models since 2023), not two.
  bool gated = true;
  bool tied = false;               // the head is the embedding if `tie_word_embeddings` is absent
  bool qk_norm = false;            // norms of queries and keys
  bool bias = false;               // bias of query, key and value, unless a key says otherwise
  bool gated_attention = false;    // gate after attention, unless a key says otherwise
  bool reallocates_cache = false;  // as in Model
  bool blocks = false;             // `block_configs` describes each layer
  bool doubled = false;            // a layer has two of attention and two nets, and experts
  bool says_shared_heads = false;  // heads share a cache only if `multi_query_attention` is set
  bool halved_ffn = false;         // the config gives the width of both gated halves together
  // The config gives the width of a net without gates, of which a gated net has two thirds
  // (`block_auto_adjust_ff_dim`).
  bool narrowed_ffn = false;
  bool shared_ffn_alone = false;  // without experts, the shared net is the only one
  // One of so many layers has full attention, the others a window; 1: all have the window.
  Number window_every;
  bool windowed_attention = false;  // all attention layers have the window `attention_window_size`
  // Tokens per pool beyond the window: in layers whose indexer chooses among the pools, and in
  // layers that see all pools (DeepSeek V4).
  Number index_pool, pool_tokens;
  Number index_bytes;  // as in Model
  // Dimensions that the config leaves to the code.
  Number heads, kv_heads, head_dim, full_head_dim, rope_head_dim, nope_head_dim, vocab_size;
  Number per_layer_embedding, kv_shared_layers, altup_inputs, laurel_rank;
  // Sizes that the config of a language model within a larger model leaves out, as defaults.
  Number part_layers, part_hidden_size, part_ffn_size, part_heads, part_kv_heads;
  double context = 2048;
  std::string_view mixer;        // mixer of some or all layers, of mixer_kinds; "": none
  std::string_view layers;       // one of layer_layouts; "": the usual lists
  bool wide_state = false;       // as in Mixer
  bool full_rank_gates = false;  // full-rank gates in Kimi's mixer
  bool attention = true;         // some layers have attention
  bool encoder = false;          // attends in both directions, has no head, and makes vectors
  bool decoder = false;          // a decoder follows the encoder unless `is_encoder_decoder` is off
  bool hears = false;            // as in Model
  bool biases = false;           // as in Model
  bool pooled = false;           // as in Model
  bool positions = false;        // learns an embedding for each position
  Number reserved_positions;     // positions that no token takes
};

}  // namespace gpupick
