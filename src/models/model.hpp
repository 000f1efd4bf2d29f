// A language model by its exact dimensions, the formats in which its weights are stored,
// and what follows from them without any measurement (docs/models.md#memory).
#pragma once

#include <array>
#include <string_view>

#include "base/units.hpp"
#include "models/mixer.hpp"

namespace gpupick {

// A decoder. Counts are per layer or of the whole, as in the makers' config.json; 0 where it has
// none.
struct Model {
  static constexpr std::string_view list = "models", noun = "the model", type_name = "Model";
  static std::span<const Field<Model>> fields();

  std::string_view id;
  std::string_view name;
  Texts aliases;
  std::string_view family, publisher;
  Day released;
  Text released_source;
  double layers = 0, hidden_size = 0, heads = 0, kv_heads = 0, head_dim = 0;
  double full_head_dim = 0, full_kv_heads = 0;  // of layers that see everything, where they differ
                                                // from those with a window; 0: they do not
  bool full_k_is_v = false;                     // they have no matrix for values of their own
  double attention_layers = 0;  // where not every layer has attention; 0: every one has
  double kv_shared_layers = 0;  // the last ones, which read an earlier one's cache and keep none
  double sliding_window = 0, sliding_layers = 0;
  double sliding_heads = 0;  // of queries in layers with a window, where they are others
  // Multi-head latent attention.
  double kv_lora_rank = 0, q_lora_rank = 0, rope_head_dim = 0, nope_head_dim = 0, v_head_dim = 0;
  bool k_is_v = false;                   // keys serve as values: one matrix, cached once
  double o_lora_rank = 0, o_groups = 0;  // of what attention returns, in groups of heads
  // Of an indexer that says which tokens a layer attends to, at most so many. Where windows come
  // with pools: layers that have one, and tokens that are pooled into each that it chooses from.
  double index_heads = 0, index_head_dim = 0, index_topk = 0;
  double index_bytes = 0;  // of a value of its keys; 0: those of the cache
  double index_layers = 0, index_pool = 0;
  double pool_layers = 0, pool_tokens = 0;  // that see pools of so many tokens, and all of them
  bool qk_norm = false, attention_bias = false;
  double norms = 0;                // in a layer, besides those of queries and keys; 0: two
  bool gated_attention = false;    // a gate as wide as the queries on what attention returns
  bool reallocates_cache = false;  // its own code makes a new cache for each token (transformers)
  double ffn_size = 0;             // of a dense layer
  double kv_shared_ffn_size = 0;   // of layers that share a cache, where theirs is another
  double ffn_layers = 0;           // where not every layer has a feed-forward net; 0: every one has
  bool gated = false;              // three matrices in the feed-forward net, not two
  double experts = 0, experts_per_token = 0, expert_ffn_size = 0;
  double expert_hidden_size = 0;  // of experts that see less than the hidden state; 0: all of it
  double shared_experts = 0, shared_ffn_size = 0;
  double dense_layers = 0;  // leading layers without experts
  Mixer mixer;              // of layers that keep a state instead of a cache
  double altup_inputs = 0;  // hidden states side by side (AltUp), where there are several
  double laurel_rank = 0;   // of the product of low rank beside attention (LAuReL)
  double vocab_size = 0;
  double per_layer_embedding = 0;  // values of a token that each layer looks up besides
  bool tied = false;               // the head is the embedding
  double context = 0;              // tokens it was made for
  std::string_view quant;          // the format in which it is published, where that is not 16 bit
  double parameters = 0;           // as published, or counted by the maker's own dimensions
  Number active_parameters;        // as published, for readers: counted from the dimensions here
  Number kv_bytes_per_token_f16;   // without windows, as published
  Texts notes;
  std::string_view source;
  Texts more_sources;    // that the notes lean on
  bool by_size = false;  // the usual proportions of a model of that size, nothing else known
};

// Weights outside of embeddings and head, all of them and those that one token reads.
struct LinearParameters {
  double all = 0, active = 0;
  double experts = 0, active_experts = 0;  // of these in experts
};
LinearParameters linear_parameters(const Model& model);

// Of the experts those that any of `streams` tokens is sent to, which are processed together.
double active_experts(const Model& model, double streams);

// A model as a job uses it: its dimensions are added up once, and not for every card. They must not
// change while it is used.
class UsedModel {
 public:
  UsedModel(const Model* model = nullptr) : model_(model) {
    if (model) linear_ = linear_parameters(*model);
  }

  operator const Model*() const { return model_; }
  const Model* operator->() const { return model_; }
  const Model& operator*() const { return *model_; }
  const LinearParameters& linear() const { return linear_; }

 private:
  const Model* model_;
  LinearParameters linear_;
};

// Whether keys and values are cached as one latent vector.
bool is_latent(const Model& model);

// Layers that have attention, and so a cache.
double attention_layers(const Model& model);

// How many of `layers` layers with attention keep a cache of their own. Layers with a window and
// without one share in proportion, since their pattern repeats.
double caching_layers(const Model& model, double layers);

// Layers that have an indexer, in a model with indexers.
double index_layers(const Model& model);

// Pairs of one that mixes tokens (attention, state) and one that does not (a feed-forward net):
// what others call a layer, where a maker counts the halves.
double layer_pairs(const Model& model);

// Products with weights and norms that the layers have beyond those of plain ones: four products of
// attention, a feed-forward net and two norms.
double extra_steps(const Model& model);

// Width of the feed-forward nets that one token goes through in a layer.
double active_ffn_size(const Model& model);

// Values of a token that are sent to its experts, of all layers.
double sent_values(const Model& model);

// Inner values of the experts that one token is sent to, of all layers; shared ones apart.
double routed_values(const Model& model);

// Values of a token's queries, of all heads.
double query_size(const Model& model);

// The weights of the embedding, and as many of the head.
double embedding_parameters(const Model& model);

// The weights of the embeddings of each layer, which are looked up and not multiplied.
double per_layer_parameters(const Model& model);

// All weights outside of layers: embedding, head, embeddings of each layer.
double outer_parameters(const Model& model);

// Everything, counted from the dimensions: within 1 % of `parameters`, or the record is wrong.
double count_parameters(const Model& model);

// Files of weights in formats of their own: llama.cpp's and MLX's.
inline constexpr std::array<std::string_view, 2> file_words = {"gguf", "mlx"};

// A format of weights: bits per weight by what the weights are for.
struct Quantisation {
  static constexpr std::string_view list = "quantisations", noun = "the format of weights",
                                    type_name = "Quantisation";
  static std::span<const Field<Quantisation>> fields();

  std::string_view id;
  Texts aliases;
  std::string_view files;  // that it is one of, of file_words; "" for tensors
  bool of_text = false;    // chosen by what a text does, so for language models only
  std::string_view units;  // that multiply it as it is, "fp8" or "fp4"; else it is raised to 16 bit
  double linear_bits = 0, embedding_bits = 0, head_bits = 0;
  double expert_bits = 0;  // where experts have a format of their own; 0: they have not
  Number perplexity;       // above that of 16 bit, as a share of it
  std::string_view source, perplexity_source;
};

double expert_bits(const Quantisation& quant);

// Bytes of all linear layers' weights.
Bytes linear_bytes(const LinearParameters& linear, const Quantisation& quant);

}  // namespace gpupick
