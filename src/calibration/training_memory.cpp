#include "calibration/training_memory.hpp"

#include "calibration/ranges.hpp"

namespace gpupick {
namespace {

constexpr auto training_memory_table = sourced<TrainingMemory>({
    {"norm_units", &TrainingMemory::norm_units, required(range::factor)},
    {"plain_units", &TrainingMemory::plain_units, required(range::factor)},
    {"pretraining_units", &TrainingMemory::pretraining_units, required(range::factor)},
    {"score_bytes", &TrainingMemory::score_bytes, required(range::bytes)},
    {"logit_bytes", &TrainingMemory::logit_bytes, required(range::bytes)},
    {"pretraining_logit_bytes", &TrainingMemory::pretraining_logit_bytes, required(range::bytes)},
    {"chunked_logit_bytes", &TrainingMemory::chunked_logit_bytes, required(range::bytes)},
    {"dequantised_factor", &TrainingMemory::dequantised_factor, required(range::factor)},
    {"runtime_gib", &TrainingMemory::runtime_gib, required(range::gib)},
    {"usable_share", &TrainingMemory::usable_share, required(range::share)},
    {"unified_share", &TrainingMemory::unified_share, required(range::share)},
});

constexpr auto optimizer_table = identified<Optimizer>({
    {"adapts", &Optimizer::adapts},
    {"bytes_16", &Optimizer::bytes_16, required(range::state_bytes)},
    {"bytes_32", &Optimizer::bytes_32, required(range::state_bytes)},
    {"step_bytes", &Optimizer::step_bytes, range::bytes},
    {"paged", &Optimizer::paged},
    {"source", &Optimizer::source, {.refers_to = "sources", .required = true}},
    {"more_sources", &Optimizer::more_sources, {.refers_to = "sources"}},
});

constexpr FieldFacts recipe_id{.choices = recipe_names, .required = true};
constexpr auto training_recipe_table = sourced<TrainingRecipe, recipe_id>({
    {"weight", &TrainingRecipe::weight, required(range::bytes)},
    {"gradient", &TrainingRecipe::gradient, required(range::bytes)},
    {"master", &TrainingRecipe::master, range::state_bytes},
});

}  // namespace

std::span<const Field> TrainingMemory::fields() { return training_memory_table; }
std::span<const Field> Optimizer::fields() { return optimizer_table; }
std::span<const Field> TrainingRecipe::fields() { return training_recipe_table; }

}  // namespace gpupick
