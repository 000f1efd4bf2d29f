// The table of figures. Ranges are the widest that any real board since 2012 comes near; they catch
// a slip of a factor of ten or a wrong unit, not a wrong neighbour (validate.cpp has the sharper
// rules).
#include "catalog/gpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace gpupick {
namespace {

using Word = std::string_view;
constexpr Word vendors[] = {"nvidia", "amd", "intel", "apple", "google", "aws"};
constexpr Word kinds[] = {"gpu", "accelerator"};
constexpr Word segments[] = {"consumer", "workstation", "datacenter", "edge", "integrated"};
constexpr Word statuses[] = {"sold", "discontinued", "rent-only"};
constexpr Word stacks[] = {"cuda", "rocm", "oneapi", "metal", "xla", "neuron", "synapse"};
constexpr Word form_factors[] = {"pcie", "sxm", "oam", "mxm", "module", "integrated", "cloud"};
constexpr Word plugs[] = {"6-pin", "8-pin", "eps-8-pin", "12-pin", "12vhpwr", "12v-2x6"};
constexpr Word coolings[] = {"axial", "blower", "passive", "liquid", "system"};

constexpr Figure number(Word key, Word label, Word unit, Better better, Number Gpu::*member,
                        double low, double high) {
  return {key, label, unit, better, member, low, high};
}

constexpr Figure text(Word key, Word label, Text Gpu::*member) {
  return {key, label, "", Better::neither, member};
}

// A word that places the card rather than measures it: required, and no source is asked for.
constexpr Figure class_word(Word key, Word label, Text Gpu::*member,
                            std::span<const Word> choices = {}) {
  return {key, label, "", Better::neither, member, 0, 0, choices, true, false};
}

constexpr Figure required(Figure figure) {
  figure.required = true;
  return figure;
}

constexpr Figure unsourced(Figure figure) {
  figure.sourced = false;
  return figure;
}

constexpr auto more = Better::more;
constexpr auto less = Better::less;
constexpr auto neither = Better::neither;

constexpr Figure table[] = {
    class_word("vendor", "vendor", &Gpu::vendor, vendors),
    class_word("family", "family", &Gpu::family),
    class_word("architecture", "architecture", &Gpu::architecture),
    class_word("kind", "kind", &Gpu::kind, kinds),
    class_word("segment", "segment", &Gpu::segment, segments),
    class_word("status", "status", &Gpu::status, statuses),
    class_word("stack", "software stack", &Gpu::stack, stacks),
    required(text("launch_date", "launched", &Gpu::launch_date)),
    unsourced(number("devices", "devices", "", neither, &Gpu::devices, 1, 16)),
    number("shader_count", "shaders", "", more, &Gpu::shader_count, 64, 200000),
    number("compute_units", "compute units", "", neither, &Gpu::compute_units, 1, 1000),
    number("tensor_cores", "tensor cores", "", neither, &Gpu::tensor_cores, 2, 5000),
    number("rt_cores", "ray tracing cores", "", neither, &Gpu::rt_cores, 2, 1000),
    required(number("memory_gib", "memory", "GiB", more, &Gpu::memory_gib, 2, 1024)),
    text("memory_type", "memory type", &Gpu::memory_type),
    {"memory_ecc", "memory ECC", "", more, &Gpu::memory_ecc},
    number("bus_bits", "memory bus", "bit", neither, &Gpu::bus_bits, 64, 16384),
    number("memory_gbps", "memory data rate", "Gb/s", neither, &Gpu::memory_gbps, 0.5, 40),
    required(number("bandwidth_gb_s", "bandwidth", "GB/s", more, &Gpu::bandwidth_gb_s, 30, 25000)),
    number("l2_mib", "L2 cache", "MiB", more, &Gpu::l2_mib, 0.25, 500),
    number("last_level_cache_mib", "last-level cache", "MiB", more, &Gpu::last_level_cache_mib, 4,
           1024),
    number("base_mhz", "base clock", "MHz", neither, &Gpu::base_mhz, 200, 3500),
    number("boost_mhz", "boost clock", "MHz", neither, &Gpu::boost_mhz, 300, 4000),
    number("fp64_tflops", "FP64", "TFLOPS", more, &Gpu::fp64_tflops, 0.02, 200),
    number("fp32_tflops", "FP32", "TFLOPS", more, &Gpu::fp32_tflops, 0.3, 500),
    number("fp16_vector_tflops", "FP16 vector", "TFLOPS", more, &Gpu::fp16_vector_tflops, 0.02,
           1000),
    number("fp64_tensor_tflops", "tensor FP64", "TFLOPS", more, &Gpu::fp64_tensor_tflops, 0.3, 400),
    number("tf32_tensor_tflops", "tensor TF32", "TFLOPS", more, &Gpu::tf32_tensor_tflops, 2, 3000),
    number("fp16_tensor_tflops", "tensor FP16 (FP32 acc)", "TFLOPS", more, &Gpu::fp16_tensor_tflops,
           4, 6000),
    number("bf16_tensor_tflops", "tensor BF16 (FP32 acc)", "TFLOPS", more, &Gpu::bf16_tensor_tflops,
           4, 6000),
    number("fp16_acc16_tensor_tflops", "tensor FP16 (FP16 acc)", "TFLOPS", more,
           &Gpu::fp16_acc16_tensor_tflops, 4, 6000),
    number("fp8_tensor_tflops", "tensor FP8", "TFLOPS", more, &Gpu::fp8_tensor_tflops, 10, 12000),
    number("fp4_tensor_tflops", "tensor FP4", "TFLOPS", more, &Gpu::fp4_tensor_tflops, 20, 25000),
    number("int8_tensor_tops", "tensor INT8", "TOPS", more, &Gpu::int8_tensor_tops, 8, 12000),
    number("tdp_w", "power", "W", less, &Gpu::tdp_w, 5, 3000),
    number("psu_w", "power supply", "W", less, &Gpu::psu_w, 150, 2000),
    {"power_connectors", "power connectors", "", neither, &Gpu::power_connectors, 0, 0, plugs},
    number("pcie_generation", "PCIe generation", "", more, &Gpu::pcie_generation, 2, 7),
    number("pcie_lanes", "PCIe lanes", "", more, &Gpu::pcie_lanes, 1, 16),
    number("slots", "slots", "", less, &Gpu::slots, 1, 4),
    number("length_mm", "length", "mm", less, &Gpu::length_mm, 60, 450),
    class_word("form_factor", "form factor", &Gpu::form_factor, form_factors),
    {"cooling", "cooling", "", neither, &Gpu::cooling, 0, 0, coolings},
    number("display_outputs", "display outputs", "", neither, &Gpu::display_outputs, 1, 8),
    text("link_type", "link", &Gpu::link_type),
    number("link_gb_s", "link bandwidth", "GB/s", more, &Gpu::link_gb_s, 20, 8000),
    text("compute_capability", "compute capability", &Gpu::compute_capability),
    text("gfx_id", "gfx id", &Gpu::gfx_id),
    {"pci_ids", "PCI ids", "", neither, &Gpu::pci_ids},
};

std::string unquoted(const std::vector<std::string>& list) {
  return list.empty() ? "none" : join(list, ", ");
}

}  // namespace

