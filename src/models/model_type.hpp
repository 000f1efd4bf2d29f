// What a published config.json leaves to the code that reads it, by its `model_type`: what all
// models of an architecture have alike (docs/models.md#any-other-model).
#pragma once

#include <array>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

// Where a config says which layers have what, if not in one of the usual lists: a letter a layer,
// or every layer has a mixer and attention side by side.
inline constexpr std::array<std::string_view, 2> layer_layouts = {"pattern", "parallel"};

struct ModelType {
  static constexpr std::string_view list = "model_types", noun = "the model type",
                                    type_name = "ModelType";
  static std::span<const Field<ModelType>> fields();

  std::string_view id;           // the `model_type`
  Texts aliases;                 // types that differ in nothing that counts
  bool gated = true;             // three matrices in the feed-forward net (most since 2023), or two
  bool tied = false;             // the head is the embedding where `tie_word_embeddings` is absent
  bool qk_norm = false;          // vectors that normalise queries and keys
  bool bias = false;             // on query, key and value where no key says so
  bool gated_attention = false;  // a gate on what attention returns where no key says so
  bool reallocates_cache = false;  // as of Model
  bool says_shared_heads = false;  // heads share a cache only where `multi_query_attention` says so
  bool halved_ffn = false;         // the config gives the width of both gated halves together
  bool narrowed_ffn = false;       // ... that of a net without gates (`block_auto_adjust_ff_dim`)
  bool shared_ffn_alone = false;   // the shared net is all there is where there are no experts
  // Of so many layers one sees everything, the others a window; 1: all layers have the window.
  Number window_every;
  bool windowed_attention = false;  // all attention has the window `attention_window_size`
  // Of tokens pooled into one beyond the window: in layers whose indexer chooses among the pools,
  // and in those that see all of them (DeepSeek V4).
  Number index_pool, pool_tokens;
  Number index_bytes;  // as of Model
  // Where the config leaves them to the code.
  Number heads, kv_heads, head_dim, full_head_dim, vocab_size;
  Number per_layer_embedding, kv_shared_layers, altup_inputs, laurel_rank;
  double context = 2048;
  std::string_view mixer;        // in place of attention in some or all layers, of mixer_kinds
  std::string_view layers;       // of layer_layouts; "" for the usual lists
  bool wide_state = false;       // as of Mixer
  bool full_rank_gates = false;  // of Kimi's mixer
  bool attention = true;         // in some layer
  std::string_view source;
};

}  // namespace gpupick
