#include "physics/device.hpp"

#include <algorithm>
#include <cmath>

namespace gpupick {

Number matrix_rate(const Gpu& gpu, const SoftwareStack& stack, bool half_accumulate) {
  if (stack.vector_matrices) {
    const double rate = gpu.fp16_vector_tflops.value_or(2 * gpu.fp32_tflops.value_or(0));
    return rate > 0 ? Number(rate) : Number();
  }
  double rate = 0;
  // Units for 8-bit products do 16-bit products at half the rate.
  if (!gpu.fp16_tensor_tflops && !gpu.bf16_tensor_tflops)
    rate = gpu.fp8_tensor_tflops.value_or(0) / 2;
  for (const Number& one :
       {half_accumulate ? gpu.fp16_acc16_tensor_tflops : Number(), gpu.fp16_tensor_tflops,
        gpu.bf16_tensor_tflops, gpu.fp16_vector_tflops, gpu.fp32_tflops})
    rate = std::max(rate, one.value_or(0));
  return rate > 0 ? Number(rate) : Number();
}

double held_rate(const Gpu& gpu, const SoftwareStack& stack, double rate, double exponent,
                 double tflops_per_watt) {
  if (stack.ignores_power || !gpu.tdp_w) return rate;
  return std::min(rate,
                  std::pow(rate, 1 - exponent) * std::pow(tflops_per_watt * *gpu.tdp_w, exponent));
}

bool joined_by_links(const Gpu& gpu) {
  return gpu.link_gb_s.value_or(0) > 0 && !is_pcie_board(gpu) && !is_integrated(gpu);
}

bool lacks_bridge(const Gpu& gpu) {
  return gpu.link_gb_s.value_or(0) > 0 && is_pcie_board(gpu) && is_consumer(gpu);
}

std::optional<BytesPerSecond> link_rate(const Gpu& gpu, double devices, double slot_gb_s) {
  const bool bridged = gpu.link_gb_s.value_or(0) > 0 && devices <= 2 && !lacks_bridge(gpu);
  if (bridged || joined_by_links(gpu)) return gb_per_second(*gpu.link_gb_s / 2);
  const auto slot = slot_rate(gpu, slot_gb_s);
  return slot ? std::optional(gb_per_second(slot->value / 2e9)) : std::nullopt;
}

bool shares_host_memory(const Gpu& gpu) { return is_integrated(gpu) || gpu.segment == "edge"; }

std::optional<BytesPerSecond> slot_rate(const Gpu& gpu, double slot_gb_s) {
  std::optional<BytesPerSecond> rate;
  if (slot_gb_s > 0) rate = gb_per_second(slot_gb_s);
  if (!gpu.pcie_generation || !gpu.pcie_lanes) return rate;
  const BytesPerSecond own = pcie_rate(*gpu.pcie_generation, *gpu.pcie_lanes);
  return rate ? std::min(*rate, own) : own;
}

Bound longest_of(Seconds compute, Seconds bandwidth, Seconds latency, Seconds link) {
  const Seconds most = std::max({compute, bandwidth, latency, link});
  return most == compute     ? Bound::compute
         : most == bandwidth ? Bound::bandwidth
         : most == latency   ? Bound::latency
                             : Bound::link;
}

BytesPerSecond rate_from_host(BytesPerSecond slot, const OffloadConstants& law) {
  const BytesPerSecond reached = slot * law.bus_efficiency;
  return law.copy_gb_s ? std::min(reached, gb_per_second(*law.copy_gb_s)) : reached;
}

}  // namespace gpupick