std::span<const Figure> figures() { return table; }

const Figure* find_figure(std::string_view key) {
  const auto row = std::find_if(std::begin(table), std::end(table),
                                [&](const Figure& figure) { return figure.key == key; });
  return row == std::end(table) ? nullptr : row;
}

Number number_of(const Gpu& gpu, const Figure& figure) {
  const auto member = std::get_if<Number Gpu::*>(&figure.member);
  return member ? gpu.*(*member) : std::nullopt;
}

bool is_known(const Gpu& gpu, const Figure& figure) {
  return std::visit([&](auto member) { return (gpu.*member).has_value(); }, figure.member);
}

std::string format_value(const Gpu& gpu, const Figure& figure, bool all_digits) {
  if (!is_known(gpu, figure)) return "-";
  if (const Number value = number_of(gpu, figure)) {
    if (*value == 0) return "none";
    const std::string digits = all_digits ? exact(*value) : rounded(*value);
    return figure.unit.empty() ? digits : fmt::format("{} {}", digits, figure.unit);
  }
  if (const auto flag = std::get_if<Flag Gpu::*>(&figure.member))
    return *(gpu.**flag) ? "yes" : "no";
  if (const auto list = std::get_if<List Gpu::*>(&figure.member)) return unquoted(*(gpu.**list));
  return *(gpu.*std::get<Text Gpu::*>(figure.member));
}

std::string_view source_of(const Gpu& gpu, std::string_view key) {
  for (const auto& [figure, source] : gpu.sources)
    if (figure == key) return source;
  return {};
}

Number per_device(const Gpu& gpu, Number board) {
  if (!board) return {};
  return *board / gpu.devices.value_or(1);
}

std::string memory_text(const Gpu& gpu) {
  if (!gpu.memory_gib) return "-";
  std::string out = rounded(*per_device(gpu, gpu.memory_gib)) + " GiB";
  if (gpu.devices.value_or(1) > 1) out = fmt::format("{} x {}", *gpu.devices, out);
  if (gpu.memory_type) out += " " + *gpu.memory_type;
  return out;
}

}  // namespace gpupick
