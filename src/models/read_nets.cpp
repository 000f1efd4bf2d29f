// The feed-forward nets of a config: dense, with experts, or described layer by layer.

#include <cmath>

#include "base/text.hpp"
#include "models/read_config_parts.hpp"

namespace gpupick {
namespace {

std::optional<double> experts_in(const ConfigObject& config) {
  return config.number({"num_local_experts", "n_routed_experts", "num_experts", "moe_num_experts"});
}

void read_shared_experts(const ConfigObject& config, Model& out) {
  // Some configs give the width of one shared net, whatever the number of shared experts.
  const double beside = config.number(
      {"moe_shared_expert_intermediate_size", "shared_intermediate_size", "share_expert_dim"}, 0);
  out.shared_ffn_size = config.number({"shared_expert_intermediate_size"}, beside);
  out.shared_experts = config
                           .same({"n_shared_experts", "num_shared_experts",
                                  "moe_num_shared_experts", "num_shared_expert"})
                           .value_or(out.shared_ffn_size > 0 ? 1 : out.shared_experts);
  if (beside > 0) out.shared_experts = 1;
  // Gemma 4 runs its dense net in every layer along with the experts.
  if (config.is("enable_moe_block")) {
    out.shared_experts = 1;
    out.shared_ffn_size = out.ffn_size;
    out.mlp_beside_experts = true;
  }
}

double dense_layers(const ConfigObject& config, double layers) {
  const auto dense = config.count("mlp_layer_types", "dense");
  const auto marked = config.count("moe_layer_freq", 0.0);
  const double first =
      config.number({"first_k_dense_replace", "num_dense_layers", "moe_layer_start_index"}, 0);
  if (dense || marked) return dense.value_or(marked.value_or(0));
  const double step =
      config.number({"interleave_moe_layer_step", "decoder_sparse_step", "moe_layer_freq"}, 1);
  if (const std::size_t listed = config.length("moe_layers"); listed > 0)
    return layers - static_cast<double>(listed);
  if (const auto period = config.number({"expert_layer_period"}))  // Jamba
    return layers - layers_every(layers, *period, config.number({"expert_layer_offset"}, 0));
  if (step > 1) return layers - std::floor(layers / step);
  return first + static_cast<double>(config.length("mlp_only_layers"));
}

}  // namespace

void read_experts(const ConfigObject& config, Model& out) {
  const ConfigObject dbrx = config.below("ffn_config");
  out.experts = experts_in(config).value_or(
      config.has("ffn_config") ? dbrx.number({"moe_num_experts"}, 0) : 0);
  if (out.experts <= 1) {
    out.experts = 0;
    return;
  }
  out.experts_per_token = config
                              .same({"num_experts_per_tok", "num_experts_per_token", "moe_topk",
                                     "moe_k", "top_k_experts"})
                              .value_or(dbrx.number({"moe_top_k"}, 0));
  if (out.experts_per_token == 0 || out.experts_per_token > out.experts)
    config.refuse("the experts per token must be between one and the experts");
  out.expert_ffn_size = config.same({"moe_intermediate_size", "expert_ffn_hidden_size"})
                            .value_or(dbrx.number({"ffn_hidden_size"}, out.ffn_size));
  // Llama 4 and MiniMax M3 have the experts' width in `intermediate_size`, and that of dense layers
  // in another key.
  if (const auto dense = config.number({"intermediate_size_mlp", "dense_intermediate_size"})) {
    out.expert_ffn_size = out.ffn_size;
    out.ffn_size = *dense;
    out.shared_experts = 1;
  }
  out.expert_hidden_size = config.number({"moe_latent_size", "routed_expert_hidden_size"}, 0);
  read_shared_experts(config, out);
  out.dense_layers = dense_layers(config, out.layers);
  if (out.dense_layers < 0 || out.dense_layers > out.layers)
    config.refuse("the layers with experts and without do not add up");
}

double ffn_size(const ConfigObject& config, const ModelType& type, const Model& out) {
  if (const auto all = config.repeated("intermediate_size"); all && *all > 0) {
    if (static_cast<double>(config.length("intermediate_size")) < out.layers)
      config.refuse("'intermediate_size' does not name every layer");
    return *all;
  }
  const auto expansion = config.number({"expansion_ratio"});
  const auto said =
      config.number({"block_ff_dim", "intermediate_size", "ffn_dim", "ffn_hidden_size", "n_inner",
                     "hidden_dim", "d_ff", "decoder_ffn_dim"});
  // Nets without gates are mostly four times as wide as the model.
  const bool elsewhere =
      experts_in(config) || config.has("block_configs") || config.has("ffn_config");
  if (!said && !expansion && out.gated && !elsewhere && !type.part_ffn_size)
    config.refuse("'intermediate_size' is missing");
  const double width =
      said.value_or(type.part_ffn_size.value_or(expansion.value_or(4) * out.hidden_size));
  if (type.halved_ffn) return width / 2;
  // A gated net has two thirds of the width of a net without gates.
  if (type.narrowed_ffn && config.flag({"block_auto_adjust_ff_dim"}).value_or(true)) {
    const double multiple = config.required({"block_multiple_of"}, 256);
    const double narrowed = std::floor(2 * width / 3);
    return std::ceil(config.number({"block_ffn_dim_multiplier"}, 1) * narrowed / multiple) *
           multiple;
  }
  if (type.shared_ffn_alone && config.number({"num_local_experts"}) == 0)
    return config.required({"shared_intermediate_size"});
  return width;
}

void read_blocks(const ConfigObject& config, Model& out) {
  const std::vector<ConfigObject> blocks = config.objects("block_configs");
  if (static_cast<double>(blocks.size()) != out.layers)
    config.refuse("'block_configs' describes {} of {} layers", blocks.size(), exact(out.layers));
  double attention = 0, nets = 0, kv_heads = 0, width = 0;
  for (const ConfigObject& block : blocks) {
    const ConfigObject mixing = block.below("attention"), net = block.below("ffn");
    // A square matrix in place of a part is as large as a gated net of a third of its width.
    for (const ConfigObject& part : {mixing, net})
      if (part.is("replace_with_linear")) width += out.hidden_size / 3;
    if (!mixing.is("no_op") && !mixing.is("replace_with_linear")) {
      const double own = out.heads / mixing.required({"n_heads_in_group"});
      if (own != std::floor(own))
        mixing.refuse("'n_heads_in_group' must divide the {} heads", exact(out.heads));
      ++attention;
      kv_heads += own;
    }
    if (net.is("no_op")) continue;
    ++nets;
    if (net.is("replace_with_linear")) continue;
    // A gated net has two thirds of the width, in whole multiples of 256.
    const double wide = std::floor(2 * net.real({"ffn_mult"}).value_or(0) * out.hidden_size / 3);
    width += std::ceil(wide / 256) * 256;
  }
  if (attention == 0 || nets == 0) config.refuse("'block_configs' leaves no attention or no net");
  out.head_dim = std::floor(out.hidden_size / out.heads);
  out.attention_layers = attention;
  out.kv_heads = kv_heads / attention;
  out.ffn_layers = nets;
  out.ffn_size = width / nets;
}

void double_layers(const ConfigObject& config, Model& out) {
  const double idle = config.number({"zero_expert_num"}, 0);
  out.experts_per_token *= out.experts / (out.experts + idle);
  out.attention_layers = 2 * out.layers;
  out.ffn_layers = 3 * out.layers;
  out.dense_layers = out.layers = 2 * out.layers;
}

}  // namespace gpupick
