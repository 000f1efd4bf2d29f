#include "calibration/engine.hpp"

#include "calibration/ranges.hpp"
#include "cards/gpu.hpp"
#include "models/model.hpp"

namespace gpupick {
namespace {

constexpr auto engine_table = sourced<Engine>({
    {"aliases", &Engine::aliases},
    {"like", &Engine::like, {.refers_to = "engines"}},
    {"software", &Engine::software, {.required = true}},
    {"backend_gib", &Engine::backend_gib, required(range::gib)},
    {"usable_share", &Engine::usable_share, required(range::share)},
    {"unified_share", &Engine::unified_share, required(range::share)},
    {"batch", &Engine::batch, required(range::count)},
    {"hidden_bytes", &Engine::hidden_bytes, range::bytes},
    {"ffn_bytes", &Engine::ffn_bytes, range::bytes},
    {"logit_bytes", &Engine::logit_bytes, range::state_bytes},
    {"score_bytes", &Engine::score_bytes, range::bytes},
    {"cache_block", &Engine::cache_block, required(range::count)},
    {"cache_fill", &Engine::cache_fill, range::share},
    {"live_caches", &Engine::live_caches, range::count},
    {"state_bytes", &Engine::state_bytes, required(range::bytes)},
    {"files", &Engine::files, {.choices = file_words}},
    {"formats", &Engine::formats, {.refers_to = "quantisations"}},
    {"embedding_on_host", &Engine::embedding_on_host},
    {"pipeline_parallel", &Engine::pipeline_parallel},
    {"serves", &Engine::serves},
    {"latent_prompts", &Engine::latent_prompts},
    {"half_accumulate", &Engine::half_accumulate},
    {"overlaps", &Engine::overlaps},
    {"cache_copies", &Engine::cache_copies, range::count},
    {"split_2", &Engine::split_2, range::factor},
    {"split_4", &Engine::split_4, range::factor},
    {"split_8", &Engine::split_8, range::factor},
    {"pipeline_exponent", &Engine::pipeline_exponent, range::share},
    {"power_exponent", &Engine::power_exponent, required(range::share)},
    {"tflops_per_watt", &Engine::tflops_per_watt, required(range::factor)},
    {"f16_gain", &Engine::f16_gain, required(range::factor)},
    {"link_efficiency", &Engine::link_efficiency, required(range::share)},
    {"state_seconds", &Engine::state_seconds, range::seconds},
    {"step_seconds", &Engine::step_seconds, range::seconds},
    {"draft_seconds", &Engine::draft_seconds, range::seconds},
    {"vocab_gap", &Engine::vocab_gap, range::count},
    {"vector_batch", &Engine::vector_batch, range::count},
    {"vector_share", &Engine::vector_share, range::factor},
    {"tile", &Engine::tile, range::count},
    {"expert_tile", &Engine::expert_tile, range::count},
    {"state_operations", &Engine::state_operations, range::count},
    {"routing_operations", &Engine::routing_operations, range::count},
    {"attention_share", &Engine::attention_share, range::share},
});

constexpr auto speed_class_table = identified<SpeedClass>({
    {"engine", &SpeedClass::engine, {.refers_to = "engines", .required = true}},
    {"stack", &SpeedClass::stack, {.refers_to = "stacks", .required = true}},
    {"architectures", &SpeedClass::architectures, {.refers_to = "architectures"}},
    {"memory", &SpeedClass::memory, {.choices = memory_words}},
    {"tensor", &SpeedClass::tensor},
    {"decode_efficiency", &SpeedClass::decode_efficiency, required(range::share)},
    {"prefill_efficiency", &SpeedClass::prefill_efficiency, required(range::share)},
    {"fp8_efficiency", &SpeedClass::fp8_efficiency, range::share},
    {"unpacks", &SpeedClass::unpacks},
    {"unpacks_slowly", &SpeedClass::unpacks_slowly},
    {"cards", &SpeedClass::cards, required(range::measured)},
    {"like", &SpeedClass::like, {.refers_to = "classes"}},
    {"note", &SpeedClass::note},
});

constexpr auto engine_build_table = identified<EngineBuild>({
    {"engine", &EngineBuild::engine, {.refers_to = "engines", .required = true}},
    {"stack", &EngineBuild::stack, {.refers_to = "stacks", .required = true}},
    {"from", &EngineBuild::from, {.required = true}},
    {"layer_seconds", &EngineBuild::layer_seconds, required(range::seconds)},
    {"sequence_seconds", &EngineBuild::sequence_seconds, range::seconds},
    {"allreduce_seconds", &EngineBuild::allreduce_seconds, range::seconds},
    {"attention_share", &EngineBuild::attention_share, required(range::share)},
    {"cache_share", &EngineBuild::cache_share, range::factor},
    {"expert_share", &EngineBuild::expert_share, range::factor},
    {"cache_read_bytes", &EngineBuild::cache_read_bytes, range::bytes},
    {"matrix_share", &EngineBuild::matrix_share, range::factor},
    {"unit_operations", &EngineBuild::unit_operations, range::count},
    {"unit_fp32", &EngineBuild::unit_fp32, range::count},
});

}  // namespace

std::span<const Field> Engine::fields() { return engine_table; }
std::span<const Field> SpeedClass::fields() { return speed_class_table; }
std::span<const Field> EngineBuild::fields() { return engine_build_table; }

}  // namespace gpupick
