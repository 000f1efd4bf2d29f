// A vision or audio encoder is a plain transformer: 4 w^2 + 2 w f a layer, or 3 w f if its net is
// gated, w the width and f that of its net. A projection leads to the language model. Left out:
// the embedding of patches and of positions (under 1 % of the encoder).
#include <fmt/format.h>

#include <algorithm>

#include "base/lists.hpp"
#include "base/text.hpp"
#include "models/read_config_parts.hpp"

namespace gpupick {
namespace {

// A gated net is two thirds as wide as a plain one, which is nearly four times the encoder's width.
constexpr double widest_gated = 3.2;

double parameters_of(const ConfigObject& config, double hidden_size) {
  const double layers = config.number({"num_hidden_layers", "depth", "encoder_layers", "num_layers",
                                       "layers", "vt_num_hidden_layers"},
                                      0);
  const double width =
      config.number({"embed_dim", "hidden_size", "d_model", "width", "vt_hidden_size"}, 0);
  if (layers == 0 || width == 0) return 0;
  const double net = config.number({"intermediate_size", "encoder_ffn_dim", "vt_intermediate_size"},
                                   config.real({"mlp_ratio"}).value_or(4) * width);
  // Gemma's configs, all of whose nets are gated, call it `hidden_activation`.
  const bool gated = config.text("hidden_act") == "silu" || config.has("hidden_activation") ||
                     net < widest_gated * width;
  const double merged = config.number({"spatial_merge_size"}, 1);
  const double input = width * merged * merged;
  const double projection = (merged > 1 ? input * input : 0) + input * hidden_size;
  // Qwen3-VL has more projections, from layers within the encoder.
  const double projections = 1 + static_cast<double>(config.length("deepstack_visual_indexes"));
  const double more = config.number({"num_global_layers"}, 0);
  return (layers + more) * (4 * width * width + (gated ? 3 : 2) * width * net) +
         projections * projection;
}

}  // namespace

double encoder_parameters(const ConfigObject& root, double hidden_size,
                          std::vector<std::string>& remarks) {
  const ConfigObject config = root.below("thinker_config");
  double sum = 0;
  constexpr std::string_view parts[] = {"vision_config", "visual", "vit_config", "audio_config"};
  for (const auto& [key, part] : config.members()) {
    if (!contains(parts, key)) continue;
    const double one = parameters_of(part, hidden_size);
    if (one == 0)
      remarks.push_back(fmt::format("'{}' gives no dimensions; it is not counted", key));
    sum += one;
  }
  if (sum > 0)
    remarks.push_back(
        fmt::format("vision and audio parts of {} billion parameters are counted, in 16 bit",
                    rounded(sum / 1e9)));
  else if (root.has("thinker_config"))
    remarks.push_back("the parts that see, hear and speak are not described and not counted");
  constexpr std::string_view speaking[] = {"talker_config", "token2wav_config", "code2wav_config",
                                           "tts_config"};
  if (std::ranges::any_of(speaking, [&](std::string_view key) { return root.has(key); }))
    remarks.push_back("the part that speaks is not counted");
  return sum;
}

double hearing_parameters(const ConfigObject& root) {
  const double width = root.required({"d_model"});
  return parameters_of(root, width) + root.required({"decoder_layers"}) * 4 * width * width;
}

}  // namespace gpupick
