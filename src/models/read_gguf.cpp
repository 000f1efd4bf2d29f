// The problem: most people have their models as GGUF, in mixtures of types that no format of the
// catalog describes. The header has all that is needed: the metadata give the dimensions, and the
// names and shapes of tensors tell what the metadata leave out (gates, biases, norms, mixers). An
// architecture that is not known is checked rather than refused: if the dimensions give the
// parameters that the tensors have, they were understood.
#include "models/read_gguf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "models/gguf.hpp"

namespace gpupick {
namespace {

// Difference between parameters by dimensions and by tensors at which a file is refused.
constexpr double most_difference = 0.03;

struct PartSize {
  double values = 0, bits = 0;
};

class GgufModel {
 public:
  GgufModel(const File& file, const GgufHeader& header, const GgufRecords& records, Model& out)
      : file_(file),
        header_(header),
        records_(records),
        out_(out),
        architecture_(header.text("general.architecture")) {}

  // Throws Error if the file holds no language model, but a part of one or an adapter.
  void check_content() const;
  void read_dimensions();
  void read_tensors(Arena& arena);
  bool has_known_architecture() const;

 private:
  [[noreturn]] void refuse(const std::string& message) const {
    throw Error("{}: {}", printable(file_.name), message);
  }

  // Returns the metadata of the architecture under a key: one number, or one by layer.
  std::vector<double> list(std::string_view key) const {
    const auto found = header_.numbers.find(fmt::format("{}.{}", architecture_, key));
    return found == header_.numbers.end() ? std::vector<double>() : found->second;
  }
  double number(std::string_view key, double otherwise = 0) const {
    const auto values = list(key);
    const double value = values.empty() ? otherwise : *std::ranges::max_element(values);
    if (!(value >= 0 && value <= 1e9) || value != std::floor(value))
      refuse(fmt::format("'{}.{}' must be a whole number up to a billion", printable(architecture_),
                         key));
    return value;
  }

  // Returns the first tensor of a layer whose name ends like this, or null.
  const GgufTensor* tensor(std::string_view ending) const {
    const auto found = std::ranges::find_if(header_.tensors, [&](const GgufTensor& one) {
      return one.name.starts_with("blk.") && one.name.ends_with(ending);
    });
    return found == header_.tensors.end() ? nullptr : &*found;
  }
  double count(std::string_view ending) const {
    return static_cast<double>(std::ranges::count_if(header_.tensors, [&](const GgufTensor& one) {
      return one.name.starts_with("blk.") && one.name.ends_with(ending) && !is_draft(one.name);
    }));
  }
  const GgufTensor* whole(std::string_view name) const {
    const auto found = std::ranges::find(header_.tensors, name, &GgufTensor::name);
    return found == header_.tensors.end() ? nullptr : &*found;
  }
  static double width(const GgufTensor* tensor) {
    return tensor && tensor->shape.size() > 1 ? tensor->shape[1] : 0;
  }

  bool is_draft(std::string_view name) const {
    if (!name.starts_with("blk.")) return false;
    name.remove_prefix(4);
    return parse_number(name.substr(0, name.find('.'))).value_or(0) >= out_.layers;
  }

  void read_attention();
  void read_windows();
  void read_nets();
  void read_mixer();
  double bits_of(const GgufTensor& tensor) const;

