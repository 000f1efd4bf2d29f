// Fields of the records of this room. Validation reports a record that lacks a required constant or
// has one out of its plausible range.
#include "calibration/calibration.hpp"
#include "models/model.hpp"

namespace gpupick {
namespace {

constexpr FieldFacts required(FieldFacts facts) {
  facts.required = true;
  return facts;
}

// A figure by which estimates divide.
constexpr FieldFacts divisor(FieldFacts facts) {
  facts.positive = true;
  return facts;
}

// The memory of a class of cards.
constexpr std::string_view memory_words[] = {"hbm", "lpddr", "other"};

namespace range {

constexpr FieldFacts share{.low = 0.001,
                           .high = 3};  // of a peak, which caches and clocks can exceed
constexpr FieldFacts factor{.low = 1e-4, .high = 1e4};
constexpr FieldFacts count{.low = 1, .high = 1e6};
constexpr FieldFacts measured{.low = 0, .high = 1e6};  // number of cards or rows
constexpr FieldFacts seconds{.unit = "s", .low = 1e-9, .high = 60};
constexpr FieldFacts bytes{.unit = "bytes", .low = 0.01, .high = 1e4};
constexpr FieldFacts state_bytes{.unit = "bytes", .low = 0, .high = 1e4};
constexpr FieldFacts gib{.unit = "GiB", .low = 0, .high = 1e3};
constexpr FieldFacts gb_s{.unit = "GB/s", .low = 0.1, .high = 1e5};
constexpr FieldFacts work{.low = 0, .high = 1e6};  // work or traffic of a network

}  // namespace range

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
    {"guess", &Engine::guess},
    {"serves", &Engine::serves},
    {"latent_prompts", &Engine::latent_prompts},
    {"memory_note", &Engine::memory_note},
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
    {"vector_share", &Engine::vector_share, divisor(range::factor)},
    {"tile", &Engine::tile, range::count},
    {"expert_tile", &Engine::expert_tile, range::count},
    {"state_operations", &Engine::state_operations, range::count},
    {"routing_operations", &Engine::routing_operations, range::count},
    {"attention_share", &Engine::attention_share, divisor(range::share)},
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
    {"cache_share", &EngineBuild::cache_share, divisor(range::factor)},
    {"expert_share", &EngineBuild::expert_share, divisor(range::factor)},
    {"cache_read_bytes", &EngineBuild::cache_read_bytes, range::bytes},
    {"matrix_share", &EngineBuild::matrix_share, range::factor},
    {"unit_operations", &EngineBuild::unit_operations, divisor(range::count)},
    {"unit_fp32", &EngineBuild::unit_fp32, range::count},
});

constexpr auto serving_constants_table = sourced<ServingConstants>({
    {"most_streams", &ServingConstants::most_streams, required(range::count)},
    {"activation_bytes", &ServingConstants::activation_bytes, range::state_bytes},
    {"unpacked_share", &ServingConstants::unpacked_share, range::factor},
});

constexpr auto offload_constants_table = sourced<OffloadConstants>({
    {"host_efficiency", &OffloadConstants::host_efficiency, required(range::share)},
    {"host_most_gb_s", &OffloadConstants::host_most_gb_s, divisor(range::gb_s)},
    {"usual_host_gb_s", &OffloadConstants::usual_host_gb_s, required(range::gb_s)},
    {"bus_efficiency", &OffloadConstants::bus_efficiency, required(range::share)},
    {"copy_gb_s", &OffloadConstants::copy_gb_s, divisor(range::gb_s)},
    {"pinned_efficiency", &OffloadConstants::pinned_efficiency, required(range::share)},
});

constexpr std::string_view work_words[] = {
    "embedding",       "image",      "image-swapped", "inference", "inference-networked",
    "offload",         "size-cache", "size-speed",    "vision",    "vision-elsewhere",
    "vision-training", "video",      "training"};
constexpr std::string_view kind_words[] = {
    "encoder",  "hybrid", "mixture",           "plain", "pretraining",
    "sequence", "tuning", "pretraining-split", "vision"};

constexpr auto interval_table = identified<Interval>({
    {"work", &Interval::work, {.choices = work_words, .required = true}},
    {"kinds", &Interval::kinds, {.choices = kind_words}},
    {"prompt", &Interval::prompt},
    {"several", &Interval::several},
    {"in_turn", &Interval::in_turn},
    {"serves", &Interval::serves},
    {"stack", &Interval::stack, {.refers_to = "stacks"}},
    {"network", &Interval::network, {.refers_to = "networks"}},
    {"segment", &Interval::segment},
    {"measured", &Interval::measured},
    {"low", &Interval::low, required(range::factor)},
    {"high", &Interval::high, required(range::factor)},
    {"rows", &Interval::rows, required(range::measured)},
    {"guess", &Interval::guess},
});

