// The problem: "7B" in a name is no size, four bits are not half a byte, and a cache computed from
// the parameter count is wrong by up to a factor of twenty-five. The dimensions in a model's config
// say all of it exactly:
//
//   attention    q h + 2 k h + q h  with q = heads x head_dim, k = kv_heads x head_dim (latent: see
//   below) feed-forward 3 h f if gated, else 2 h f; of a mixture every expert is stored, few are
//   read per token cache        2 x layers x k x bytes per token; latent attention: layers x (rank
//   + rope) x bytes, once
//
// Norms are counted as two vectors a layer and one at the end; variants differ by less than 0.1 %.
// Left out: learned positions, biases outside of attention, attention sinks (all under 1 %).
#include <algorithm>
#include <cmath>
#include <gpupick/model.hpp>

namespace gpupick {
namespace {

bool is_latent(const Model& model) { return model.kv_lora_rank > 0; }

double attention_parameters(const Model& model) {
  const double h = model.hidden_size, heads = model.heads;
  if (is_latent(model)) {
    const double key = model.nope_head_dim + model.rope_head_dim;
    const double query = model.q_lora_rank > 0 ? h * model.q_lora_rank + model.q_lora_rank +
                                                     model.q_lora_rank * heads * key
                                               : h * heads * key;
    const double rank = model.kv_lora_rank;
    return query + h * (rank + model.rope_head_dim) + rank +
           rank * heads * (model.nope_head_dim + model.v_head_dim) + heads * model.v_head_dim * h;
  }
  const double q = heads * model.head_dim, k = model.kv_heads * model.head_dim;
  return 2 * h * q + 2 * h * k + (model.attention_bias ? q + 2 * k : 0) +
         (model.qk_norm ? 2 * model.head_dim : 0);
}

double feed_forward(const Model& model, double width) {
  return (model.gated ? 3 : 2) * model.hidden_size * width;
}

}  // namespace

LinearParameters linear_parameters(const Model& model) {
  const double fixed = attention_parameters(model) + 2 * model.hidden_size;
  const double mixture_layers = model.experts > 0 ? model.layers - model.dense_layers : 0;
  const double dense =
      (model.layers - mixture_layers) * (fixed + feed_forward(model, model.ffn_size));
  const double expert = feed_forward(model, model.expert_ffn_size);
  const double shared =
      model.shared_experts * feed_forward(model, model.shared_ffn_size > 0 ? model.shared_ffn_size
                                                                           : model.expert_ffn_size);
  const double common = fixed + shared + model.hidden_size * model.experts;
  LinearParameters out;
  out.all = dense + mixture_layers * (common + model.experts * expert) + model.hidden_size;
  out.active =
      dense + mixture_layers * (common + model.experts_per_token * expert) + model.hidden_size;
  return out;
}

double embedding_parameters(const Model& model) { return model.vocab_size * model.hidden_size; }

double count_parameters(const Model& model) {
  return linear_parameters(model).all + embedding_parameters(model) * (model.tied ? 1 : 2);
}

Bytes cache_per_layer(const Model& model, const CacheType& type) {
  if (is_latent(model)) return {(model.kv_lora_rank + model.rope_head_dim) * type.bytes};
  return {2 * model.kv_heads * model.head_dim * type.bytes};
}

Bytes cache(const Model& model, const CacheType& type, double tokens) {
  constexpr double batch = 512;  // tokens that llama.cpp processes at once
  const Bytes each = cache_per_layer(model, type);
  const double window = std::ceil((model.sliding_window + batch) / 256) * 256;
  const double sliding = model.sliding_window > 0 ? model.sliding_layers : 0;
  return each * ((model.layers - sliding) * tokens + sliding * std::min(tokens, window));
}

}  // namespace gpupick
