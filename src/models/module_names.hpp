// The modules that a config of quantised weights names, such as "lm_head",
// "model.layers.3.self_attn.q_proj", "*mlp.gate*" or "re:.*experts.*": the parts of the model, and
// how much of each.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "models/model.hpp"

namespace gpupick {

enum class ModelPart : std::uint8_t { attention, mixer, dense, shared, experts, embedding, head };
inline constexpr std::size_t model_parts = 7;

// The share of each part, 0 to 1.
using PartShares = std::array<double, model_parts>;

// Returns the share of each part that the pattern names; zeros if it names only what is never
// quantised or not counted here, such as routers, norms or a vision tower. Returns nullopt if the
// pattern is not understood.
std::optional<PartShares> named_parts(std::string_view pattern, const Model& model);

}  // namespace gpupick
