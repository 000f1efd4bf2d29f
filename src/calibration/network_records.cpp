// Fields of the records of network.hpp.
#include "calibration/network.hpp"
#include "calibration/ranges.hpp"

namespace gpupick {

std::span<const Field> NetworkMemory::fields() {
  static constexpr auto table = sourced<NetworkMemory>({
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
  return table;
}

namespace {

constexpr FieldFacts network_id{.refers_to = "networks", .required = true};

}  // namespace

std::span<const Field> NetworkTraining::fields() {
  static constexpr auto table = sourced<NetworkTraining, network_id>({
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
  return table;
}

std::span<const Field> NetworkInference::fields() {
  static constexpr auto table = sourced<NetworkInference, network_id>({
      {"activation_bytes", &NetworkInference::activation_bytes, required(range::bytes)},
  });
  return table;
}

std::span<const Field> VisionConstants::fields() {
  static constexpr auto table = sourced<VisionConstants>({
      {"matrix", &VisionConstants::matrix, required(range::factor)},
      {"compiled", &VisionConstants::compiled, required(range::share)},
      {"kept_bytes", &VisionConstants::kept_bytes, required(range::bytes)},
      {"least_batch", &VisionConstants::least_batch, required(range::count)},
      {"most_batch", &VisionConstants::most_batch, required(range::count)},
      {"training_work", &VisionConstants::training_work, required(range::factor)},
      {"training_traffic", &VisionConstants::training_traffic, required(range::factor)},
  });
  return table;
}

std::span<const Field> EmbeddingConstants::fields() {
  static constexpr auto table = sourced<EmbeddingConstants>({
      {"matrix", &EmbeddingConstants::matrix, required(range::factor)},
      {"attention", &EmbeddingConstants::attention, required(range::factor)},
      {"activation_bytes", &EmbeddingConstants::activation_bytes, required(range::bytes)},
      {"gated_activation_bytes", &EmbeddingConstants::gated_activation_bytes,
       required(range::bytes)},
      {"layer_seconds", &EmbeddingConstants::layer_seconds, required(range::seconds)},
      {"gated_layer_seconds", &EmbeddingConstants::gated_layer_seconds, required(range::seconds)},
  });
  return table;
}

std::span<const Field> ImageClass::fields() {
  static constexpr auto table = identified<ImageClass>({
      {"stack", &ImageClass::stack, {.refers_to = "stacks"}},
      {"architectures", &ImageClass::architectures, {.refers_to = "architectures"}},
      {"tensor", &ImageClass::tensor},
      {"factor", &ImageClass::factor, required(range::factor)},
      {"cards", &ImageClass::cards, required(range::measured)},
      {"video_cards", &ImageClass::video_cards, range::measured},
  });
  return table;
}

std::span<const Field> ImageConstants::fields() {
  static constexpr auto table = sourced<ImageConstants>({
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
  return table;
}

}  // namespace gpupick
