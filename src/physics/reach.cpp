#include "physics/pass.hpp"

namespace gpupick {
namespace {

// Returns the share of the matrix rates that the board's power sustains. Products of fewer bits
// take less power per operation, so the share at 16 bit holds for every rate.
double held_share(const Gpu& gpu, const Calibration& calibration) {
  const TrainingConstants& law = calibration.only<TrainingConstants>();
  const SoftwareStack& stack = calibration.stack_of(gpu);
  const Number peak = matrix_rate(gpu, stack, false);
  return peak ? held_rate(gpu, stack, *peak, law.power_exponent, law.tflops_per_watt) / *peak : 1;
}

}  // namespace

std::optional<Reach> reach_of(const Gpu& gpu, bool single, const Calibration& calibration) {
  const TrainingClass* cards = class_of(gpu, calibration.of<TrainingClass>());
  const Number bandwidth = per_device(gpu, gpu.bandwidth_gb_s);
  if (!cards || !bandwidth) return {};
  Number tensor = single ? gpu.tf32_tensor_tflops : gpu.bf16_tensor_tflops;
  if (!single && tensor.value_or(0) == 0) tensor = gpu.fp16_tensor_tflops;
  Reach out;
  out.cards = cards;
  out.bandwidth = gb_per_second(*bandwidth * cards->memory_bandwidth);
  out.tensor = tensor.value_or(0) > 0;
  if (!out.tensor && !gpu.fp32_tflops) return {};
  out.held = out.tensor ? held_share(gpu, calibration) : 1;
  const double reached = out.tensor
                             ? *tensor * cards->matrix * out.held
                             : *gpu.fp32_tflops * calibration.only<TrainingConstants>().vector_fp32;
  out.rate = tflops(*per_device(gpu, reached));
  return out;
}

}  // namespace gpupick
