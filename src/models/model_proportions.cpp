#include "models/model_proportions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace gpupick {
namespace {

using Law = ModelProportions;

constexpr Field proportions_table[] = {
    {"id", &Law::id, {.slug = true, .required = true}},
    {"head_dim", &Law::head_dim, {.low = 1, .high = 1e4, .required = true}},
    {"heads_per_kv", &Law::heads_per_kv, {.low = 1, .high = 1000, .required = true}},
    {"width_per_layer", &Law::width_per_layer, {.low = 1, .high = 1e4, .required = true}},
    {"layer_squares", &Law::layer_squares, {.low = 1, .high = 1000, .required = true}},
    {"vocab_size", &Law::vocab_size, {.low = 1, .high = 1e7, .required = true}},
    {"small_vocab_size", &Law::small_vocab_size, {.low = 1, .high = 1e7, .required = true}},
    {"small_below", &Law::small_below, {.low = 0, .high = 1e14, .required = true}},
    {"tied_below", &Law::tied_below, {.low = 0, .high = 1e14, .required = true}},
    {"context", &Law::context, {.low = 1, .high = 1e9, .required = true}},
    {"source", &Law::source, {.refers_to = "sources", .required = true}},
};

}  // namespace

std::span<const Field> ModelProportions::fields() { return proportions_table; }

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