constexpr auto evidence_table = sourced<EvidenceConstants>({
    {"least_rows", &EvidenceConstants::least_rows, required(range::measured)},
});

constexpr auto search_table = sourced<SearchBounds>({
    {"least_bits", &SearchBounds::least_bits, required({.low = 1, .high = 16})},
    {"shortest_context", &SearchBounds::shortest_context, required(range::count)},
    {"shortest_sequence", &SearchBounds::shortest_sequence, required(range::count)},
    {"token_step", &SearchBounds::token_step, required(range::count)},
    {"training_cards", &SearchBounds::training_cards, required({.low = 1, .high = 4096})},
    {"inference_cards", &SearchBounds::inference_cards, required({.low = 1, .high = 64})},
    {"least_each", &SearchBounds::least_each, required({.low = 0.1, .high = 100})},
    {"longest_wait", &SearchBounds::longest_wait, required({.low = 1, .high = 86400})},
    {"image_shares", &SearchBounds::image_shares, required({.low = 0.01, .high = 1})},
    {"image_step", &SearchBounds::image_step, required(range::count)},
    {"ram_step_gib", &SearchBounds::ram_step_gib, required(range::count)},
});

constexpr auto training_class_table = identified<TrainingClass>({
    {"architectures",
     &TrainingClass::architectures,
     {.refers_to = "architectures", .required = true}},
    {"memory", &TrainingClass::memory, {.choices = memory_words}},
    {"matrix", &TrainingClass::matrix, range::factor},
    {"memory_bandwidth", &TrainingClass::memory_bandwidth, required(range::factor)},
    {"attention", &TrainingClass::attention, required(range::factor)},
    {"vision", &TrainingClass::vision, range::factor},
    {"first_tensor_cores", &TrainingClass::first_tensor_cores},
    {"cards", &TrainingClass::cards, required(range::measured)},
    {"pretraining_cards", &TrainingClass::pretraining_cards, range::measured},
    {"split_cards", &TrainingClass::split_cards, range::measured},
    {"tuning_cards", &TrainingClass::tuning_cards, range::measured},
    {"vision_cards", &TrainingClass::vision_cards, range::measured},
    {"embedding_cards", &TrainingClass::embedding_cards, range::measured},
});

constexpr auto training_constants_table = sourced<TrainingConstants>({
    {"vector_fp32", &TrainingConstants::vector_fp32, required(range::factor)},
    {"matrix", &TrainingConstants::matrix, required(range::factor)},
    {"matrix_fp8", &TrainingConstants::matrix_fp8, required(range::factor)},
    {"power_exponent", &TrainingConstants::power_exponent, required(range::share)},
    {"tflops_per_watt", &TrainingConstants::tflops_per_watt, required(range::factor)},
    {"activation_bytes", &TrainingConstants::activation_bytes, required(range::bytes)},
    {"node_gb_s", &TrainingConstants::node_gb_s, required(range::gb_s)},
    {"network_gb_s", &TrainingConstants::network_gb_s, required(range::gb_s)},
    {"module_gb_s", &TrainingConstants::module_gb_s, required(range::gb_s)},
    {"pcie_gb_s", &TrainingConstants::pcie_gb_s, required(range::gb_s)},
    {"consumer_gb_s", &TrainingConstants::consumer_gb_s, required(range::gb_s)},
    {"consumer_crowd", &TrainingConstants::consumer_crowd, required(range::factor)},
    {"consumer_few", &TrainingConstants::consumer_few, required(range::factor)},
    {"devices_per_node", &TrainingConstants::devices_per_node, required(range::count)},
});

constexpr auto pretraining_trainer_table = sourced<PretrainingTrainer>({
    {"splits_model", &PretrainingTrainer::splits_model},
    {"attention", &PretrainingTrainer::attention, range::factor},
    {"activation_bytes", &PretrainingTrainer::activation_bytes, range::bytes},
    {"matrix_fp8", &PretrainingTrainer::matrix_fp8, range::factor},
    {"expert_bytes", &PretrainingTrainer::expert_bytes, range::bytes},
});