  const File& file_;
  const GgufHeader& header_;
  const GgufRecords& records_;
  Model& out_;
  std::string architecture_;
};

void GgufModel::read_attention() {
  out_.heads = number("attention.head_count");
  out_.kv_heads = number("attention.head_count_kv", out_.heads);
  // Layers with a mixer have no KV heads.
  const auto by_layer = list("attention.head_count_kv");
  if (by_layer.size() > 1)
    out_.attention_layers = static_cast<double>(by_layer.size()) -
                            static_cast<double>(std::ranges::count(by_layer, 0.0));
  if (out_.heads == 0) return;
  if (out_.kv_heads == 0) out_.kv_heads = out_.heads;
  out_.head_dim = number("attention.key_length", std::floor(out_.hidden_size / out_.heads));
  out_.qk_norm = tensor(".attn_q_norm.weight") != nullptr;
  out_.attention_bias = tensor(".attn_q.bias") || tensor(".attn_qkv.bias");
  out_.kv_lora_rank = number("attention.kv_lora_rank");
  if (out_.kv_lora_rank > 0) {
    out_.q_lora_rank = number("attention.q_lora_rank");
    out_.rope_head_dim = number("rope.dimension_count");
    const double key = number("attention.key_length_mla", number("attention.key_length"));
    out_.v_head_dim = number("attention.value_length_mla", number("attention.value_length"));
    out_.nope_head_dim = std::max(key - out_.rope_head_dim, 0.0);
    out_.kv_heads = out_.heads;
    out_.head_dim = 0;
    return;
  }
  const double q = out_.heads * out_.head_dim;
  out_.gated_attention = tensor(".attn_gate.weight") || width(tensor(".attn_q.weight")) == 2 * q;
}

void GgufModel::read_windows() {
  const double window = number("attention.sliding_window");
  const auto pattern = list("attention.sliding_window_pattern");
  if (window == 0 || out_.layers == 0) return;
  double every = pattern.size() == 1 ? pattern.front() : 0;
  if (pattern.empty())
    for (const ModelType& type : records_.types)
      if (const std::string id = fold(type.id);
          id == fold(architecture_) || id == fold(architecture_) + "text")
        every = type.window_every.value_or(0);
  const double layers = pattern.size() > 1
                            ? static_cast<double>(pattern.size()) -
                                  static_cast<double>(std::ranges::count(pattern, 0.0))
                        : every > 1  ? out_.layers - std::floor(out_.layers / every)
                        : every == 1 ? out_.layers
                                     : 0;
  if (layers == 0 || layers > out_.layers) return;
  out_.sliding_window = window;
  out_.sliding_layers = layers;
}

void GgufModel::read_nets() {
  const auto widths = list("feed_forward_length");
  out_.ffn_size = number("feed_forward_length");
  if (widths.size() > 1) {
    double sum = 0;
    for (const double one : widths) sum += one;
    out_.ffn_size = sum / static_cast<double>(widths.size());
  }
  out_.gated = tensor(".ffn_gate.weight") || tensor(".ffn_gate_exps.weight") ||
               tensor(".ffn_gate_up_exps.weight") ||
               width(tensor(".ffn_up.weight")) == 2 * out_.ffn_size;
  out_.experts = number("expert_count");
  if (out_.experts == 0) return;
  out_.experts_per_token = number("expert_used_count");
  if (out_.experts_per_token == 0 || out_.experts_per_token > out_.experts)
    refuse("the experts per token must be between one and the experts");
  out_.expert_ffn_size = number("expert_feed_forward_length", out_.ffn_size);
  const double shared = width(tensor(".ffn_up_shexp.weight"));
  if (shared > 0) {
    out_.shared_experts = 1;
    out_.shared_ffn_size = shared;
  }
  out_.dense_layers = out_.layers - count(".ffn_down_exps.weight");
}

void GgufModel::read_mixer() {
  struct Sign {
    std::string_view tensor, kind;
  };
  constexpr Sign signs[] = {{".ssm_f_a.weight", mixer_kind("kimi_delta")},
                            {".ssm_ba.weight", mixer_kind("gated_deltanet")},
                            {".ssm_beta.weight", mixer_kind("gated_deltanet")},
                            {".ssm_x.weight", mixer_kind("mamba")},
                            {".ssm_in.weight", mixer_kind("mamba2")},
                            {".shortconv.in_proj.weight", mixer_kind("short_conv")}};
  Mixer& mixer = out_.mixer;
  for (const auto& [name, kind] : signs)
    if (mixer.kind.empty() && count(name) > 0) {
      mixer.kind = kind;
      mixer.layers = count(name);
    }
  if (mixer.kind.empty()) return;
  out_.attention_layers = std::max(count(".attn_k.weight"), count(".attn_output.weight"));
  out_.ffn_layers = count(".ffn_down.weight") + count(".ffn_down_exps.weight");
  if (out_.experts > 0) out_.dense_layers = count(".ffn_down.weight");
  const double inner = number("ssm.inner_size");
  mixer.conv = number("ssm.conv_kernel");
  mixer.state_size = number("ssm.state_size");
  mixer.heads = std::max(number("ssm.time_step_rank"), 1.0);
  mixer.head_dim = inner / mixer.heads;
  mixer.groups = std::max(number("ssm.group_count"), 1.0);
  if (mixer.kind == mixer_kind("mamba")) {
    mixer.rank = mixer.heads;
    mixer.heads = mixer.groups = 1;
    mixer.head_dim = inner;
  } else if (mixer.kind == mixer_kind("kimi_delta")) {
    mixer.heads = mixer.groups = out_.heads;
    mixer.head_dim = mixer.state_size = mixer.rank = number("kda.head_dim", 128);
  } else if (mixer.kind == mixer_kind("short_conv")) {
    mixer.heads = 1;
    mixer.groups = mixer.state_size = 0;
    mixer.head_dim = out_.hidden_size;
    mixer.conv = number("shortconv.l_cache");
  }
}

void GgufModel::check_content() const {
  const std::string_view type = header_.text("general.type");
  if (type == "adapter") refuse("it is an adapter (LoRA); name the model that it adapts");
  if (type == "mmproj" || architecture_ == "clip")
    refuse("it is the part of a model that sees or hears (mmproj); name the file of the model");
  if (architecture_.empty()) refuse("this GGUF file does not name its architecture");
}

bool GgufModel::has_known_architecture() const {
  const std::string own = fold(architecture_);
  const auto is_own = [&](std::string_view id) {
    return fold(id) == own || fold(id) == own + "text";
  };
  return std::ranges::any_of(records_.types, [&](const ModelType& type) {
    return is_own(type.id) || std::ranges::any_of(type.aliases, is_own);
  });
}

void GgufModel::read_dimensions() {
  const double drafts = number("nextn_predict_layers");
  out_.layers = number("block_count") - drafts;
  out_.hidden_size = number("embedding_length");
  const GgufTensor* embedding = whole("token_embd.weight");
  out_.vocab_size = width(embedding);
  if (!(out_.layers >= 1 && out_.hidden_size >= 1))
    refuse(fmt::format(
        "it has no '{0}.{1}': '{0}' is no language model, or one that is not known; "
        "`--params` takes a parameter count instead",
        printable(architecture_), out_.layers >= 1 ? "embedding_length" : "block_count"));
  if (out_.vocab_size < 1)
    refuse(
        fmt::format("it has no tensor 'token_embd.weight': '{}' is no language model, or the "
                    "file is not whole",
                    printable(architecture_)));
  out_.tied = whole("output.weight") == nullptr;
  out_.context = std::max(number("context_length"), 1.0);
  out_.per_layer_embedding = number("embedding_length_per_layer_input");
  read_attention();
  read_windows();
  read_nets();
  read_mixer();
  if (out_.kv_heads > out_.heads || out_.attention_layers > out_.layers ||
      out_.mixer.layers > out_.layers || out_.dense_layers < 0 ||
      out_.sliding_layers > attention_layers(out_))
    refuse("its heads and layers do not add up");
}

double GgufModel::bits_of(const GgufTensor& tensor) const {
  const auto found = std::ranges::find_if(records_.tensors, [&](const TensorType& one) {
    return one.number == static_cast<double>(tensor.type);
  });
  if (found == records_.tensors.end())
    refuse(fmt::format("the tensor '{}' has the type {}, which is not known",
                       printable(tensor.name), tensor.type));
  return tensor.values() * found->bits;
}

void GgufModel::read_tensors(Arena& arena) {
  PartSize embedding, head, layers, experts, drafts, all;
  for (const GgufTensor& tensor : header_.tensors) {
    PartSize& part = tensor.name == "token_embd.weight" && out_.tied   ? head
                     : tensor.name == "token_embd.weight"              ? embedding
                     : tensor.name.starts_with("per_layer_token_embd") ? embedding
                     : tensor.name == "output.weight"                  ? head
                     : is_draft(tensor.name)                           ? drafts
                     : holds(tensor.name, "_exps.")                    ? experts
                                                                       : layers;
    part.values += tensor.values();
    part.bits += bits_of(tensor);
    if (&part == &drafts) continue;
    all.values += tensor.values();
    all.bits += bits_of(tensor);
  }
  const LinearParameters linear = linear_parameters(out_);
  const double counted = count_parameters(out_);
  const bool fits = std::abs(counted / all.values - 1) < most_difference;
  std::set<std::string_view> layer_numbers;
  for (const GgufTensor& tensor : header_.tensors)
    if (tensor.name.starts_with("blk.") && !is_draft(tensor.name))
      layer_numbers.insert(std::string_view(tensor.name).substr(4, tensor.name.find('.', 4) - 4));
  if (!fits && static_cast<double>(layer_numbers.size()) < out_.layers)
    refuse(
        fmt::format("it has tensors of {} of its {} layers: a file of the model is missing, or "
                    "this one is not whole; download it again",
                    layer_numbers.size(), exact(out_.layers)));
  if (!fits && out_.heads == 0)
    refuse(
        fmt::format("it has no '{}.attention.head_count'; `--params` takes a parameter count "
                    "instead",
                    printable(architecture_)));
  if (!fits)
    refuse(fmt::format(
        "its tensors have {} billion parameters, and the dimensions that were understood {}: the "
        "architecture '{}' is not known; `--params` takes a parameter count instead",
        rounded(all.values / 1e9), rounded(counted / 1e9), printable(architecture_)));
  const auto mean = [](double bits, double values) { return values > 0 ? bits / values : 0; };
  Quantisation own;
  own.files = "gguf";
  own.linear_bits = mean(layers.bits, linear.all - linear.experts);
  own.expert_bits = mean(experts.bits, linear.experts);
  own.head_bits = mean(head.bits, embedding_parameters(out_));
  own.embedding_bits = mean(embedding.bits, outer_parameters(out_) - embedding_parameters(out_));
  own.id = arena.keep(fmt::format("gguf-{:.2f}bit", all.bits / all.values));
  own.source = out_.source;
  out_.parameters = all.values;
  out_.stored = &arena.keep_one(own);
}

}  // namespace

Model read_gguf(std::span<const File> parts, std::string_view id, const GgufRecords& records,
                Arena& arena) {
  GgufHeader header = read_gguf_header(parts.front());
  for (const File& part : parts.subspan(1))
    for (GgufTensor& tensor : read_gguf_header(part).tensors)
      header.tensors.push_back(std::move(tensor));
  if (const auto files = header.number("split.count");
      files.value_or(1) > static_cast<double>(parts.size()))
    throw Error("{}: the model has {} files; keep them in one folder",
                printable(parts.front().name), exact(*files));
  Model out;
  out.id = out.name = arena.keep(id);
  out.family = arena.keep(printable(header.text("general.architecture")));
  out.source = arena.keep(parts.front().name);
  GgufModel reader(parts.front(), header, records, out);
  reader.check_content();
  reader.read_dimensions();
  reader.read_tensors(arena);
  if (!reader.has_known_architecture())
    out.remarks = arena.keep(std::vector{fmt::format(
        "the architecture '{}' is not known: its dimensions give the parameters of its tensors, "
        "but its cache may be another",
        out.family)});
  return out;
}

}  // namespace gpupick
