// The problem: makers name the same sizes differently. They state in seven ways which layers have
// attention: a list of words, of indices or of ones and zeros, a period with an offset, a pattern
// of letters, a repeated block, or nothing. Facts that only the code states are here by kind of
// mixer.
#include <algorithm>
#include <cmath>
#include <string>

#include "models/read_config_parts.hpp"

namespace gpupick {
namespace {

// Counts the entries of the list of layers that equal one of the words; nullopt without a list.
std::optional<double> listed(const ConfigObject& config, double layers,
                             std::initializer_list<std::string_view> words) {
  for (const std::string_view key : {"layer_types", "layers_block_type"}) {
    if (config.length(key) == 0) continue;
    if (static_cast<double>(config.length(key)) != layers)
      config.refuse("'{}' does not name every layer", key);
    double sum = 0;
    for (const std::string_view word : words) sum += config.count(key, word).value_or(0);
    return sum;
  }
  return {};
}

// Reads one letter per layer (Nemotron-H): M a state space, * attention, - a feed-forward net, E
// experts. Newer configs have a list of words instead. Older ones have a shorter list as well.
void read_pattern(const ConfigObject& config, Model& out) {
  const std::string pattern = config.text("hybrid_override_pattern");
  const auto count = [&](char letter, std::initializer_list<std::string_view> words) {
    return pattern.empty() ? listed(config, out.layers, words).value_or(0)
                           : static_cast<double>(std::ranges::count(pattern, letter));
  };
  out.mixer.layers = count('M', {"mamba", "linear_attention"});
  out.attention_layers = count('*', {"attention", "full_attention"});
  const double dense = count('-', {"mlp"}), experts = count('E', {"moe"});
  out.ffn_layers = dense + experts;
  if (out.mixer.layers + out.attention_layers + out.ffn_layers != out.layers)
    config.refuse("'hybrid_override_pattern' does not name every layer");
  out.dense_layers = experts > 0 ? dense : 0;
  if (experts == 0) out.experts = out.shared_experts = 0;
}

double layers_with_attention(const ConfigObject& config, const Model& out) {
  if (const auto words = listed(config, out.layers, {"full_attention", "attention", "hybrid"}))
    return *words;
  if (const auto ones = config.count("attn_type_list", 1.0)) return *ones;
  for (const std::string_view key : {"attn_layer_indices", "full_attn_idxs"})
    if (config.has(key)) return static_cast<double>(config.length(key));
  if (const auto period = config.number({"attn_layer_period"}))
    return layers_every(out.layers, *period, config.number({"attn_layer_offset"}, 0));
  if (const auto block = config.count("block_types", "attention")) {
    // The block is repeated to cover the layers; its last layer has attention.
    const double length = static_cast<double>(config.length("block_types"));
    if (*block == 1) return std::floor(out.layers / length);
    config.refuse("'block_types' must end in its one layer of attention");
  }
  if (const auto group = config.number({"layer_group_size"})) {
    // Ling: the last layer of each group has attention, and so do the layers after the last full
    // group.
    const double groups = std::floor(out.layers / std::max(1.0, *group));
    return groups + out.layers - groups * std::max(1.0, *group);
  }
  const ConfigObject kimi = config.below("linear_attn_config");
  if (kimi.has("full_attn_layers")) return static_cast<double>(kimi.length("full_attn_layers"));
  if (out.mixer.kind == mixer_kind("gated_deltanet"))
    return std::floor(out.layers / std::max(1.0, config.number({"full_attention_interval"}, 4)));
  config.refuse("no key says which layers have attention");
}

void read_mamba(const ConfigObject& config, Model& out) {
  Mixer& mixer = out.mixer;
  mixer.heads = mixer.groups = 1;
  mixer.head_dim = config.number({"intermediate_size"}, 0);
  if (config.has("mamba_expand") || mixer.head_dim == 0)
    mixer.head_dim = config.required({"mamba_expand", "expand"}) * out.hidden_size;
  mixer.state_size = config.required({"mamba_d_state", "state_size"});
  mixer.conv = config.required({"mamba_d_conv", "conv_kernel"});
  mixer.rank = config.number({"mamba_dt_rank", "time_step_rank"}, std::ceil(out.hidden_size / 16));
}

void read_mamba2(const ConfigObject& config, Model& out) {
  Mixer& mixer = out.mixer;
  mixer.heads = config.required({"mamba_n_heads", "mamba_num_heads", "num_heads"});
  const double expand = config.number({"mamba_expand", "expand"}, 2);
  mixer.head_dim =
      config.number({"mamba_d_head", "mamba_head_dim", out.heads > 0 ? "mamba_d_head" : "head_dim"},
                    config.number({"mamba_d_ssm"}, expand * out.hidden_size) / mixer.heads);
  mixer.groups = config.required({"mamba_n_groups", "n_groups"});
  mixer.state_size = config.required({"mamba_d_state", "ssm_state_size", "state_size"});
  mixer.conv = config.required({"mamba_d_conv", "conv_kernel"});
}

// The code derives the ranks that a config leaves out, and the width of the feed-forward net in
// steps of 32. Both the mixer and that net look back at one token.
void read_rwkv7(const ConfigObject& config, Model& out) {
  if (config.has_object("attn"))
    config.refuse("'attn': layers with attention beside those of RWKV-7 are not counted");
  if (config.has("value_dim") && config.same({"value_dim"}) != out.hidden_size)
    config.refuse("'value_dim': values of another size than 'hidden_size' are not counted");
  Mixer& mixer = out.mixer;
  mixer.head_dim = mixer.state_size = config.required({"head_dim"}, 64);
  mixer.heads = mixer.groups = std::floor(out.hidden_size / std::max(1.0, mixer.head_dim));
  mixer.conv = 3;
  const double root = std::sqrt(out.hidden_size), wide = mixer.head_dim / 64;
  for (const auto& [key, usual] : {std::pair("decay_low_rank_dim", 2.5 * root * wide),
                                   {"a_low_rank_dim", 2.5 * root * wide},
                                   {"v_low_rank_dim", 1.7 * root * wide},
                                   {"gate_low_rank_dim", 5 * root}})
    mixer.rank += config.number({key}, std::max(32.0, 32 * std::round(usual / 32)));
  const double width = std::floor(config.real({"hidden_ratio"}).value_or(4) * out.hidden_size);
  out.ffn_size = config.required({"intermediate_size"}, 32 * std::ceil(width / 32));
}

void read_sizes(const ConfigObject& config, const ModelType& type, Model& out) {
  Mixer& mixer = out.mixer;
  if (mixer.kind == mixer_kind("gated_deltanet")) {
    mixer.heads = config.required({"linear_num_value_heads"}, out.heads);
    mixer.groups = config.required({"linear_num_key_heads"}, out.heads);
    // Defaults of OLMo. Qwen's configs have both keys.
    mixer.state_size =
        config.required({"linear_key_head_dim"}, std::floor(0.75 * out.hidden_size / mixer.groups));
    mixer.head_dim = config.required({"linear_value_head_dim"}, 2 * mixer.state_size);
    mixer.conv = config.required({"linear_conv_kernel_dim"}, 4);
  } else if (mixer.kind == mixer_kind("kimi_delta")) {
    const ConfigObject sizes = config.below("linear_attn_config");
    if (type.full_rank_gates && !config.is("no_kda_lora"))
      config.refuse("'no_kda_lora': the rank of the gates is not known");
    mixer.heads = mixer.groups = sizes.required({"num_heads", "num_attention_heads"});
    mixer.head_dim = mixer.state_size = sizes.required({"head_dim"});
    mixer.rank = type.full_rank_gates ? 0 : mixer.head_dim;
    mixer.conv = sizes.required({"short_conv_kernel_size"});
  } else if (mixer.kind == mixer_kind("lightning")) {
    mixer.heads = mixer.groups = out.heads;
    // Ling's mixer splits the hidden size over the heads, whatever the head size of its attention.
    mixer.head_dim = mixer.state_size =
        config.has("layer_group_size") ? out.hidden_size / out.heads : out.head_dim;
  } else if (mixer.kind == mixer_kind("mamba")) {
    read_mamba(config, out);
  } else if (mixer.kind == mixer_kind("mamba2")) {
    read_mamba2(config, out);
  } else if (mixer.kind == mixer_kind("rg_lru")) {
    mixer.heads = mixer.groups = out.heads;
    mixer.head_dim = config.number({"lru_width"}, out.hidden_size) / mixer.heads;
    mixer.state_size = 1;
    mixer.conv = config.required({"conv1d_width"}, 4);
  } else if (mixer.kind == mixer_kind("rwkv7")) {
    read_rwkv7(config, out);
  } else if (mixer.kind == mixer_kind("short_conv")) {
    mixer.heads = 1;
    mixer.head_dim = out.hidden_size;
    mixer.conv = config.required({"conv_L_cache"});
  }
}

}  // namespace

double layers_every(double layers, double period, double offset) {
  return offset < std::min(layers, period) ? std::floor((layers - 1 - offset) / period) + 1 : 0;
}

void read_mixer(const ConfigObject& config, const ModelType& type, Model& out) {
  out.mixer.kind = type.mixer;
  if (type.mixer.empty()) return;
  // Ling 2.5 has lightning attention; Ling 3 has Kimi's instead.
  if (type.full_rank_gates && !config.has("short_conv_kernel_size"))
    out.mixer.kind = mixer_kind("lightning");
  if (config.text("gated_attention_proj_granularity_type") == "element_wise")
    config.refuse("'gated_attention_proj_granularity_type': gates of elements are not counted");
  read_sizes(config, type, out);
  out.mixer.wide_state = (type.wide_state && out.mixer.kind == type.mixer) ||
                         config.text("mamba_ssm_dtype") == "float32";
  if (type.layers == "pattern") {
    read_pattern(config, out);
    if (out.attention_layers == 0) out.heads = out.kv_heads = out.head_dim = 0;
    return;
  }
  if (type.layers == "parallel") {
    out.mixer.layers = out.layers;
    return;
  }
  out.attention_layers = out.heads > 0 ? layers_with_attention(config, out) : 0;
  if (out.attention_layers > out.layers) config.refuse("more layers with attention than layers");
  out.mixer.layers = out.layers - out.attention_layers;
  if (type.windowed_attention) {
    out.sliding_window = config.required({"attention_window_size"});
    out.sliding_layers = out.attention_layers;
  }
  if (out.mixer.layers == 0) out.mixer = {};
  if (out.heads > 0 && out.attention_layers == 0) out.heads = out.kv_heads = out.head_dim = 0;
}

}  // namespace gpupick