constexpr auto fine_tuning_constants_table = sourced<FineTuningConstants>({
    {"attention", &FineTuningConstants::attention, required(range::factor)},
    {"adapter_bytes", &FineTuningConstants::adapter_bytes, required({.low = 0, .high = 1e8})},
    {"dequantise_bytes", &FineTuningConstants::dequantise_bytes, required(range::bytes)},
    {"several_cards", &FineTuningConstants::several_cards, required(range::measured)},
});

constexpr auto fine_tuning_trainer_table = sourced<FineTuningTrainer>({
    {"traffic", &FineTuningTrainer::traffic, required(range::factor)},
    {"layer_seconds", &FineTuningTrainer::layer_seconds, required(range::seconds)},
    {"full_step", &FineTuningTrainer::full_step, range::factor},
    {"like", &FineTuningTrainer::like, {.refers_to = "fine_tuning_stacks"}},
    {"logit_bytes", &FineTuningTrainer::logit_bytes, range::bytes},
    {"embedding_bytes", &FineTuningTrainer::embedding_bytes, required(range::bytes)},
    {"wide_adapters", &FineTuningTrainer::wide_adapters},
    {"host_checkpoints", &FineTuningTrainer::host_checkpoints},
    {"prefetches", &FineTuningTrainer::prefetches},
});

constexpr FieldFacts format_id{.refers_to = "quantisations", .required = true};
constexpr auto dequantised_format_table = sourced<DequantisedFormat, format_id>({
    {"dequantise_bytes", &DequantisedFormat::dequantise_bytes, required(range::bytes)},
});

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

constexpr auto network_memory_table = sourced<NetworkMemory>({
    {"usable_share", &NetworkMemory::usable_share, required(range::share)},
    {"unified_share", &NetworkMemory::unified_share, required(range::share)},
    {"denoised_gib", &NetworkMemory::denoised_gib, required(range::gib)},
    {"denoised_gib_32", &NetworkMemory::denoised_gib_32, required(range::gib)},
    {"decoded_gib", &NetworkMemory::decoded_gib, required(range::gib)},
    {"decoded_gib_32", &NetworkMemory::decoded_gib_32, required(range::gib)},
    {"token_bytes", &NetworkMemory::token_bytes, required(range::bytes)},
    {"swapped_token_bytes", &NetworkMemory::swapped_token_bytes, required(range::bytes)},
    {"score_bytes", &NetworkMemory::score_bytes, required(range::bytes)},
    {"score_bytes_32", &NetworkMemory::score_bytes_32, required(range::bytes)},
    {"runtime_gib", &NetworkMemory::runtime_gib, required(range::gib)},
    {"state_bytes", &NetworkMemory::state_bytes, required(range::bytes)},
    {"encoder_state_bytes", &NetworkMemory::encoder_state_bytes, required(range::bytes)},
    {"layer_bytes", &NetworkMemory::layer_bytes, required(range::bytes)},
    {"layer_bytes_32", &NetworkMemory::layer_bytes_32, required(range::bytes)},
    {"square_bytes", &NetworkMemory::square_bytes, required(range::bytes)},
    {"square_bytes_32", &NetworkMemory::square_bytes_32, required(range::bytes)},
});

constexpr FieldFacts network_id{.refers_to = "networks", .required = true};
constexpr auto network_training_table = sourced<NetworkTraining, network_id>({
    {"gflop", &NetworkTraining::gflop, required(range::work)},
    {"gbyte", &NetworkTraining::gbyte, required(range::work)},
    {"bytes_fp32", &NetworkTraining::bytes_fp32, required(range::bytes)},
    {"step_seconds", &NetworkTraining::step_seconds, required(range::seconds)},
    {"exchange_gb", &NetworkTraining::exchange_gb, required(range::work)},
    {"gib_less", &NetworkTraining::gib_less, required(range::gib)},
    {"batch_per_gib", &NetworkTraining::batch_per_gib, required(range::factor)},
    {"gib_less_32", &NetworkTraining::gib_less_32, required(range::gib)},
    {"batch_per_gib_32", &NetworkTraining::batch_per_gib_32, required(range::factor)},
    {"before_ampere", &NetworkTraining::before_ampere, range::factor},
});

constexpr auto network_inference_table = sourced<NetworkInference, network_id>({
    {"activation_bytes", &NetworkInference::activation_bytes, required(range::bytes)},
});

constexpr auto vision_constants_table = sourced<VisionConstants>({
    {"matrix", &VisionConstants::matrix, required(range::factor)},
    {"compiled", &VisionConstants::compiled, required(range::share)},
    {"kept_bytes", &VisionConstants::kept_bytes, required(range::bytes)},
    {"least_batch", &VisionConstants::least_batch, required(range::count)},
    {"most_batch", &VisionConstants::most_batch, required(range::count)},
    {"training_work", &VisionConstants::training_work, required(range::factor)},
    {"training_traffic", &VisionConstants::training_traffic, required(range::factor)},
});

