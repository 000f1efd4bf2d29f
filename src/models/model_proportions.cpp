#include "models/model_proportions.hpp"

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

}  // namespace gpupick
