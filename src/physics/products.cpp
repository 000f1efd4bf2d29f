// The problem: a step multiplies its tokens with the weights of every layer, and the rate of these
// products depends on the format, the units that take it, and how the kernels tile them.
//
//   rate    the FP8 or FP4 units where they take the format, else the 16-bit units, limited by how
//           fast compute units unpack weights and by the board's power
//   work    2 x parameters x tokens, in whole tiles; few tokens go to the vector units
//
// The constants are those of the engine and the card's class (data/calibration.json).
#include "physics/inference.hpp"

namespace gpupick {
namespace {

// Returns the rate of the FP8 or FP4 units that multiply this format natively, in TFLOPS, or
// nothing if the card has none.
Number low_bit_rate(const Gpu& gpu, const Quantisation& quant) {
  const Number rate = quant.units == "fp8"   ? gpu.fp8_tensor_tflops
                      : quant.units == "fp4" ? gpu.fp4_tensor_tflops
                                             : Number();
  return rate.value_or(0) > 0 ? rate : Number();
}

// Returns the clocks of all compute units, in 10^12 per second, or nothing if unknown. Derives them
// from the FP32 rate if the units or their clock are unknown.
Number unit_clocks(const Gpu& gpu, const EngineBuild& build) {
  if (gpu.compute_units && gpu.boost_mhz) return *gpu.compute_units * *gpu.boost_mhz / 1e6;
  if (gpu.fp32_tflops && build.unit_fp32) return *gpu.fp32_tflops / *build.unit_fp32;
  return {};
}

// Returns the rate in TFLOPS at which the compute units can unpack weights for the matrix units,
// but at most `peak`.
double unpacking_rate(const Gpu& gpu, const Job& job, const EngineBuild& build, double peak) {
  const Number clocks = unit_clocks(gpu, build);
  if (!build.unit_operations || job.format->linear_bits >= 16 || !clocks) return peak;
  return std::min(peak, *build.unit_operations * *clocks);
}

}  // namespace

std::optional<OperationsPerSecond> product_rate(const Gpu& gpu, const Job& job,
                                                const EngineConstants& fitted) {
  const Engine& engine = *fitted.engine;
  const Number rate = matrix_rate(gpu, *fitted.stack, engine.half_accumulate);
  if (!rate) return {};
  const Number low_bit = fitted.speed_class->unpacks ? Number() : low_bit_rate(gpu, *job.format);
  const double peak = low_bit ? *rate : unpacking_rate(gpu, job, *fitted.build, *rate);
  const double held =
      held_rate(gpu, *fitted.stack, peak, engine.power_exponent, engine.tflops_per_watt);
  return tflops(*per_device(gpu, held * low_bit.value_or(peak) / peak));
}

double product_share(const Gpu& gpu, const Job& job, const EngineConstants& fitted) {
  const SpeedClass& cards = *fitted.speed_class;
  return cards.fp8_efficiency && low_bit_rate(gpu, *job.format)
             ? *cards.fp8_efficiency
             : cards.prefill_efficiency * fitted.build->matrix_share;
}

double vector_tflops(const Gpu& gpu) { return per_device(gpu, gpu.fp32_tflops).value_or(0); }

double tiled_experts(const Model& model, double tokens, const Engine& engine) {
  const double met = active_experts(model, tokens);
  const double sent = tokens * active_experts(model, 1);
  return std::max(engine.expert_tile * met, sent + engine.expert_tile / 2 * met);
}

double weight_speed(const Quantisation& quant, const EngineConstants& fitted) {
  const bool slow = fitted.speed_class->unpacks_slowly && quant.linear_bits < 8;
  return fitted.serving && slow ? fitted.serving->unpacked_share : 1;
}

double expert_speed(const Gpu& gpu, const Quantisation& quant, const EngineConstants& fitted) {
  const bool packed = quant.expert_bits > 0 && quant.expert_bits < 8;
  return fitted.serving && packed && gpu.fp4_tensor_tflops.value_or(0) == 0
             ? fitted.serving->unpacked_share
             : weight_speed(quant, fitted);
}

Products products_of(const Gpu& gpu, const Job& job, const EngineConstants& fitted, double tokens,
                     OperationsPerSecond matrix) {
  const Engine& engine = *fitted.engine;
  const LinearParameters& once = job.model.linear();
  const double each = once.active + embedding_parameters(*job.model);
  const double vector = vector_tflops(gpu);
  // The device multiplies the first token while it reads the weights.
  if (tokens <= engine.vector_batch)
    return {{2 * (tokens - 1) * each}, vector > 0 ? tflops(vector * engine.vector_share) : matrix};
  const double tiled = std::max(tokens, engine.tile) * (each - once.active_experts) /
                       weight_speed(*job.format, fitted);
  const double experts =
      tiled_experts(*job.model, tokens, engine) / expert_speed(gpu, *job.format, fitted);
  return {{2 * (tiled + experts)}, matrix};
}

}  // namespace gpupick
