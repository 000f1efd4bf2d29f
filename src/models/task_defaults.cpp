#include "models/task_defaults.hpp"

#include "models/network.hpp"

namespace gpupick {
namespace {

constexpr FieldFacts usual_amount{.low = 1, .high = 1e9};
constexpr Field task_defaults_table[] = {
    {"id", &TaskDefaults::id, {.slug = true, .required = true}},
    {"profile", &TaskDefaults::profile, {.refers_to = "workloads", .required = true}},
    {"sequence_profile", &TaskDefaults::sequence_profile, {.refers_to = "workloads"}},
    {"sequence_kinds", &TaskDefaults::sequence_kinds, {.choices = network_kinds}},
    {"named_kinds", &TaskDefaults::named_kinds, {.choices = network_kinds}},
    {"network_kinds", &TaskDefaults::network_kinds, {.choices = network_kinds}},
    {"model", &TaskDefaults::model, {.required = true}},
    {"software", &TaskDefaults::software},
    {"engine", &TaskDefaults::engine, {.refers_to = "engines"}},
    {"tensor_engine", &TaskDefaults::tensor_engine, {.refers_to = "engines"}},
    {"quant", &TaskDefaults::quant, {.refers_to = "quantisations", .required = true}},
    {"ladder", &TaskDefaults::ladder, {.refers_to = "ladders"}},
    {"host_ladder", &TaskDefaults::host_ladder, {.refers_to = "ladders"}},
    {"least_resolution", &TaskDefaults::least_resolution, {.low = 64, .high = 8192}},
    {"tensor_quant", &TaskDefaults::tensor_quant, {.refers_to = "quantisations"}},
    {"cache_type", &TaskDefaults::cache_type, {.refers_to = "cache_types", .required = true}},
    {"stack", &TaskDefaults::stack, {.refers_to = "fine_tuning_stacks"}},
    {"spare_stack", &TaskDefaults::spare_stack, {.refers_to = "fine_tuning_stacks"}},
    {"sharing_stack", &TaskDefaults::sharing_stack, {.refers_to = "fine_tuning_stacks"}},
    {"pretraining_stack", &TaskDefaults::pretraining_stack, {.refers_to = "pretraining_stacks"}},
    {"mixture_pretraining_stack",
     &TaskDefaults::mixture_pretraining_stack,
     {.refers_to = "pretraining_stacks"}},
    {"optimizer", &TaskDefaults::optimizer, {.refers_to = "optimizers"}},
    {"precision", &TaskDefaults::precision, {.required = true}},
    {"context", &TaskDefaults::context, usual_amount},
    {"prompt", &TaskDefaults::prompt, usual_amount},
    {"generate", &TaskDefaults::generate, usual_amount},
    {"batch", &TaskDefaults::batch, usual_amount},
    {"step_batch", &TaskDefaults::step_batch, usual_amount},
    {"least_batch", &TaskDefaults::least_batch, usual_amount},
    {"acceptance", &TaskDefaults::acceptance, {.low = 0.01, .high = 0.99}},
    {"checkpointing", &TaskDefaults::checkpointing},
    {"lora_rank", &TaskDefaults::lora_rank, usual_amount},
    {"floor", &TaskDefaults::floor, {.low = 1e-6, .high = 1e6, .required = true}},
    {"source", &TaskDefaults::source, {.refers_to = "sources", .required = true}},
};

}  // namespace

std::span<const Field> TaskDefaults::fields() { return task_defaults_table; }

}  // namespace gpupick
