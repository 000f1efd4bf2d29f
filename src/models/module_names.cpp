// The problem: configs name modules by full names, by their ends, by globs or by regular
// expressions, and every architecture calls them differently. Matching would need the names of all
// modules of all architectures. But the words in a pattern say which part it means, the number
// after "layers" says which layer, and the words at the end which matrices of the part.
#include "models/module_names.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "base/lists.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

using Words = std::vector<std::string>;

bool is_in_word(char c) { return is_digit(c) || is_letter(c) || c == '_'; }

// Returns the runs of letters, digits and underscores, without escaped characters such as "\d" and
// sets such as "[0-9]".
Words words_in(std::string_view pattern) {
  if (pattern.starts_with("re:")) pattern.remove_prefix(3);
  Words out;
  bool open = false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool in_word = is_in_word(pattern[i]);
    if (in_word && !open) out.emplace_back();
    if (in_word) out.back() += pattern[i];
    open = in_word;
    if (pattern[i] == '[')
      i = std::min(pattern.find(']', i), pattern.size());
    else if (pattern[i] == '\\')
      ++i;
  }
  return out;
}

// The words for a part of the model, between spaces. Without a part they are words for modules that
// are never quantised, and for parts beside the language model.
struct Named {
  std::optional<ModelPart> part;
  std::string_view words;
};

// In order of precedence: "mlp.experts" means experts, "visual.blocks.attn" the vision tower.
constexpr Named meanings[] = {
    {{},
     "visual vision_tower vision_model vision_backbone vision_encoder vision_embedding vision vit "
     "vit_large_projector image_newline multi_modal_projector mm_projector multimodal_projector "
     "projector connector merger patch_embed patch_conv patch_merger mlp1 audio_tower audio "
     "embed_vision embed_audio sound_encoder thinker talker code2wav mtp mtp_block eagle eh_proj "
     "shared_head shared_expert_gate indexer conv1d in_proj_a in_proj_b in_proj_ba"},
    {ModelPart::shared, "shared_expert shared_experts shared_mlp shared_mlps share_expert"},
    {ModelPart::experts, "experts expert FusedMoE"},
    {{}, "router wg e_score_correction_bias"},
    {ModelPart::mixer,
     "linear_attn linear_attention mamba ssm in_proj in_proj_qkv in_proj_qkvz in_proj_z"},
    {ModelPart::attention,
     "self_attn self_attention attn attention q_proj k_proj v_proj o_proj qkv_proj q_a_proj "
     "q_b_proj kv_a_proj_with_mqa kv_b_proj fused_qkv_a_proj wq wk wv wo query_key_value"},
    {ModelPart::mixer, "out_proj"},
    {ModelPart::head, "lm_head output head embed_out"},
    {ModelPart::embedding, "embed_tokens embeddings embedding word_embeddings tok_embeddings wte"},
    {ModelPart::dense, "mlp feed_forward ffn"},
    {ModelPart::experts, "block_sparse_moe moe"},
    {ModelPart::dense, "gate_proj up_proj down_proj gate_up_proj w1 w2 w3"},
    {{}, "gate"},
};

// Words before the number of a layer.
constexpr std::string_view layer_words[] = {"layers", "layer", "h", "blocks"};
bool counts_layers(const std::string& word) { return contains(layer_words, word); }

// Returns the parts that the words of a pattern mean, or nothing if they are not known.
std::optional<std::vector<ModelPart>> parts_of(const Words& words, const Model& model) {
  using enum ModelPart;
  const std::vector none = std::vector<ModelPart>(), all{attention, mixer, dense, shared, experts};
  if (words.empty()) return all;
  // A gate at the end is a router, whatever it stands in; norms are never quantised.
  if (words.back() == "gate" || holds(words.back(), "norm")) return none;
  for (const auto& [part, named] : meanings)
    for (const std::string_view word : split(named, " ")) {
      if (!contains(words, word)) continue;
      // Linear attention of some models has the names of attention.
      if (part == mixer && model.mixer.layers == 0) return std::vector{attention};
      if (part == dense && model.mlp_beside_experts) return std::vector{shared};
      // "mlp" is all of a layer's net; a matrix below it belongs to a net without experts.
      if (part == dense && words.back() == "mlp") return std::vector{dense, shared, experts};
      return part ? std::vector{*part} : none;
    }
  // A name that ends with the number of a layer means the whole layer.
  const bool whole = contains(words, "Linear") || contains(words, "LinearBase") ||
                     is_digits(words.back()) || counts_layers(words.back());
  return whole ? std::optional(all) : std::nullopt;
}

