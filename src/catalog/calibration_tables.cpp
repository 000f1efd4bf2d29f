// The tables of the constants. A law that lacks one, or holds another, is a finding.
#include "catalog/calibration.hpp"
#include "catalog/gpu.hpp"

namespace gpupick {
namespace {

constexpr std::string_view memory_words[] = {"hbm", "other"};

constexpr Field<Engine> engine_table[] = {
    {"id", &Engine::id, {.required = true}},
    {"like", &Engine::like, {.refers_to = "engines"}},
    {"software", &Engine::software, {.required = true}},
    {"backend_gib", &Engine::backend_gib, {.low = 1e-9, .high = 1e12, .required = true}},
    {"usable_share", &Engine::usable_share, {.low = 1e-9, .high = 3, .required = true}},
    {"unified_share", &Engine::unified_share, {.low = 1e-9, .high = 3, .required = true}},
    {"batch", &Engine::batch, {.low = 1e-9, .high = 1e12, .required = true}},
    {"hidden_bytes", &Engine::hidden_bytes, {.low = 1e-9, .high = 1e6}},
    {"ffn_bytes", &Engine::ffn_bytes, {.low = 1e-9, .high = 1e6}},
    {"logit_bytes", &Engine::logit_bytes, {.low = 0, .high = 1e6}},
    {"score_bytes", &Engine::score_bytes, {.low = 1e-9, .high = 1e6}},
    {"cache_block", &Engine::cache_block, {.low = 1e-9, .high = 1e12, .required = true}},
    {"live_caches", &Engine::live_caches, {.low = 1e-9, .high = 1e12}},
    {"state_bytes", &Engine::state_bytes, {.low = 1e-9, .high = 1e6, .required = true}},
    {"gguf", &Engine::gguf},
    {"embedding_on_host", &Engine::embedding_on_host},
    {"pipeline_parallel", &Engine::pipeline_parallel},
    {"half_accumulate", &Engine::half_accumulate},
    {"overlaps", &Engine::overlaps},
    {"cache_copies", &Engine::cache_copies, {.low = 1e-9, .high = 1e12}},
    {"split_2", &Engine::split_2, {.low = 1e-9, .high = 1e12}},
    {"split_4", &Engine::split_4, {.low = 1e-9, .high = 1e12}},
    {"split_8", &Engine::split_8, {.low = 1e-9, .high = 1e12}},
    {"pipeline_exponent", &Engine::pipeline_exponent, {.low = 1e-9, .high = 3}},
    {"power_exponent", &Engine::power_exponent, {.low = 1e-9, .high = 3, .required = true}},
    {"tflops_per_watt", &Engine::tflops_per_watt, {.low = 1e-9, .high = 1e12, .required = true}},
    {"f16_gain", &Engine::f16_gain, {.low = 1e-9, .high = 1e12, .required = true}},
    {"link_efficiency", &Engine::link_efficiency, {.low = 1e-9, .high = 3, .required = true}},
    {"source", &Engine::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<SpeedClass> speed_class_table[] = {
    {"id", &SpeedClass::id, {.required = true}},
    {"engine", &SpeedClass::engine, {.refers_to = "engines", .required = true}},
    {"stack", &SpeedClass::stack, {.choices = stack_words, .required = true}},
    {"architectures", &SpeedClass::architectures, {.refers_to = "architectures"}},
    {"memory", &SpeedClass::memory, {.choices = memory_words}},
    {"tensor", &SpeedClass::tensor},
    {"decode_efficiency",
     &SpeedClass::decode_efficiency,
     {.low = 1e-9, .high = 3, .required = true}},
    {"prefill_efficiency",
     &SpeedClass::prefill_efficiency,
     {.low = 1e-9, .high = 3, .required = true}},
    {"fp8_efficiency", &SpeedClass::fp8_efficiency, {.low = 1e-9, .high = 3}},
    {"cards", &SpeedClass::cards, {.low = 0, .high = 1e6, .required = true}},
    {"like", &SpeedClass::like, {.refers_to = "classes"}},
    {"note", &SpeedClass::note},
};

constexpr Field<EngineBuild> engine_build_table[] = {
    {"id", &EngineBuild::id, {.required = true}},
    {"engine", &EngineBuild::engine, {.refers_to = "engines", .required = true}},
    {"stack", &EngineBuild::stack, {.choices = stack_words, .required = true}},
    {"from", &EngineBuild::from, {.required = true}},
    {"layer_seconds", &EngineBuild::layer_seconds, {.low = 1e-9, .high = 60, .required = true}},
    {"sequence_seconds", &EngineBuild::sequence_seconds, {.low = 1e-9, .high = 60}},
    {"allreduce_seconds", &EngineBuild::allreduce_seconds, {.low = 1e-9, .high = 60}},
    {"attention_share", &EngineBuild::attention_share, {.low = 1e-9, .high = 3, .required = true}},
};

constexpr Field<TrainingClass> training_class_table[] = {
    {"id", &TrainingClass::id, {.required = true}},
    {"architectures",
     &TrainingClass::architectures,
     {.refers_to = "architectures", .required = true}},
    {"memory", &TrainingClass::memory, {.choices = memory_words}},
    {"matrix", &TrainingClass::matrix, {.low = 1e-9, .high = 1e12}},
    {"memory_bandwidth",
     &TrainingClass::memory_bandwidth,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"attention", &TrainingClass::attention, {.low = 1e-9, .high = 1e12, .required = true}},
    {"first_tensor_cores", &TrainingClass::first_tensor_cores},
    {"cards", &TrainingClass::cards, {.low = 0, .high = 1e6, .required = true}},
    {"pretraining_cards", &TrainingClass::pretraining_cards, {.low = 1e-9, .high = 1e6}},
    {"tuning_cards", &TrainingClass::tuning_cards, {.low = 1e-9, .high = 1e6}},
};

constexpr Field<ImageClass> image_class_table[] = {
    {"id", &ImageClass::id, {.required = true}},
    {"stack", &ImageClass::stack, {.choices = stack_words}},
    {"architectures", &ImageClass::architectures, {.refers_to = "architectures"}},
    {"tensor", &ImageClass::tensor},
    {"factor", &ImageClass::factor, {.low = 1e-9, .high = 1e12, .required = true}},
    {"cards", &ImageClass::cards, {.low = 0, .high = 1e6, .required = true}},
};

constexpr Field<TrainingConstants> training_constants_table[] = {
    {"id", &TrainingConstants::id, {.required = true}},
    {"vector_fp32", &TrainingConstants::vector_fp32, {.low = 1e-9, .high = 1e12, .required = true}},
    {"matrix", &TrainingConstants::matrix, {.low = 1e-9, .high = 1e12, .required = true}},
    {"matrix_fp8", &TrainingConstants::matrix_fp8, {.low = 1e-9, .high = 1e12, .required = true}},
    {"activation_bytes",
     &TrainingConstants::activation_bytes,
     {.low = 1e-9, .high = 1e6, .required = true}},
    {"node_gb_s", &TrainingConstants::node_gb_s, {.low = 1e-9, .high = 1e6, .required = true}},
    {"network_gb_s",
     &TrainingConstants::network_gb_s,
     {.low = 1e-9, .high = 1e6, .required = true}},
    {"module_gb_s", &TrainingConstants::module_gb_s, {.low = 1e-9, .high = 1e6, .required = true}},
    {"pcie_gb_s", &TrainingConstants::pcie_gb_s, {.low = 1e-9, .high = 1e6, .required = true}},
    {"consumer_gb_s",
     &TrainingConstants::consumer_gb_s,
     {.low = 1e-9, .high = 1e6, .required = true}},
    {"consumer_crowd",
     &TrainingConstants::consumer_crowd,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"consumer_few",
     &TrainingConstants::consumer_few,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"devices_per_node",
     &TrainingConstants::devices_per_node,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"source", &TrainingConstants::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<FineTuningConstants> fine_tuning_constants_table[] = {
    {"id", &FineTuningConstants::id, {.required = true}},
    {"attention", &FineTuningConstants::attention, {.low = 1e-9, .high = 1e12, .required = true}},
    {"full_step", &FineTuningConstants::full_step, {.low = 1e-9, .high = 1e12, .required = true}},
    {"dequantise_bytes",
     &FineTuningConstants::dequantise_bytes,
     {.low = 1e-9, .high = 1e6, .required = true}},
    {"several_cards",
     &FineTuningConstants::several_cards,
     {.low = 1e-9, .high = 1e6, .required = true}},
    {"source", &FineTuningConstants::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<FineTuningStack> fine_tuning_stack_table[] = {
    {"id", &FineTuningStack::id, {.required = true}},
    {"slowdown", &FineTuningStack::slowdown, {.low = 1e-9, .high = 1e12, .required = true}},
    {"layer_seconds", &FineTuningStack::layer_seconds, {.low = 1e-9, .high = 60, .required = true}},
    {"source", &FineTuningStack::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<DequantisedFormat> dequantised_format_table[] = {
    {"id", &DequantisedFormat::id, {.refers_to = "quantisations", .required = true}},
    {"dequantise_bytes",
     &DequantisedFormat::dequantise_bytes,
     {.low = 1e-9, .high = 1e6, .required = true}},
    {"source", &DequantisedFormat::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<Optimizer> optimizer_table[] = {
    {"id", &Optimizer::id, {.required = true}},
    {"adapts", &Optimizer::adapts},
    {"bytes_16", &Optimizer::bytes_16, {.low = 0, .high = 1e6, .required = true}},
    {"bytes_32", &Optimizer::bytes_32, {.low = 0, .high = 1e6, .required = true}},
    {"step_bytes", &Optimizer::step_bytes, {.low = 1e-9, .high = 1e6}},
    {"source", &Optimizer::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<TrainingMemory> training_memory_table[] = {
    {"id", &TrainingMemory::id, {.required = true}},
    {"norm_units_32",
     &TrainingMemory::norm_units_32,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"norm_units_16",
     &TrainingMemory::norm_units_16,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"attention_units",
     &TrainingMemory::attention_units,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"repeat_units", &TrainingMemory::repeat_units, {.low = 1e-9, .high = 1e12, .required = true}},
    {"gated_units", &TrainingMemory::gated_units, {.low = 1e-9, .high = 1e12, .required = true}},
    {"plain_units", &TrainingMemory::plain_units, {.low = 1e-9, .high = 1e12, .required = true}},
    {"qk_norm_units",
     &TrainingMemory::qk_norm_units,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"pretraining_units",
     &TrainingMemory::pretraining_units,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"score_bytes", &TrainingMemory::score_bytes, {.low = 1e-9, .high = 1e6, .required = true}},
    {"logit_bytes", &TrainingMemory::logit_bytes, {.low = 1e-9, .high = 1e6, .required = true}},
    {"pretraining_logit_bytes",
     &TrainingMemory::pretraining_logit_bytes,
     {.low = 1e-9, .high = 1e6, .required = true}},
    {"dequantised_factor",
     &TrainingMemory::dequantised_factor,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"runtime_gib", &TrainingMemory::runtime_gib, {.low = 1e-9, .high = 1e12, .required = true}},
    {"usable_share", &TrainingMemory::usable_share, {.low = 1e-9, .high = 3, .required = true}},
    {"unified_share", &TrainingMemory::unified_share, {.low = 1e-9, .high = 3, .required = true}},
    {"source", &TrainingMemory::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<NetworkMemory> network_memory_table[] = {
    {"id", &NetworkMemory::id, {.required = true}},
    {"usable_share", &NetworkMemory::usable_share, {.low = 1e-9, .high = 3, .required = true}},
    {"unified_share", &NetworkMemory::unified_share, {.low = 1e-9, .high = 3, .required = true}},
    {"denoised_gib", &NetworkMemory::denoised_gib, {.low = 1e-9, .high = 1e12, .required = true}},
    {"denoised_gib_32",
     &NetworkMemory::denoised_gib_32,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"decoded_gib", &NetworkMemory::decoded_gib, {.low = 1e-9, .high = 1e12, .required = true}},
    {"decoded_gib_32",
     &NetworkMemory::decoded_gib_32,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"score_bytes", &NetworkMemory::score_bytes, {.low = 1e-9, .high = 1e6, .required = true}},
    {"score_bytes_32",
     &NetworkMemory::score_bytes_32,
     {.low = 1e-9, .high = 1e6, .required = true}},
    {"runtime_gib", &NetworkMemory::runtime_gib, {.low = 1e-9, .high = 1e12, .required = true}},
    {"state_bytes", &NetworkMemory::state_bytes, {.low = 1e-9, .high = 1e6, .required = true}},
    {"encoder_state_bytes",
     &NetworkMemory::encoder_state_bytes,
     {.low = 1e-9, .high = 1e6, .required = true}},
    {"layer_bytes", &NetworkMemory::layer_bytes, {.low = 1e-9, .high = 1e6, .required = true}},
    {"layer_bytes_32",
     &NetworkMemory::layer_bytes_32,
     {.low = 1e-9, .high = 1e6, .required = true}},
    {"square_bytes", &NetworkMemory::square_bytes, {.low = 1e-9, .high = 1e6, .required = true}},
    {"square_bytes_32",
     &NetworkMemory::square_bytes_32,
     {.low = 1e-9, .high = 1e6, .required = true}},
    {"source", &NetworkMemory::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<NetworkTraining> network_training_table[] = {
    {"id", &NetworkTraining::id, {.refers_to = "networks", .required = true}},
    {"gflop", &NetworkTraining::gflop, {.low = 1e-9, .high = 1e12, .required = true}},
    {"gbyte", &NetworkTraining::gbyte, {.low = 1e-9, .high = 1e12, .required = true}},
    {"bytes_fp32", &NetworkTraining::bytes_fp32, {.low = 1e-9, .high = 1e6, .required = true}},
    {"step_seconds", &NetworkTraining::step_seconds, {.low = 1e-9, .high = 60, .required = true}},
    {"exchange_gb", &NetworkTraining::exchange_gb, {.low = 1e-9, .high = 1e12, .required = true}},
    {"gib_less", &NetworkTraining::gib_less, {.low = 0, .high = 1e12, .required = true}},
    {"batch_per_gib",
     &NetworkTraining::batch_per_gib,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"gib_less_32", &NetworkTraining::gib_less_32, {.low = 1e-9, .high = 1e12, .required = true}},
    {"batch_per_gib_32",
     &NetworkTraining::batch_per_gib_32,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"before_ampere", &NetworkTraining::before_ampere, {.low = 1e-9, .high = 1e12}},
    {"source", &NetworkTraining::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<ImageConstants> image_constants_table[] = {
    {"id", &ImageConstants::id, {.required = true}},
    {"efficiency", &ImageConstants::efficiency, {.low = 1e-9, .high = 1e12, .required = true}},
    {"power_exponent", &ImageConstants::power_exponent, {.low = 1e-9, .high = 3, .required = true}},
    {"tflops_per_watt",
     &ImageConstants::tflops_per_watt,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"gigabytes_per_step",
     &ImageConstants::gigabytes_per_step,
     {.low = 1e-9, .high = 1e6, .required = true}},
    {"step_seconds", &ImageConstants::step_seconds, {.low = 1e-9, .high = 60, .required = true}},
    {"reference_gmacs",
     &ImageConstants::reference_gmacs,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"reference_evaluations",
     &ImageConstants::reference_evaluations,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"decoder_gmacs",
     &ImageConstants::decoder_gmacs,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"decoder_resolution",
     &ImageConstants::decoder_resolution,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"eager", &ImageConstants::eager, {.low = 1e-9, .high = 1e12, .required = true}},
    {"source", &ImageConstants::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<OffloadConstants> offload_constants_table[] = {
    {"id", &OffloadConstants::id, {.required = true}},
    {"host_efficiency",
     &OffloadConstants::host_efficiency,
     {.low = 1e-9, .high = 3, .required = true}},
    {"usual_host_gb_s",
     &OffloadConstants::usual_host_gb_s,
     {.low = 1e-9, .high = 1e6, .required = true}},
    {"bus_efficiency",
     &OffloadConstants::bus_efficiency,
     {.low = 1e-9, .high = 3, .required = true}},
    {"source", &OffloadConstants::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<ServingConstants> serving_constants_table[] = {
    {"id", &ServingConstants::id, {.required = true}},
    {"most_streams",
     &ServingConstants::most_streams,
     {.low = 1e-9, .high = 1e12, .required = true}},
    {"source", &ServingConstants::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<EvidenceConstants> evidence_table[] = {
    {"id", &EvidenceConstants::id, {.required = true}},
    {"least_rows", &EvidenceConstants::least_rows, {.low = 0, .high = 1e6, .required = true}},
    {"source", &EvidenceConstants::source, {.refers_to = "sources", .required = true}},
};

constexpr Field<Interval> interval_table[] = {
    {"id", &Interval::id, {.required = true}},
    {"stack", &Interval::stack, {.choices = stack_words}},
    {"network", &Interval::network, {.refers_to = "networks"}},
    {"segment", &Interval::segment, {}},
    {"low", &Interval::low, {.low = 1e-9, .high = 1e12, .required = true}},
    {"high", &Interval::high, {.low = 1e-9, .high = 1e12, .required = true}},
    {"rows", &Interval::rows, {.low = 0, .high = 1e6, .required = true}},
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
std::span<const Field<DequantisedFormat>> DequantisedFormat::fields() {
  return dequantised_format_table;
}
std::span<const Field<Optimizer>> Optimizer::fields() { return optimizer_table; }
std::span<const Field<TrainingMemory>> TrainingMemory::fields() { return training_memory_table; }
std::span<const Field<NetworkMemory>> NetworkMemory::fields() { return network_memory_table; }
std::span<const Field<NetworkTraining>> NetworkTraining::fields() { return network_training_table; }
std::span<const Field<ImageConstants>> ImageConstants::fields() { return image_constants_table; }
std::span<const Field<OffloadConstants>> OffloadConstants::fields() {
  return offload_constants_table;
}
std::span<const Field<ServingConstants>> ServingConstants::fields() {
  return serving_constants_table;
}
std::span<const Field<EvidenceConstants>> EvidenceConstants::fields() { return evidence_table; }
std::span<const Field<Interval>> Interval::fields() { return interval_table; }

}  // namespace gpupick
