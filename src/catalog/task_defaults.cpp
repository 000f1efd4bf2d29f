#include "catalog/task_defaults.hpp"

#include "catalog/network.hpp"

namespace gpupick {
namespace {

constexpr FieldFacts amount{.low = 1, .high = 1e9};
constexpr Field<TaskDefaults> table[] = {
    {"id", &TaskDefaults::id, {.slug = true, .required = true}},
    {"profile", &TaskDefaults::profile, {.refers_to = "workloads", .required = true}},
    {"sequence_profile", &TaskDefaults::sequence_profile, {.refers_to = "workloads"}},
    {"sequence_kinds", &TaskDefaults::sequence_kinds, {.choices = network_kinds}},
    {"network_kinds", &TaskDefaults::network_kinds, {.choices = network_kinds}},
    {"model", &TaskDefaults::model, {.required = true}},
    {"software", &TaskDefaults::software},
    {"engine", &TaskDefaults::engine, {.refers_to = "engines"}},
    {"tensor_engine", &TaskDefaults::tensor_engine, {.refers_to = "engines"}},
    {"quant", &TaskDefaults::quant, {.refers_to = "quantisations", .required = true}},
    {"smaller_quants", &TaskDefaults::smaller_quants, {.refers_to = "quantisations"}},
    {"tensor_quant", &TaskDefaults::tensor_quant, {.refers_to = "quantisations"}},
    {"cache_type", &TaskDefaults::cache_type, {.refers_to = "cache_types", .required = true}},
    {"stack", &TaskDefaults::stack, {.refers_to = "fine_tuning_stacks"}},
    {"spare_stack", &TaskDefaults::spare_stack, {.refers_to = "fine_tuning_stacks"}},
    {"optimizer", &TaskDefaults::optimizer, {.refers_to = "optimizers"}},
    {"precision", &TaskDefaults::precision, {.required = true}},
    {"context", &TaskDefaults::context, amount},
    {"prompt", &TaskDefaults::prompt, amount},
    {"generate", &TaskDefaults::generate, amount},
    {"batch", &TaskDefaults::batch, amount},
    {"checkpointing", &TaskDefaults::checkpointing},
    {"lora_rank", &TaskDefaults::lora_rank, amount},
    {"floor", &TaskDefaults::floor, {.low = 1e-6, .high = 1e6, .required = true}},
    {"source", &TaskDefaults::source, {.refers_to = "sources", .required = true}},
};

}  // namespace

std::span<const Field<TaskDefaults>> TaskDefaults::fields() { return table; }

}  // namespace gpupick