constexpr auto embedding_constants_table = sourced<EmbeddingConstants>({
    {"matrix", &EmbeddingConstants::matrix, required(range::factor)},
    {"attention", &EmbeddingConstants::attention, required(range::factor)},
    {"activation_bytes", &EmbeddingConstants::activation_bytes, required(range::bytes)},
    {"gated_activation_bytes", &EmbeddingConstants::gated_activation_bytes, required(range::bytes)},
    {"layer_seconds", &EmbeddingConstants::layer_seconds, required(range::seconds)},
    {"gated_layer_seconds", &EmbeddingConstants::gated_layer_seconds, required(range::seconds)},
});

constexpr auto image_class_table = identified<ImageClass>({
    {"stack", &ImageClass::stack, {.refers_to = "stacks"}},
    {"architectures", &ImageClass::architectures, {.refers_to = "architectures"}},
    {"tensor", &ImageClass::tensor},
    {"factor", &ImageClass::factor, required(range::factor)},
    {"cards", &ImageClass::cards, required(range::measured)},
    {"video_cards", &ImageClass::video_cards, range::measured},
});

constexpr auto image_constants_table = sourced<ImageConstants>({
    {"efficiency", &ImageConstants::efficiency, required(range::factor)},
    {"power_exponent", &ImageConstants::power_exponent, required(range::share)},
    {"tflops_per_watt", &ImageConstants::tflops_per_watt, required(range::factor)},
    {"gigabytes_per_step", &ImageConstants::gigabytes_per_step, required(range::bytes)},
    {"step_seconds", &ImageConstants::step_seconds, required(range::seconds)},
    {"reference_gmacs", &ImageConstants::reference_gmacs, required({.low = 1, .high = 1e6})},
    {"large_gmacs", &ImageConstants::large_gmacs, required(range::work)},
    {"large_gain", &ImageConstants::large_gain, required(range::factor)},
    {"reference_evaluations", &ImageConstants::reference_evaluations, required(range::count)},
    {"decoder_gmacs", &ImageConstants::decoder_gmacs, required(range::work)},
    {"decoder_resolution", &ImageConstants::decoder_resolution, required(range::count)},
    {"eager", &ImageConstants::eager, required(range::factor)},
    {"attention_share", &ImageConstants::attention_share, required(range::factor)},
    {"compiled", &ImageConstants::compiled, required(range::factor)},
    {"fp8", &ImageConstants::fp8, required(range::factor)},
});

}  // namespace

std::span<const Field> Engine::fields() { return engine_table; }
std::span<const Field> SpeedClass::fields() { return speed_class_table; }
std::span<const Field> EngineBuild::fields() { return engine_build_table; }
std::span<const Field> ServingConstants::fields() { return serving_constants_table; }
std::span<const Field> OffloadConstants::fields() { return offload_constants_table; }
std::span<const Field> Interval::fields() { return interval_table; }
std::span<const Field> EvidenceConstants::fields() { return evidence_table; }
std::span<const Field> SearchBounds::fields() { return search_table; }
std::span<const Field> TrainingClass::fields() { return training_class_table; }
std::span<const Field> TrainingConstants::fields() { return training_constants_table; }
std::span<const Field> PretrainingTrainer::fields() { return pretraining_trainer_table; }
std::span<const Field> FineTuningConstants::fields() { return fine_tuning_constants_table; }
std::span<const Field> FineTuningTrainer::fields() { return fine_tuning_trainer_table; }
std::span<const Field> DequantisedFormat::fields() { return dequantised_format_table; }
std::span<const Field> TrainingMemory::fields() { return training_memory_table; }
std::span<const Field> Optimizer::fields() { return optimizer_table; }
std::span<const Field> TrainingRecipe::fields() { return training_recipe_table; }
std::span<const Field> EmbeddingConstants::fields() { return embedding_constants_table; }
std::span<const Field> NetworkMemory::fields() { return network_memory_table; }
std::span<const Field> NetworkTraining::fields() { return network_training_table; }
std::span<const Field> NetworkInference::fields() { return network_inference_table; }
std::span<const Field> VisionConstants::fields() { return vision_constants_table; }
std::span<const Field> ImageClass::fields() { return image_class_table; }
std::span<const Field> ImageConstants::fields() { return image_constants_table; }

}  // namespace gpupick
