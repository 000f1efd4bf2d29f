#include "cards/architecture.hpp"

#include "schema/parts.hpp"

namespace gpupick {
namespace {

constexpr Field ratio_table[] = {
    {"figure", &RateRatio::figure, {.refers_to = numeric_figures, .required = true}},
    {"of", &RateRatio::of, {.refers_to = numeric_figures, .required = true}},
    {"family", &RateRatio::family},
    {"allowed", &RateRatio::allowed, {.low = 0.001, .high = 1000, .required = true}},
};

constexpr Field architecture_table[] = {
    {"id", &Architecture::id, {.required = true}},
    {"vendor", &Architecture::vendor, {.refers_to = "makers", .required = true}},
    {"shaders_per_unit", &Architecture::shaders_per_unit, {.low = 1, .high = 4096}},
    {"tensor_cores_per_unit", &Architecture::tensor_cores_per_unit, {.low = 1, .high = 4096}},
    {"flops_per_shader_clock", &Architecture::flops_per_shader_clock, {.low = 1, .high = 16}},
    {"compute_capabilities", &Architecture::compute_capabilities},
    {"gfx_ids", &Architecture::gfx_ids},
    {"ratios", records<&Architecture::ratios>},
    {"source", &Architecture::source, {.refers_to = "sources", .required = true}},
};

constexpr Field memory_table[] = {
    {"id", &MemoryKind::id, {.required = true}},
    {"channel_bits", &MemoryKind::channel_bits, {.low = 1, .high = 4096, .required = true}},
    {"gib_per_channel", &MemoryKind::gib_per_channel, {.low = 0.001, .high = 1024}},
    {"gbps", &MemoryKind::gbps, {.low = 0.1, .high = 100, .required = true}},
    {"source", &MemoryKind::source, {.refers_to = "sources", .required = true}},
};

constexpr Field line_table[] = {
    {"id", &ProductLine::id, {.required = true}},
    {"cards", &ProductLine::cards, {.refers_to = "gpus", .required = true}},
    {"figures", &ProductLine::figures, {.refers_to = numeric_figures, .required = true}},
};

constexpr Field exception_table[] = {
    {"card", &RuleException::card, {.refers_to = "gpus", .required = true}},
    {"rule", &RuleException::rule, {.required = true}},
    {"figure", &RuleException::figure, {.required = true}},
    {"why", &RuleException::why, {.required = true}},
    {"source", &RuleException::source, {.refers_to = "sources", .required = true}},
};

}  // namespace

std::span<const Field> RateRatio::fields() { return ratio_table; }
std::span<const Field> Architecture::fields() { return architecture_table; }
std::span<const Field> MemoryKind::fields() { return memory_table; }
std::span<const Field> ProductLine::fields() { return line_table; }
std::span<const Field> RuleException::fields() { return exception_table; }

}  // namespace gpupick