// Returns the layers that the pattern numbers; none if it means all.
std::set<double> layers_in(const Words& words) {
  std::set<double> out;
  bool after = false;
  for (const std::string& word : words) {
    const bool number = is_digits(word);
    if (number && after) out.insert(parse_number(word).value_or(0));
    after = number ? after : counts_layers(word);
  }
  return out;
}

struct Matrix {
  std::string_view word;
  double size;
};

// Returns the matrices of a part in one layer, with sizes in proportion.
std::vector<Matrix> matrices_of(ModelPart part, const Model& model) {
  const double h = model.hidden_size;
  if (part == ModelPart::attention && is_latent(model)) {
    const double key = model.nope_head_dim + model.rope_head_dim, rank = model.kv_lora_rank;
    const double q = model.heads * key, low = model.q_lora_rank;
    return {{"q_proj", low > 0 ? 0 : h * q},
            {"q_a_proj", h * low},
            {"q_b_proj", low * q},
            {"kv_a_proj_with_mqa", h * (rank + model.rope_head_dim)},
            {"kv_b_proj", rank * model.heads * (model.nope_head_dim + model.v_head_dim)},
            {"o_proj", model.heads * model.v_head_dim * h}};
  }
  if (part == ModelPart::attention) {
    const double q = model.heads * model.head_dim, k = model.kv_heads * model.head_dim;
    return {{"q_proj", q}, {"k_proj", k}, {"v_proj", k}, {"o_proj", q}};
  }
  if (part == ModelPart::mixer) {
    const double v = model.mixer.heads * model.mixer.head_dim;
    const double b = model.mixer.groups * model.mixer.state_size;
    return {{"in_proj_qkv", v + 2 * b}, {"in_proj_z", v}, {"out_proj", v}};
  }
  return {{"gate_proj", model.gated ? 1.0 : 0.0}, {"up_proj", 1}, {"down_proj", 1}};
}

// Other names of matrices, or of several stored as one.
constexpr std::pair<std::string_view, std::array<std::string_view, 3>> joined[] = {
    {"qkv_proj", {"q_proj", "k_proj", "v_proj"}},
    {"fused_qkv_a_proj", {"q_a_proj", "kv_a_proj_with_mqa"}},
    {"in_proj", {"in_proj_qkv", "in_proj_z"}},
    {"in_proj_qkvz", {"in_proj_qkv", "in_proj_z"}},
    {"gate_up_proj", {"gate_proj", "up_proj"}},
    {"w1", {"gate_proj"}},
    {"w3", {"up_proj"}},
    {"w2", {"down_proj"}},
};

// Returns the share of a part's matrices that the words name; 1 if they name none.
double matrices_in(const Words& words, ModelPart part, const Model& model) {
  const auto names = [&](std::string_view matrix) {
    if (contains(words, matrix)) return true;
    return std::ranges::any_of(joined, [&](const auto& row) {
      return contains(words, row.first) && contains(row.second, matrix);
    });
  };
  double sum = 0, all = 0;
  for (const auto& [word, count] : matrices_of(part, model)) {
    all += count;
    if (names(word)) sum += count;
  }
  return sum > 0 ? sum / all : 1;
}

double layers_of(ModelPart part, const Model& model) {
  switch (part) {
    case ModelPart::attention:
      return attention_layers(model);
    case ModelPart::mixer:
      return model.mixer.layers;
    case ModelPart::dense:
      return model.experts > 0 ? std::max(model.dense_layers, 1.0) : model.layers;
    case ModelPart::shared:
    case ModelPart::experts:
      return std::max((model.ffn_layers > 0 ? model.ffn_layers : model.layers) - model.dense_layers,
                      1.0);
    case ModelPart::embedding:
    case ModelPart::head:
      return 1;
  }
  return 1;
}

}  // namespace

std::optional<PartShares> named_parts(std::string_view pattern, const Model& model) {
  const Words words = words_in(pattern);
  const auto parts = parts_of(words, model);
  if (!parts) return {};
  std::set<double> layers = layers_in(words);
  const bool numbered = !layers.empty();
  if (numbered && holds(pattern, '[')) return {};
  // Layers beyond the model's last are draft heads.
  std::erase_if(layers, [&](double layer) { return layer >= model.layers; });
  PartShares out{};
  for (const ModelPart part : *parts) {
    const double of = layers_of(part, model);
    if (of == 0) continue;
    const double share = numbered ? static_cast<double>(layers.size()) / of : 1;
    out[static_cast<std::size_t>(part)] = std::min(share, 1.0) * matrices_in(words, part, model);
  }
  return out;
}

}  // namespace gpupick
