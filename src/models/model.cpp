// The problem: "7B" in a name is not the exact size, a four-bit weight takes more than half a byte,
// and a cache computed from the parameter count is wrong by up to a factor of twenty-five. The
// dimensions in a model's config give all of it exactly:
//
//   attention           q h + 2 k h + q h, q = heads x head_dim, k = kv_heads x head_dim; latent:
//                       see below
//   feed-forward        3 h f if gated, else 2 h f; every expert is stored, a token reads few
//   layer's embedding   vocabulary x p, and 3 h p to project it (Gemma 3n and 4)
//   cache, state        see kv_cache.cpp
//
// Norms are counted as two vectors a layer and one at the end; variants differ by less than 0.1 %.
// Left out: learned positions and biases outside of attention, except in encoders, and attention
// sinks (all under 1 %).
#include "models/model.hpp"

#include <algorithm>
#include <cmath>

namespace gpupick {
namespace {

// Parameters of the query projection: one matrix, or two of low rank with a norm between.
double query_parameters(const Model& model, double values) {
  const double h = model.hidden_size, rank = model.q_lora_rank;
  return rank > 0 ? h * rank + rank + rank * values : h * values;
}

// Parameters of the output projection: one matrix, or two of low rank in groups.
double output_parameters(const Model& model, double values) {
  return model.o_lora_rank > 0 ? model.o_lora_rank * (values + model.o_groups * model.hidden_size)
                               : model.hidden_size * values;
}

// Parameters of one layer's projections, with gate, biases and norms.
double projections(const Model& model, double heads, double head_dim, double kv_heads,
                   bool k_is_v) {
  const double q = heads * head_dim, k = kv_heads * head_dim * (k_is_v ? 0.5 : 1);
  return query_parameters(model, q) + output_parameters(model, q) +
         model.hidden_size * ((model.gated_attention ? q : 0) + 2 * k) +
         (model.attention_bias ? q + 2 * k : 0) + (model.qk_norm ? 2 * head_dim : 0);
}

// Parameters of one indexer: queries from their low rank, a key with its norm, and a weight for
// each head. With pools, the key takes four matrices instead of one: for the tokens of the pool and
// for those before it, each with a weight for every value.
double index_parameters(const Model& model) {
  const double key = model.index_pool > 0 ? 4 : 1;
  return model.q_lora_rank * model.index_heads * model.index_head_dim +
         model.hidden_size * (key * model.index_head_dim + model.index_heads) +
         2 * model.index_head_dim;
}

// Parameters that pool tokens: four matrices per layer with an indexer, two without.
double pool_parameters(const Model& model) {
  if (model.pool_layers == 0) return 0;
  return model.hidden_size * model.head_dim * (4 * model.index_layers + 2 * model.pool_layers);
}

double attention_parameters(const Model& model) {
  const double h = model.hidden_size, heads = model.heads;
  if (is_latent(model)) {
    const double key = model.nope_head_dim + model.rope_head_dim;
    const double rank = model.kv_lora_rank;
    return query_parameters(model, heads * key) + h * (rank + model.rope_head_dim) + rank +
           rank * heads * (model.nope_head_dim + model.v_head_dim) + heads * model.v_head_dim * h;
  }
  return projections(model, model.heads, model.head_dim, model.kv_heads, model.k_is_v);
}

// Attention parameters of all layers. Layers with full attention may have heads of another size,
// and layers with a window more heads.
double all_attention_parameters(const Model& model) {
  const double full = attention_layers(model) - model.sliding_layers;
  const double each = model.full_head_dim > 0 ? projections(model, model.heads, model.full_head_dim,
                                                            model.full_kv_heads, model.full_k_is_v)
                                              : attention_parameters(model);
  const double beside = pool_parameters(model) +
                        (model.index_heads > 0 ? index_layers(model) * index_parameters(model) : 0);
  if (model.sliding_layers == 0) return full * each + beside;
  const double heads = model.sliding_heads > 0 ? model.sliding_heads : model.heads;
  return full * each +
         model.sliding_layers *
             projections(model, heads, model.head_dim, model.kv_heads, model.k_is_v) +
         beside;
}

// Parameters of the key and value matrices of layers that share a cache: the files contain them,
// but nothing reads them.
double idle_parameters(const Model& model) {
  if (model.kv_shared_layers == 0) return 0;
  const double full = model.full_head_dim > 0 ? model.full_kv_heads * model.full_head_dim
                                              : model.kv_heads * model.head_dim;
  const auto sharing = [&](double layers) { return layers - caching_layers(model, layers); };
  return 2 * model.hidden_size *
         (sharing(model.sliding_layers) * model.kv_heads * model.head_dim +
          sharing(attention_layers(model) - model.sliding_layers) * full);
}

double feed_forward(const Model& model, double hidden_size, double width) {
  return (model.gated ? 3 : 2) * hidden_size * width;
}

double ffn_layers(const Model& model) {
  if (model.ffn_size == 0 && model.experts == 0) return 0;
  return model.ffn_layers > 0 ? model.ffn_layers : model.layers;
}

// Width of a shared expert: that of the others, unless given.
double shared_width(const Model& model) {
  return model.shared_ffn_size > 0 ? model.shared_ffn_size : model.expert_ffn_size;
}

double mixture_layers(const Model& model) {
  return model.experts > 0 ? std::max(ffn_layers(model) - model.dense_layers, 0.0) : 0;
}

// Expected number of experts, over all layers, to which at least one of `tokens` tokens is routed.
// Assumes that tokens choose independently.
double experts_met(const Model& model, double tokens) {
  if (model.experts == 0) return 0;
  const double share = 1 - std::pow(1 - model.experts_per_token / model.experts, tokens);
  return mixture_layers(model) * model.experts * share;
}

// Hidden size at which the experts work: the model's, unless tokens are narrowed for them.
double expert_width(const Model& model) {
  return model.expert_hidden_size > 0 ? model.expert_hidden_size : model.hidden_size;
}

double expert_parameters(const Model& model) {
  return feed_forward(model, expert_width(model), model.expert_ffn_size);
}

// Feed-forward parameters of dense layers. Layers that share a cache may have another width.
double dense_ffn_parameters(const Model& model) {
  const double layers = ffn_layers(model) - mixture_layers(model);
  const double shared = model.kv_shared_ffn_size > 0 ? model.kv_shared_layers : 0;
  return feed_forward(model, model.hidden_size,
                      (layers - shared) * model.ffn_size + shared * model.kv_shared_ffn_size);
}

// Parameters of the projections of per-layer embeddings and, in Gemma 3n, of LAuReL and AltUp.
// LAuReL is a low-rank product with a norm. AltUp has, for n hidden states, a router, norms and
// mixing, and a square matrix into and out of each state but the first.
double side_parameters(const Model& model) {
  const double h = model.hidden_size, n = model.altup_inputs;
  double each = model.per_layer_embedding > 0 ? (3 * model.per_layer_embedding + 1) * h : 0;
  if (model.laurel_rank > 0) each += (2 * model.laurel_rank + 1) * h;
  if (n == 0) return model.layers * each;
  return model.layers * (each + (n + 2) * h + n * n + n * n * n) + 2 * (n - 1) * h * h;
}

// Norms, biases of output projections and feed-forward nets, and the matrix that pools a text.
double vector_parameters(const Model& model) {
  const double h = model.hidden_size, norms = (2 * model.layers + 1) * h;
  return (model.biases ? 2 * norms + model.layers * (2 * h + model.ffn_size) : norms) +
         (model.pooled ? h * h + h : 0);
}

// True if llama.cpp cannot split rows of this many values into its blocks. A mean of widths does
// not tell.
bool is_narrow(double values) {
  constexpr double block = 256;  // values (QK_K in ggml)
  return std::floor(values) == values && std::fmod(values, block) > 0;
}

// Returns the mean bits that narrow rows add to a feed-forward net. The rows of its last matrix are
// as long as the net is wide, those of the others as long as its input.
double narrow_bits(const Quantisation& quant, const Model& model, double hidden, double width) {
  const double last = model.gated ? 1.0 / 3 : 1.0 / 2;
  return (is_narrow(width) ? last * quant.narrow_down_bits : 0) +
         (is_narrow(hidden) ? (1 - last) * quant.narrow_bits : 0);
}

Quantisation with_narrow_rows(const Quantisation& quant, const Model& model) {
  Quantisation out = quant;
  const double h = model.hidden_size;
  if (is_narrow(h)) {
    out.embedding_bits += quant.narrow_bits;
    out.head_bits += quant.narrow_head_bits;
  }
  const ModelParts parts = parts_of(model);
  const double mixing = parts.attention + parts.mixer;
  const double added = mixing * (is_narrow(h) ? quant.narrow_bits : 0) +
                       parts.dense * narrow_bits(quant, model, h, model.ffn_size) +
                       parts.shared * narrow_bits(quant, model, h, shared_width(model));
  out.linear_bits += added / (mixing + parts.dense + parts.shared + parts.rest);
  if (model.experts > 0)
    out.expert_bits =
        expert_bits(quant) + narrow_bits(quant, model, expert_width(model), model.expert_ffn_size);
  return out;
}

}  // namespace

std::string_view purpose_of(const Model& model) { return model.embeds ? "embedding" : "language"; }

bool is_latent(const Model& model) { return model.kv_lora_rank > 0; }

double attention_layers(const Model& model) {
  if (model.heads == 0) return 0;
  return model.attention_layers > 0 ? model.attention_layers : model.layers;
}

double caching_layers(const Model& model, double layers) {
  return model.kv_shared_layers > 0
             ? layers - layers * model.kv_shared_layers / attention_layers(model)
             : layers;
}

double index_layers(const Model& model) {
  return model.index_layers > 0 ? model.index_layers : attention_layers(model);
}

double layer_pairs(const Model& model) {
  if (model.mixer.layers == 0) return model.layers;
  return (attention_layers(model) + model.mixer.layers + ffn_layers(model)) / 2;
}

double sent_values(const Model& model) {
  return mixture_layers(model) * model.experts_per_token * expert_width(model);
}

double routed_values(const Model& model) {
  return mixture_layers(model) * model.experts_per_token * model.expert_ffn_size;
}

double extra_steps(const Model& model) {
  // Latent attention: a product and a norm for the cache, and as many for low-rank queries. Low
  // ranks without a latent: a product and a norm for queries, and a product after attention.
  const double ranks = is_latent(model)
                           ? (model.q_lora_rank > 0 ? 4 : 2)
                           : (model.q_lora_rank > 0 ? 2 : 0) + (model.o_lora_rank > 0 ? 1 : 0);
  const double normed = model.qk_norm ? 2 : 0;
  const double shared = model.shared_experts > 0 ? 3 : 0;
  // Layers that share a cache lack two products, and the norm of the keys.
  const double spared = model.kv_shared_layers * (model.qk_norm ? 3 : 2);
  // An indexer: three products and a norm, and one more with pools. Pools: two products and a norm.
  const double pools = model.pool_layers > 0 ? 3 * (model.pool_layers + model.index_layers) : 0;
  const double index =
      model.index_heads > 0 ? index_layers(model) * (model.index_pool > 0 ? 5 : 4) : 0;
  // Per-layer embeddings: two products. LAuReL: two. AltUp: two before and two after the layer.
  const double beside = (model.per_layer_embedding > 0 ? 2 : 0) + (model.laurel_rank > 0 ? 2 : 0) +
                        (model.altup_inputs > 0 ? 4 : 0);
  return attention_layers(model) * (ranks + normed) + index + pools +
         mixture_layers(model) * (1 + shared) +
         model.layers * (beside + std::max(model.norms - 2, 0.0)) - spared;
}

double active_experts(const Model& model, double streams) {
  return experts_met(model, streams) * expert_parameters(model);
}

ModelParts parts_of(const Model& model) {
  const double h = model.hidden_size;
  const double mixtures = mixture_layers(model);
  ModelParts out;
  out.attention = all_attention_parameters(model);
  out.mixer = model.mixer.layers > 0 ? model.mixer.layers * mixer_parameters(model.mixer, h) : 0;
  out.dense = dense_ffn_parameters(model);
  out.shared = mixtures * model.shared_experts * feed_forward(model, h, shared_width(model));
  out.experts = mixtures * model.experts * expert_parameters(model);
  // Projections to the experts' width and back.
  const double narrowing = model.expert_hidden_size > 0 ? 2 * h * model.expert_hidden_size : 0;
  out.rest = vector_parameters(model) + side_parameters(model) +
             mixtures * (narrowing + h * model.experts);
  return out;
}

LinearParameters linear_parameters(const Model& model) {
  const ModelParts parts = parts_of(model);
  const double always = parts.attention + parts.mixer + parts.dense + parts.shared + parts.rest;
  LinearParameters out;
  out.experts = parts.experts;
  out.active_experts = active_experts(model, 1);
  out.all = always + out.experts;
  out.active = always - idle_parameters(model) + out.active_experts;
  return out;
}

double active_ffn_size(const Model& model) {
  return model.experts > 0 ? model.expert_ffn_size * model.experts_per_token +
                                 model.shared_experts * shared_width(model)
                           : std::max(model.ffn_size, model.kv_shared_ffn_size);
}

double query_size(const Model& model) {
  return model.heads *
         (is_latent(model) ? model.nope_head_dim + model.rope_head_dim : model.head_dim);
}

double embedding_parameters(const Model& model) { return model.vocab_size * model.hidden_size; }

double per_layer_parameters(const Model& model) {
  return model.vocab_size * model.layers * model.per_layer_embedding;
}

double outer_parameters(const Model& model) {
  return embedding_parameters(model) * (model.tied ? 1 : 2) + per_layer_parameters(model) +
         model.positions * model.hidden_size;
}

double count_parameters(const Model& model) {
  return linear_parameters(model).all + outer_parameters(model);
}

double expert_bits(const Quantisation& quant) {
  return quant.expert_bits > 0 ? quant.expert_bits : quant.linear_bits;
}

Quantisation as_published(const Quantisation& quant, const Model& model) {
  // The widths of a model that is known by its size are made up.
  if (quant.narrow_bits > 0 && !model.by_size) return with_narrow_rows(quant, model);
  Quantisation out = quant;
  if (model.experts > 0 && quant.mixture_bits > 0) {
    out.expert_bits = expert_bits(quant);
    out.linear_bits = out.embedding_bits = out.head_bits = quant.mixture_bits;
  } else if (model.mixer.layers > 0 && quant.hybrid_bits > 0) {
    const ModelParts parts = parts_of(model);
    const double mixing = parts.attention + parts.mixer;
    const double all = mixing + parts.dense + parts.shared + parts.rest;
    out.linear_bits += (quant.hybrid_bits - quant.linear_bits) * mixing / all;
  }
  return out;
}

Bytes linear_bytes(const LinearParameters& linear, const Quantisation& quant) {
  return {
      ((linear.all - linear.experts) * quant.linear_bits + linear.experts * expert_bits(quant)) /
      8};
}

Phrases all_notes(const Model& model) {
  Phrases out(model.notes.begin(), model.notes.end());
  out.insert(out.end(), model.remarks.begin(), model.remarks.end());
  return out;
}

}  // namespace gpupick
