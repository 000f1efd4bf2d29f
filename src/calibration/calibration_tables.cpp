// Field tables of the constants. Validation reports a record that lacks a required constant or has
// an unknown one.
#include "calibration/calibration.hpp"
#include "cards/gpu.hpp"
#include "models/model.hpp"

namespace gpupick {
namespace {

constexpr std::string_view memory_words[] = {"hbm", "lpddr", "other"};
constexpr std::string_view work_words[] = {
    "image",  "inference",        "inference-networked", "offload", "size-cache", "size-speed",
    "vision", "vision-elsewhere", "vision-training",     "video",   "training"};
constexpr std::string_view kind_words[] = {
    "encoder",  "hybrid", "mixture",           "plain", "pretraining",
    "sequence", "tuning", "pretraining-split", "vision"};

// Plausible ranges, by kind of constant.
constexpr FieldFacts share{.low = 0.001,
                           .high = 3};  // share of a peak, which caches and clocks can exceed
constexpr FieldFacts factor{.low = 1e-4, .high = 1e4};
constexpr FieldFacts count{.low = 1, .high = 1e6};
constexpr FieldFacts measured{.low = 0, .high = 1e6};  // number of cards or rows
constexpr FieldFacts seconds{.unit = "s", .low = 1e-9, .high = 60};
constexpr FieldFacts bytes{.unit = "bytes", .low = 0.01, .high = 1e4};
constexpr FieldFacts state_bytes{.unit = "bytes", .low = 0, .high = 1e4};
constexpr FieldFacts gib{.unit = "GiB", .low = 0, .high = 1e3};
constexpr FieldFacts gb_s{.unit = "GB/s", .low = 0.1, .high = 1e5};
constexpr FieldFacts work{.low = 0, .high = 1e6};  // work or traffic of a network

constexpr FieldFacts required(FieldFacts facts) {
  facts.required = true;
  return facts;
}

constexpr Field<Engine> engine_table[] = {
    {"id", &Engine::id, {.required = true}},
    {"aliases", &Engine::aliases},
    {"like", &Engine::like, {.refers_to = "engines"}},
    {"software", &Engine::software, {.required = true}},
    {"backend_gib", &Engine::backend_gib, required(gib)},
    {"usable_share", &Engine::usable_share, required(share)},
    {"unified_share", &Engine::unified_share, required(share)},
    {"batch", &Engine::batch, required(count)},
    {"hidden_bytes", &Engine::hidden_bytes, bytes},
    {"ffn_bytes", &Engine::ffn_bytes, bytes},
    {"logit_bytes", &Engine::logit_bytes, state_bytes},
    {"score_bytes", &Engine::score_bytes, bytes},
    {"cache_block", &Engine::cache_block, required(count)},
    {"cache_fill", &Engine::cache_fill, share},
    {"live_caches", &Engine::live_caches, count},
    {"state_bytes", &Engine::state_bytes, required(bytes)},
    {"files", &Engine::files, {.choices = file_words}},
    {"formats", &Engine::formats, {.refers_to = "quantisations"}},
    {"embedding_on_host", &Engine::embedding_on_host},
    {"pipeline_parallel", &Engine::pipeline_parallel},
    {"serves", &Engine::serves},
    {"latent_prompts", &Engine::latent_prompts},
    {"half_accumulate", &Engine::half_accumulate},
    {"overlaps", &Engine::overlaps},
    {"cache_copies", &Engine::cache_copies, count},
    {"split_2", &Engine::split_2, factor},
    {"split_4", &Engine::split_4, factor},
    {"split_8", &Engine::split_8, factor},
    {"pipeline_exponent", &Engine::pipeline_exponent, share},
    {"power_exponent", &Engine::power_exponent, required(share)},
    {"tflops_per_watt", &Engine::tflops_per_watt, required(factor)},
    {"f16_gain", &Engine::f16_gain, required(factor)},
    {"link_efficiency", &Engine::link_efficiency, required(share)},
    {"state_seconds", &Engine::state_seconds, seconds},
    {"step_seconds", &Engine::step_seconds, seconds},
    {"draft_seconds", &Engine::draft_seconds, seconds},
    {"vocab_gap", &Engine::vocab_gap, count},
    {"vector_batch", &Engine::vector_batch, count},
    {"vector_share", &Engine::vector_share, factor},
    {"tile", &Engine::tile, count},
    {"expert_tile", &Engine::expert_tile, count},
    {"state_operations", &Engine::state_operations, count},
    {"routing_operations", &Engine::routing_operations, count},
    {"attention_share", &Engine::attention_share, share},
    {"source", &Engine::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<SpeedClass> speed_class_table[] = {
    {"id", &SpeedClass::id, {.required = true}},
    {"engine", &SpeedClass::engine, {.refers_to = "engines", .required = true}},
    {"stack", &SpeedClass::stack, {.choices = stack_words, .required = true}},
    {"architectures", &SpeedClass::architectures, {.refers_to = "architectures"}},
    {"memory", &SpeedClass::memory, {.choices = memory_words}},
    {"tensor", &SpeedClass::tensor},
    {"decode_efficiency", &SpeedClass::decode_efficiency, required(share)},
    {"prefill_efficiency", &SpeedClass::prefill_efficiency, required(share)},
    {"fp8_efficiency", &SpeedClass::fp8_efficiency, share},
    {"unpacks", &SpeedClass::unpacks},
    {"unpacks_slowly", &SpeedClass::unpacks_slowly},
    {"cards", &SpeedClass::cards, required(measured)},
    {"like", &SpeedClass::like, {.refers_to = "classes"}},
    {"note", &SpeedClass::note},
};

constexpr Field<EngineBuild> engine_build_table[] = {
    {"id", &EngineBuild::id, {.required = true}},
    {"engine", &EngineBuild::engine, {.refers_to = "engines", .required = true}},
    {"stack", &EngineBuild::stack, {.choices = stack_words, .required = true}},
    {"from", &EngineBuild::from, {.required = true}},
    {"layer_seconds", &EngineBuild::layer_seconds, required(seconds)},
    {"sequence_seconds", &EngineBuild::sequence_seconds, seconds},
    {"allreduce_seconds", &EngineBuild::allreduce_seconds, seconds},
    {"attention_share", &EngineBuild::attention_share, required(share)},
    {"cache_share", &EngineBuild::cache_share, factor},
    {"expert_share", &EngineBuild::expert_share, factor},
    {"cache_read_bytes", &EngineBuild::cache_read_bytes, bytes},
    {"matrix_share", &EngineBuild::matrix_share, factor},
    {"unit_operations", &EngineBuild::unit_operations, count},
    {"unit_fp32", &EngineBuild::unit_fp32, count},
};

constexpr Field<TrainingClass> training_class_table[] = {
    {"id", &TrainingClass::id, {.required = true}},
    {"architectures",
     &TrainingClass::architectures,
     {.refers_to = "architectures", .required = true}},
    {"memory", &TrainingClass::memory, {.choices = memory_words}},
    {"matrix", &TrainingClass::matrix, factor},
    {"memory_bandwidth", &TrainingClass::memory_bandwidth, required(factor)},
    {"attention", &TrainingClass::attention, required(factor)},
    {"vision", &TrainingClass::vision, factor},
    {"first_tensor_cores", &TrainingClass::first_tensor_cores},
    {"cards", &TrainingClass::cards, required(measured)},
    {"pretraining_cards", &TrainingClass::pretraining_cards, measured},
    {"split_cards", &TrainingClass::split_cards, measured},
    {"tuning_cards", &TrainingClass::tuning_cards, measured},
    {"vision_cards", &TrainingClass::vision_cards, measured},
};

constexpr Field<ImageClass> image_class_table[] = {
    {"id", &ImageClass::id, {.required = true}},
    {"stack", &ImageClass::stack, {.choices = stack_words}},
    {"architectures", &ImageClass::architectures, {.refers_to = "architectures"}},
    {"tensor", &ImageClass::tensor},
    {"factor", &ImageClass::factor, required(factor)},
    {"cards", &ImageClass::cards, required(measured)},
    {"video_cards", &ImageClass::video_cards, measured},
};

constexpr Field<TrainingConstants> training_constants_table[] = {
    {"id", &TrainingConstants::id, {.required = true}},
    {"vector_fp32", &TrainingConstants::vector_fp32, required(factor)},
    {"matrix", &TrainingConstants::matrix, required(factor)},
    {"matrix_fp8", &TrainingConstants::matrix_fp8, required(factor)},
    {"power_exponent", &TrainingConstants::power_exponent, required(share)},
    {"tflops_per_watt", &TrainingConstants::tflops_per_watt, required(factor)},
    {"activation_bytes", &TrainingConstants::activation_bytes, required(bytes)},
    {"node_gb_s", &TrainingConstants::node_gb_s, required(gb_s)},
    {"network_gb_s", &TrainingConstants::network_gb_s, required(gb_s)},
    {"module_gb_s", &TrainingConstants::module_gb_s, required(gb_s)},
    {"pcie_gb_s", &TrainingConstants::pcie_gb_s, required(gb_s)},
    {"consumer_gb_s", &TrainingConstants::consumer_gb_s, required(gb_s)},
    {"consumer_crowd", &TrainingConstants::consumer_crowd, required(factor)},
    {"consumer_few", &TrainingConstants::consumer_few, required(factor)},
    {"devices_per_node", &TrainingConstants::devices_per_node, required(count)},
    {"source", &TrainingConstants::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<FineTuningConstants> fine_tuning_constants_table[] = {
    {"id", &FineTuningConstants::id, {.required = true}},
    {"attention", &FineTuningConstants::attention, required(factor)},
    {"adapter_bytes", &FineTuningConstants::adapter_bytes, required({.low = 0, .high = 1e8})},
    {"dequantise_bytes", &FineTuningConstants::dequantise_bytes, required(bytes)},
    {"several_cards", &FineTuningConstants::several_cards, required(measured)},
    {"source", &FineTuningConstants::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<PretrainingStack> pretraining_stack_table[] = {
    {"id", &PretrainingStack::id, {.required = true}},
    {"splits_model", &PretrainingStack::splits_model},
    {"attention", &PretrainingStack::attention, factor},
    {"activation_bytes", &PretrainingStack::activation_bytes, bytes},
    {"matrix_fp8", &PretrainingStack::matrix_fp8, factor},
    {"expert_bytes", &PretrainingStack::expert_bytes, bytes},
    {"source", &PretrainingStack::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<FineTuningStack> fine_tuning_stack_table[] = {
    {"id", &FineTuningStack::id, {.required = true}},
    {"traffic", &FineTuningStack::traffic, required(factor)},
    {"layer_seconds", &FineTuningStack::layer_seconds, required(seconds)},
    {"full_step", &FineTuningStack::full_step, factor},
    {"like", &FineTuningStack::like, {.refers_to = "fine_tuning_stacks"}},
    {"logit_bytes", &FineTuningStack::logit_bytes, bytes},
    {"embedding_bytes", &FineTuningStack::embedding_bytes, required(bytes)},
    {"host_checkpoints", &FineTuningStack::host_checkpoints},
    {"prefetches", &FineTuningStack::prefetches},
    {"source", &FineTuningStack::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<DequantisedFormat> dequantised_format_table[] = {
    {"id", &DequantisedFormat::id, {.refers_to = "quantisations", .required = true}},
    {"dequantise_bytes", &DequantisedFormat::dequantise_bytes, required(bytes)},
    {"source", &DequantisedFormat::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<Optimizer> optimizer_table[] = {
    {"id", &Optimizer::id, {.required = true}},
    {"adapts", &Optimizer::adapts},
    {"bytes_16", &Optimizer::bytes_16, required(state_bytes)},
    {"bytes_32", &Optimizer::bytes_32, required(state_bytes)},
    {"step_bytes", &Optimizer::step_bytes, bytes},
    {"paged", &Optimizer::paged},
    {"source", &Optimizer::source, {.refers_to = "sources", .required = true}},
    {"more_sources", &Optimizer::more_sources, {.refers_to = "sources"}},
};

constexpr Field<TrainingMemory> training_memory_table[] = {
    {"id", &TrainingMemory::id, {.required = true}},
    {"norm_units_32", &TrainingMemory::norm_units_32, required(factor)},
    {"norm_units_16", &TrainingMemory::norm_units_16, required(factor)},
    {"attention_units", &TrainingMemory::attention_units, required(factor)},
    {"repeat_units", &TrainingMemory::repeat_units, required(factor)},
    {"gated_units", &TrainingMemory::gated_units, required(factor)},
    {"plain_units", &TrainingMemory::plain_units, required(factor)},
    {"qk_norm_units", &TrainingMemory::qk_norm_units, required(factor)},
    {"pretraining_units", &TrainingMemory::pretraining_units, required(factor)},
    {"score_bytes", &TrainingMemory::score_bytes, required(bytes)},
    {"logit_bytes", &TrainingMemory::logit_bytes, required(bytes)},
    {"pretraining_logit_bytes", &TrainingMemory::pretraining_logit_bytes, required(bytes)},
    {"chunked_logit_bytes", &TrainingMemory::chunked_logit_bytes, required(bytes)},
    {"dequantised_factor", &TrainingMemory::dequantised_factor, required(factor)},
    {"runtime_gib", &TrainingMemory::runtime_gib, required(gib)},
    {"usable_share", &TrainingMemory::usable_share, required(share)},
    {"unified_share", &TrainingMemory::unified_share, required(share)},
    {"source", &TrainingMemory::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<NetworkMemory> network_memory_table[] = {
    {"id", &NetworkMemory::id, {.required = true}},
    {"usable_share", &NetworkMemory::usable_share, required(share)},
    {"unified_share", &NetworkMemory::unified_share, required(share)},
    {"denoised_gib", &NetworkMemory::denoised_gib, required(gib)},
    {"denoised_gib_32", &NetworkMemory::denoised_gib_32, required(gib)},
    {"decoded_gib", &NetworkMemory::decoded_gib, required(gib)},
    {"decoded_gib_32", &NetworkMemory::decoded_gib_32, required(gib)},
    {"token_bytes", &NetworkMemory::token_bytes, required(bytes)},
    {"score_bytes", &NetworkMemory::score_bytes, required(bytes)},
    {"score_bytes_32", &NetworkMemory::score_bytes_32, required(bytes)},
    {"runtime_gib", &NetworkMemory::runtime_gib, required(gib)},
    {"state_bytes", &NetworkMemory::state_bytes, required(bytes)},
    {"encoder_state_bytes", &NetworkMemory::encoder_state_bytes, required(bytes)},
    {"layer_bytes", &NetworkMemory::layer_bytes, required(bytes)},
    {"layer_bytes_32", &NetworkMemory::layer_bytes_32, required(bytes)},
    {"square_bytes", &NetworkMemory::square_bytes, required(bytes)},
    {"square_bytes_32", &NetworkMemory::square_bytes_32, required(bytes)},
    {"source", &NetworkMemory::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<NetworkTraining> network_training_table[] = {
    {"id", &NetworkTraining::id, {.refers_to = "networks", .required = true}},
    {"gflop", &NetworkTraining::gflop, required(work)},
    {"gbyte", &NetworkTraining::gbyte, required(work)},
    {"bytes_fp32", &NetworkTraining::bytes_fp32, required(bytes)},
    {"step_seconds", &NetworkTraining::step_seconds, required(seconds)},
    {"exchange_gb", &NetworkTraining::exchange_gb, required(work)},
    {"gib_less", &NetworkTraining::gib_less, required(gib)},
    {"batch_per_gib", &NetworkTraining::batch_per_gib, required(factor)},
    {"gib_less_32", &NetworkTraining::gib_less_32, required(gib)},
    {"batch_per_gib_32", &NetworkTraining::batch_per_gib_32, required(factor)},
    {"before_ampere", &NetworkTraining::before_ampere, factor},
    {"source", &NetworkTraining::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<ImageConstants> image_constants_table[] = {
    {"id", &ImageConstants::id, {.required = true}},
    {"efficiency", &ImageConstants::efficiency, required(factor)},
    {"power_exponent", &ImageConstants::power_exponent, required(share)},
    {"tflops_per_watt", &ImageConstants::tflops_per_watt, required(factor)},
    {"gigabytes_per_step", &ImageConstants::gigabytes_per_step, required(bytes)},
    {"step_seconds", &ImageConstants::step_seconds, required(seconds)},
    {"reference_gmacs", &ImageConstants::reference_gmacs, required(work)},
    {"large_gmacs", &ImageConstants::large_gmacs, required(work)},
    {"large_gain", &ImageConstants::large_gain, required(factor)},
    {"reference_evaluations", &ImageConstants::reference_evaluations, required(count)},
    {"decoder_gmacs", &ImageConstants::decoder_gmacs, required(work)},
    {"decoder_resolution", &ImageConstants::decoder_resolution, required(count)},
    {"eager", &ImageConstants::eager, required(factor)},
    {"attention_share", &ImageConstants::attention_share, required(factor)},
    {"compiled", &ImageConstants::compiled, required(factor)},
    {"fp8", &ImageConstants::fp8, required(factor)},
    {"source", &ImageConstants::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<VisionConstants> vision_constants_table[] = {
    {"id", &VisionConstants::id, {.required = true}},
    {"matrix", &VisionConstants::matrix, required(factor)},
    {"compiled", &VisionConstants::compiled, required(share)},
    {"kept_bytes", &VisionConstants::kept_bytes, required(bytes)},
    {"least_batch", &VisionConstants::least_batch, required(count)},
    {"most_batch", &VisionConstants::most_batch, required(count)},
    {"training_work", &VisionConstants::training_work, required(factor)},
    {"training_traffic", &VisionConstants::training_traffic, required(factor)},
    {"source", &VisionConstants::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<NetworkInference> network_inference_table[] = {
    {"id", &NetworkInference::id, {.refers_to = "networks", .required = true}},
    {"activation_bytes", &NetworkInference::activation_bytes, required(bytes)},
    {"source", &NetworkInference::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<OffloadConstants> offload_constants_table[] = {
    {"id", &OffloadConstants::id, {.required = true}},
    {"host_efficiency", &OffloadConstants::host_efficiency, required(share)},
    {"usual_host_gb_s", &OffloadConstants::usual_host_gb_s, required(gb_s)},
    {"bus_efficiency", &OffloadConstants::bus_efficiency, required(share)},
    {"copy_gb_s", &OffloadConstants::copy_gb_s, gb_s},
    {"source", &OffloadConstants::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<ServingConstants> serving_constants_table[] = {
    {"id", &ServingConstants::id, {.required = true}},
    {"most_streams", &ServingConstants::most_streams, required(count)},
    {"activation_bytes", &ServingConstants::activation_bytes, state_bytes},
    {"unpacked_share", &ServingConstants::unpacked_share, factor},
    {"source", &ServingConstants::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<EvidenceConstants> evidence_table[] = {
    {"id", &EvidenceConstants::id, {.required = true}},
    {"least_rows", &EvidenceConstants::least_rows, required(measured)},
    {"source", &EvidenceConstants::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<SearchBounds> search_table[] = {
    {"id", &SearchBounds::id, {.required = true}},
    {"least_bits", &SearchBounds::least_bits, required({.low = 1, .high = 16})},
    {"shortest_context", &SearchBounds::shortest_context, required(count)},
    {"shortest_sequence", &SearchBounds::shortest_sequence, required(count)},
    {"token_step", &SearchBounds::token_step, required(count)},
    {"training_cards", &SearchBounds::training_cards, required({.low = 1, .high = 4096})},
    {"image_shares", &SearchBounds::image_shares, required({.low = 0.01, .high = 1})},
    {"image_step", &SearchBounds::image_step, required(count)},
    {"source", &SearchBounds::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<TrainingRecipe> training_recipe_table[] = {
    {"id", &TrainingRecipe::id, {.choices = recipe_names, .required = true}},
    {"weight", &TrainingRecipe::weight, required(bytes)},
    {"gradient", &TrainingRecipe::gradient, required(bytes)},
    {"master", &TrainingRecipe::master, state_bytes},
    {"source", &TrainingRecipe::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<Interval> interval_table[] = {
    {"id", &Interval::id, {.required = true}},
    {"work", &Interval::work, {.choices = work_words, .required = true}},
    {"kinds", &Interval::kinds, {.choices = kind_words}},
    {"prompt", &Interval::prompt},
    {"several", &Interval::several},
    {"in_turn", &Interval::in_turn},
    {"serves", &Interval::serves},
    {"stack", &Interval::stack, {.choices = stack_words}},
    {"network", &Interval::network, {.refers_to = "networks"}},
    {"segment", &Interval::segment},
    {"measured", &Interval::measured},
    {"low", &Interval::low, required(factor)},
    {"high", &Interval::high, required(factor)},
    {"rows", &Interval::rows, required(measured)},
    {"guess", &Interval::guess},
};

}  // namespace

std::span<const Field<Engine>> Engine::fields() { return engine_table; }
std::span<const Field<SpeedClass>> SpeedClass::fields() { return speed_class_table; }
std::span<const Field<EngineBuild>> EngineBuild::fields() { return engine_build_table; }
std::span<const Field<TrainingClass>> TrainingClass::fields() { return training_class_table; }
std::span<const Field<ImageClass>> ImageClass::fields() { return image_class_table; }
std::span<const Field<TrainingConstants>> TrainingConstants::fields() {
  return training_constants_table;
}
std::span<const Field<FineTuningConstants>> FineTuningConstants::fields() {
  return fine_tuning_constants_table;
}
std::span<const Field<FineTuningStack>> FineTuningStack::fields() {
  return fine_tuning_stack_table;
}
std::span<const Field<PretrainingStack>> PretrainingStack::fields() {
  return pretraining_stack_table;
}
std::span<const Field<DequantisedFormat>> DequantisedFormat::fields() {
  return dequantised_format_table;
}
std::span<const Field<Optimizer>> Optimizer::fields() { return optimizer_table; }
std::span<const Field<TrainingMemory>> TrainingMemory::fields() { return training_memory_table; }
std::span<const Field<NetworkMemory>> NetworkMemory::fields() { return network_memory_table; }
std::span<const Field<NetworkTraining>> NetworkTraining::fields() { return network_training_table; }
std::span<const Field<NetworkInference>> NetworkInference::fields() {
  return network_inference_table;
}
std::span<const Field<VisionConstants>> VisionConstants::fields() { return vision_constants_table; }
std::span<const Field<ImageConstants>> ImageConstants::fields() { return image_constants_table; }
std::span<const Field<OffloadConstants>> OffloadConstants::fields() {
  return offload_constants_table;
}
std::span<const Field<ServingConstants>> ServingConstants::fields() {
  return serving_constants_table;
}
std::span<const Field<EvidenceConstants>> EvidenceConstants::fields() { return evidence_table; }
std::span<const Field<SearchBounds>> SearchBounds::fields() { return search_table; }
std::span<const Field<TrainingRecipe>> TrainingRecipe::fields() { return training_recipe_table; }
std::span<const Field<Interval>> Interval::fields() { return interval_table; }

}  // namespace gpupick
