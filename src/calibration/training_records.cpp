// Fields of the records of training.hpp.
#include "calibration/ranges.hpp"
#include "calibration/training.hpp"

namespace gpupick {

std::span<const Field> TrainingClass::fields() {
  static constexpr auto table = identified<TrainingClass>({
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
  return table;
}

std::span<const Field> TrainingConstants::fields() {
  static constexpr auto table = sourced<TrainingConstants>({
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
  return table;
}

std::span<const Field> PretrainingTrainer::fields() {
  static constexpr auto table = sourced<PretrainingTrainer>({
      {"splits_model", &PretrainingTrainer::splits_model},
      {"attention", &PretrainingTrainer::attention, range::factor},
      {"activation_bytes", &PretrainingTrainer::activation_bytes, range::bytes},
      {"matrix_fp8", &PretrainingTrainer::matrix_fp8, range::factor},
      {"expert_bytes", &PretrainingTrainer::expert_bytes, range::bytes},
  });
  return table;
}

std::span<const Field> FineTuningConstants::fields() {
  static constexpr auto table = sourced<FineTuningConstants>({
      {"attention", &FineTuningConstants::attention, required(range::factor)},
      {"adapter_bytes", &FineTuningConstants::adapter_bytes, required({.low = 0, .high = 1e8})},
      {"dequantise_bytes", &FineTuningConstants::dequantise_bytes, required(range::bytes)},
      {"several_cards", &FineTuningConstants::several_cards, required(range::measured)},
  });
  return table;
}

std::span<const Field> FineTuningTrainer::fields() {
  static constexpr auto table = sourced<FineTuningTrainer>({
      {"traffic", &FineTuningTrainer::traffic, required(range::factor)},
      {"layer_seconds", &FineTuningTrainer::layer_seconds, required(range::seconds)},
      {"full_step", &FineTuningTrainer::full_step, range::factor},
      {"like", &FineTuningTrainer::like, {.refers_to = "fine_tuning_stacks"}},
      {"logit_bytes", &FineTuningTrainer::logit_bytes, range::bytes},
      {"embedding_bytes", &FineTuningTrainer::embedding_bytes, required(range::bytes)},
      {"wide_adapters", &FineTuningTrainer::wide_adapters},
      {"host_checkpoints", &FineTuningTrainer::host_checkpoints},
      {"fetches_layers", &FineTuningTrainer::fetches_layers},
  });
  return table;
}

std::span<const Field> DequantisedFormat::fields() {
  static constexpr FieldFacts format_id{.refers_to = "quantisations", .required = true};
  static constexpr auto table = sourced<DequantisedFormat, format_id>({
      {"dequantise_bytes", &DequantisedFormat::dequantise_bytes, required(range::bytes)},
  });
  return table;
}

std::span<const Field> TrainingMemory::fields() {
  static constexpr auto table = sourced<TrainingMemory>({
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
  return table;
}

std::span<const Field> Optimizer::fields() {
  static constexpr auto table = identified<Optimizer>({
      {"adapts", &Optimizer::adapts},
      {"bytes_16", &Optimizer::bytes_16, required(range::state_bytes)},
      {"bytes_32", &Optimizer::bytes_32, required(range::state_bytes)},
      {"step_bytes", &Optimizer::step_bytes, range::bytes},
      {"paged", &Optimizer::paged},
      {"source", &Optimizer::source, {.refers_to = "sources", .required = true}},
      {"more_sources", &Optimizer::more_sources, {.refers_to = "sources"}},
  });
  return table;
}

std::span<const Field> TrainingRecipe::fields() {
  static constexpr FieldFacts recipe_id{.choices = recipe_names, .required = true};
  static constexpr auto table = sourced<TrainingRecipe, recipe_id>({
      {"weight", &TrainingRecipe::weight, required(range::bytes)},
      {"gradient", &TrainingRecipe::gradient, required(range::bytes)},
      {"master", &TrainingRecipe::master, range::state_bytes},
  });
  return table;
}

}  // namespace gpupick
