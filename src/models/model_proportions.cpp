#include "models/model_proportions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace gpupick {

Model model_of_size(double parameters, const ModelProportions& usual, Arena& arena) {
  Model out;
  out.id = arena.keep(fmt::format("{}b", exact(std::round(parameters / 1e7) / 100)));
  out.name = arena.keep(fmt::format("a model of {} billion parameters", rounded(parameters / 1e9)));
  out.source = "--params";
  out.by_size = true;
  out.gated = true;
  out.head_dim = usual.head_dim;
  out.vocab_size = parameters < usual.small_below ? usual.small_vocab_size : usual.vocab_size;
  out.tied = parameters < usual.tied_below;
  out.context = usual.context;
  // A layer has layer_squares x h^2 parameters, and there are h / width_per_layer layers.
  const auto width = [&](double of_layers) {
    return std::cbrt(of_layers * usual.width_per_layer / usual.layer_squares);
  };
  const double embeddings = out.vocab_size * (out.tied ? 1 : 2) * width(parameters);
  const double body = std::max(parameters - embeddings, parameters / 4);
  out.heads = std::max(1.0, std::round(width(body) / out.head_dim));
  out.hidden_size = out.heads * out.head_dim;
  out.kv_heads = std::max(1.0, std::round(out.heads / usual.heads_per_kv));
  out.layers =
      std::max(1.0, std::round(body / (usual.layer_squares * out.hidden_size * out.hidden_size)));
  // The feed-forward net takes the remaining parameters, so that the total is right.
  out.ffn_size = 0;
  const double rest = parameters - count_parameters(out);
  out.ffn_size = std::max(1.0, std::round(rest / (3 * out.hidden_size * out.layers)));
  out.parameters = parameters;
  return out;
}

}  // namespace gpupick
