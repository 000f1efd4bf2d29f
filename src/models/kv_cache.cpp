// The KV cache and states of a model, per layer and token:
//
//   cache    2 x k values, k = kv_heads x head_dim; latent: rank + rope, once
//   window   no more tokens than the layer's window
//   pool     one entry for several tokens, in layers with a window (DeepSeek V4)
//   indexer  one more key, by which it chooses the tokens or pools that a step reads
//   state    in layers without a cache: convolution and recurrent values per stream (mixer.cpp)
#include "models/kv_cache.hpp"

#include <algorithm>

namespace gpupick {
namespace {

// Keys that the indexers of all layers keep for `tokens` tokens.
double index_keys(const Model& model, double tokens) {
  return index_layers(model) * tokens / std::max(1.0, model.index_pool);
}

// Pools that all layers keep of `tokens` tokens. A layer with an indexer counts at most `chosen`.
double pools(const Model& model, double tokens, double chosen) {
  if (model.pool_layers == 0) return 0;
  return model.pool_layers * tokens / model.pool_tokens +
         model.index_layers * std::min(tokens / model.index_pool, chosen);
}

// Bytes of one cached token in a layer with a window, or of one pool.
Bytes windowed_per_layer(const Model& model, const CacheType& type) {
  return {(model.k_is_v ? 1 : 2) * model.kv_heads * model.head_dim * type.bytes};
}

// Bytes of `tokens` in each layer with full attention, `windowed` in each layer with a window, and
// `pools` pools over all layers.
Bytes cached(const Model& model, const CacheType& type, double tokens, double windowed,
             double pools) {
  const double sliding = model.sliding_window > 0 ? model.sliding_layers : 0;
  return cache_per_layer(model, type) * ((attention_layers(model) - sliding) * tokens) +
         windowed_per_layer(model, type) * (sliding * windowed + pools);
}

// Bytes of the indexers' keys, which may have another format than the cache (`index_bytes`).
Bytes index_cache(const Model& model, const CacheType& type, double tokens) {
  const double bytes = model.index_bytes > 0 ? model.index_bytes : type.bytes;
  return {index_keys(model, tokens) * model.index_head_dim * bytes};
}

}  // namespace

double index_operations(const Model& model) {
  return index_keys(model, 1) * 2 * model.index_heads * model.index_head_dim;
}

double chosen_tokens(const Model& model, double tokens) {
  return model.index_topk > 0 ? std::min(tokens, model.index_topk) : tokens;
}

double pools_read(const Model& model, double tokens) {
  return pools(model, tokens, model.index_topk);
}

Bytes cache_per_layer(const Model& model, const CacheType& type) {
  if (is_latent(model)) return {(model.kv_lora_rank + model.rope_head_dim) * type.bytes};
  if (model.full_head_dim > 0) return {2 * model.full_kv_heads * model.full_head_dim * type.bytes};
  return windowed_per_layer(model, type);
}

Bytes cache_per_token(const Model& model, const CacheType& type) {
  const double endless = std::numeric_limits<double>::infinity();
  return cache_per_layer(model, type) *
             caching_layers(model, attention_layers(model) - model.sliding_layers) +
         windowed_per_layer(model, type) *
             (caching_layers(model, model.sliding_layers) + pools(model, 1, endless)) +
         index_cache(model, type, 1);
}

Bytes cache(const Model& model, const CacheType& type, double tokens, double streams,
            double windowed) {
  const double all = tokens * streams;
  const double endless = std::numeric_limits<double>::infinity();
  return cached(model, type, all, std::min(all, windowed), pools(model, all, endless)) *
             caching_layers(model, 1) +
         index_cache(model, type, all);
}

Bytes read_cache(const Model& model, const CacheType& type, double tokens, double streams,
                 double windowed) {
  const double all = tokens * streams;
  return cached(model, type, chosen_tokens(model, tokens) * streams, std::min(all, windowed),
                pools_read(model, tokens) * streams) +
         index_cache(model, type, all);
}

Bytes state(const Model& model, double bytes, double streams) {
  const MixerState one = mixer_state(model.mixer);
  const double recurrent = model.mixer.wide_state ? std::max(bytes, 4.0) : bytes;
  return {model.mixer.layers * streams * (one.conv * bytes + one.recurrent * recurrent)};
}

}  // namespace gpupick
