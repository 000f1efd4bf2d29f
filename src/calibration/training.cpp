#include "calibration/training.hpp"

#include "calibration/ranges.hpp"

namespace gpupick {
namespace {

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

}  // namespace

std::span<const Field> TrainingClass::fields() { return training_class_table; }
std::span<const Field> TrainingConstants::fields() { return training_constants_table; }
std::span<const Field> PretrainingTrainer::fields() { return pretraining_trainer_table; }
std::span<const Field> FineTuningConstants::fields() { return fine_tuning_constants_table; }
std::span<const Field> FineTuningTrainer::fields() { return fine_tuning_trainer_table; }
std::span<const Field> DequantisedFormat::fields() { return dequantised_format_table; }

}  // namespace gpupick
