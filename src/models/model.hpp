// A language model by its exact dimensions, the weight formats, and everything that follows from
// them without measurements (docs/models.md#memory).
#pragma once

#include <array>
#include <string_view>

#include "base/text.hpp"
#include "base/units.hpp"
#include "models/mixer.hpp"

namespace gpupick {

struct Quantisation;

// A decoder, or an encoder of texts. Counts are per layer or for the whole model, as in the makers'
// config.json; 0 means it has none.
struct Model : Sourced {
  static constexpr std::string_view list = "models", noun = "the model";
  static std::span<const Field> fields();

  std::string_view name;
  Texts aliases;
  std::string_view family, publisher;
  Day released;
  Text released_source;
  double layers = 0, hidden_size = 0, heads = 0, kv_heads = 0, head_dim = 0;
  // Heads of layers with full attention, if they differ from those with a window; 0: they do not.
  double full_head_dim = 0, full_kv_heads = 0;
  bool full_k_is_v = false;     // those layers have no value matrix
  double attention_layers = 0;  // layers with attention; 0: all
  double kv_shared_layers = 0;  // last layers, which read an earlier layer's cache and keep none
  double sliding_window = 0, sliding_layers = 0;
  double sliding_heads = 0;  // query heads in layers with a window, if they differ; 0: `heads`
  // Multi-head latent attention.
  double kv_lora_rank = 0, q_lora_rank = 0, rope_head_dim = 0, nope_head_dim = 0, v_head_dim = 0;
  bool k_is_v = false;                   // keys serve as values: one matrix, cached once
  double o_lora_rank = 0, o_groups = 0;  // low-rank output projection, in groups of heads
  // An indexer chooses the tokens that a layer attends to, at most `index_topk`. In models with
  // windows and pools, `index_layers` layers have one, and `index_pool` tokens form each pool that
  // it chooses from.
  double index_heads = 0, index_head_dim = 0, index_topk = 0;
  double index_bytes = 0;  // per value of an indexer's key; 0: as in the cache
  double index_layers = 0, index_pool = 0;
  double pool_layers = 0, pool_tokens = 0;  // layers that see all pools, tokens per such pool
  bool qk_norm = false, attention_bias = false;
  double norms = 0;                // norms of a layer, besides those of queries and keys; 0: two
  bool gated_attention = false;    // a gate as wide as the queries after attention
  bool reallocates_cache = false;  // its code in transformers makes a new cache for each token
  double ffn_size = 0;             // width in a dense layer
  double kv_shared_ffn_size = 0;   // width in layers that share a cache; 0: `ffn_size`
  double ffn_layers = 0;           // layers with a feed-forward net; 0: all
  bool gated = false;              // three matrices in the feed-forward net, not two
  double experts = 0, experts_per_token = 0, expert_ffn_size = 0;
  double expert_hidden_size = 0;  // hidden size in experts, if it is smaller; 0: `hidden_size`
  double shared_experts = 0, shared_ffn_size = 0;
  double dense_layers = 0;  // leading layers without experts
  Mixer mixer;              // mixer of layers with a state instead of a cache
  double altup_inputs = 0;  // parallel hidden states (AltUp); 0: one
  double laurel_rank = 0;   // rank of the product parallel to attention (LAuReL)
  double vocab_size = 0;
  double per_layer_embedding = 0;  // values per token that each layer looks up
  double encoder_parameters = 0;   // of parts that see and hear, in 16 bit; not in `parameters`
  bool tied = false;               // the head is the embedding, or there is none
  bool embeds = false;             // turns texts into vectors or scores, and writes none
  bool hears = false;              // turns speech into text
  bool bidirectional = false;      // tokens also attend to those after them
  bool biases = false;             // all matrices and norms have biases
  bool pooled = false;             // a square matrix after the last layer
  double positions = 0;            // learned embeddings of positions and of kinds of token
  double context = 0;              // longest context, in tokens
  std::string_view quant;          // format in which it is published; "": 16 bit
  double parameters = 0;           // as published, or counted from the maker's dimensions
  Number active_parameters;        // as published, for readers; the program counts them
  Number kv_bytes_per_token_f16;   // as published, without limits by windows
  Texts notes;
  Texts remarks;         // what is not counted, which every answer about the model says
  Texts more_sources;    // sources of the notes
  bool by_size = false;  // made from its size alone, with usual proportions
  // Set for models that were read from their own files only.
  bool mlp_beside_experts = false;       // the module `mlp` is the shared net, without the experts
  const Quantisation* stored = nullptr;  // format of the weights; null: 16 bit, or not known
  std::string_view unread_quant;         // why the format of the weights is not known; "": it is
};

// Returns the notes and the remarks.
Phrases all_notes(const Model& model);

// Parameters by part, without embeddings and head.
struct ModelParts {
  double attention = 0, mixer = 0;            // mixer: layers with a state
  double dense = 0, shared = 0, experts = 0;  // feed-forward nets, shared and routed experts
  double rest = 0;                            // norms, routers and other small parts
};
ModelParts parts_of(const Model& model);

// Parameters without embeddings and head: all of them, and those that one token reads.
struct LinearParameters {
  double all = 0, active = 0;
  double experts = 0, active_experts = 0;  // the part in experts
};
LinearParameters linear_parameters(const Model& model);

// Parameters of the experts to which at least one of `streams` tokens is routed, if they are
// processed together.
double active_experts(const Model& model, double streams);

// A model as a job uses it: its parameters are counted once, not for every card. The model must not
// change while it is in use.
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

// Returns "language", or "embedding" for a model that makes vectors or scores.
std::string_view purpose_of(const Model& model);

// True if keys and values are cached as one latent vector.
bool is_latent(const Model& model);

// Number of layers with attention, and so with a cache.
double attention_layers(const Model& model);

// Number of the `layers` layers with attention that keep their own cache. Layers with and without a
// window share in proportion, since their pattern repeats.
double caching_layers(const Model& model, double layers);

// Number of layers with an indexer, in a model with indexers.
double index_layers(const Model& model);

// Pairs of a part that mixes tokens (attention, state) and a feed-forward net. Most makers call a
// pair a layer; some count the halves.
double layer_pairs(const Model& model);

// Small operations (products with weights, norms) that the layers have beyond plain ones. A plain
// layer has four products of attention, a feed-forward net and two norms.
double extra_steps(const Model& model);

// Width of the feed-forward nets that one token passes in a layer.
double active_ffn_size(const Model& model);

// Values (a count, not bytes) of a token that are routed to its experts, over all layers.
double sent_values(const Model& model);

// Inner values of the routed experts of one token, over all layers.
double routed_values(const Model& model);

// Query values of a token, over all heads.
double query_size(const Model& model);

// Parameters of the embedding; the head has the same number.
double embedding_parameters(const Model& model);

// Parameters of the per-layer embeddings, which are looked up and not multiplied.
double per_layer_parameters(const Model& model);

// Parameters outside of the layers: embedding, head and per-layer embeddings.
double outer_parameters(const Model& model);

// All parameters, by the dimensions. If `parameters` differs by over 1 %, the record is wrong.
double count_parameters(const Model& model);

// File formats that define their own weight formats: llama.cpp's and MLX's.
inline constexpr std::array<std::string_view, 2> file_words = {"gguf", "mlx"};

// A weight format: bits per weight, by the part of the model.
struct Quantisation : Sourced {
  static constexpr std::string_view list = "quantisations", noun = "the format of weights";
  static std::span<const Field> fields();

  Texts aliases;
  std::string_view files;  // file format that has it, of file_words; "": tensors
  bool of_text = false;    // made with samples of text, so for language models only
  std::string_view
      units;  // units that multiply it directly, "fp8" or "fp4"; "": converted to 16 bit
  double linear_bits = 0, embedding_bits = 0, head_bits = 0;
  double expert_bits = 0;  // bits of experts, if they differ; 0: `linear_bits`
  // Bits in published tensors: of all but the experts in a mixture, and of attention and mixers in
  // another hybrid. 0: as elsewhere.
  double mixture_bits = 0, hybrid_bits = 0;
  // Bits that llama.cpp adds to matrices whose rows are no multiple of 256 values: to the last of
  // feed-forward nets, to the head, and to all others.
  double narrow_down_bits = 0, narrow_head_bits = 0, narrow_bits = 0;
  Number perplexity;  // increase over 16 bit, as a share of it
  std::string_view perplexity_source;
};

double expert_bits(const Quantisation& quant);

// Returns the format with the bits that this model is published in.
Quantisation as_published(const Quantisation& quant, const Model& model);

// Bytes of all linear layers' weights.
Bytes linear_bytes(const LinearParameters& linear, const Quantisation& quant);

}  // namespace gpupick
