#include "calibration/network.hpp"

#include "calibration/ranges.hpp"

namespace gpupick {
namespace {

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

}  // namespace

std::span<const Field> EmbeddingConstants::fields() { return embedding_constants_table; }
std::span<const Field> NetworkMemory::fields() { return network_memory_table; }
std::span<const Field> NetworkTraining::fields() { return network_training_table; }
std::span<const Field> NetworkInference::fields() { return network_inference_table; }
std::span<const Field> VisionConstants::fields() { return vision_constants_table; }

}  // namespace gpupick
