// One GPU board as its data sheet describes it, and the table of its figures.
//
// The table is the only list of figures in the program: it feeds reading, validation, show, diff,
// list, CSV headers and JSON keys. To add a figure, add a member and a row
// (docs/catalog.md#figures). An absent value means "not known"; zero means "the card has none".
// Memory, bandwidth and rates are those of the whole board; software sees `devices` GPUs on it.
// Throughput is dense; tensor rates accumulate in FP32 unless the key says otherwise. Capacity in
// GiB (2^30), rates in GB/s (10^9).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "schema/field.hpp"

namespace gpupick {

// The legal words of a card's vendor and software stack, which other records name too.
inline constexpr std::array<std::string_view, 7> vendor_words = {
    "nvidia", "amd", "intel", "apple", "google", "aws", "tenstorrent"};
inline constexpr std::array<std::string_view, 8> stack_words = {
    "cuda", "rocm", "oneapi", "metal", "xla", "neuron", "synapse", "metalium"};

inline constexpr std::array<std::string_view, 6> segments = {
    "consumer", "workstation", "datacenter", "edge", "integrated", "laptop"};
// Where a card is sold that is sold nowhere else.
inline constexpr std::array<std::string_view, 1> markets = {"China"};

// The id of a source, and which figures were read in it: bit i stands for figures()[i].
struct Citation {
  std::string_view source;
  std::uint64_t figures = 0;
};

struct Gpu {
  static constexpr std::string_view list = "gpus", noun = "the card", type_name = "Gpu";
  static std::span<const Field<Gpu>> fields();

  // First what a ranking asks of every card, since it reads the catalog before any cache holds it.
  Number memory_gib, devices;
  Day launch_date;
  Text form_factor, stack, market, segment, cooling, compute_capability;

  std::string_view id;
  std::string_view name;
  Texts aliases;

  Text vendor, family, architecture, kind, status;
  Number shader_count, compute_units, tensor_cores, rt_cores;
  Number visible_gib;  // of it to programs, where ECC or a system takes the rest
  Text memory_type;
  Flag memory_ecc;
  Number bus_bits, memory_gbps, bandwidth_gb_s, l2_mib, last_level_cache_mib;
  Number base_mhz, boost_mhz;
  Number fp64_tflops, fp32_tflops, fp16_vector_tflops;
  Number fp64_tensor_tflops, tf32_tensor_tflops, fp16_tensor_tflops, bf16_tensor_tflops;
  Number fp16_acc16_tensor_tflops, fp8_tensor_tflops, fp4_tensor_tflops, int8_tensor_tops;
  Number tdp_w, psu_w;
  List power_connectors;
  Number pcie_generation, pcie_lanes, slots, length_mm;
  Number display_outputs;
  Text link_type;
  Number link_gb_s;
  Text gfx_id;
  List pci_ids;

  Texts notes;
  std::span<const Citation> sources;
};

using Figure = Field<Gpu>;

// What `refers_to` calls the keys of figures that are numbers, and the names of cards.
inline constexpr std::string_view numeric_figures = "figure that is a number";

// Every figure, in the order in which people read them.
std::span<const Figure> figures();

// The figure with this key, or null.
const Figure* find_figure(std::string_view key);

// The figure with this key that is a number, or null.
const Figure* find_number(std::string_view key);

// The figure's value where it is a number that is known.
Number number_of(const Gpu& gpu, const Figure& figure);

// Whether the card's value of this figure is known.
bool is_known(const Gpu& gpu, const Figure& figure);

// Whether it is sold in a laptop only, whose maker chooses its power; none was measured.
inline bool in_laptop(const Gpu& gpu) { return gpu.form_factor == "laptop"; }

// Whether it goes into a socket of its own, not into a slot.
inline bool is_module(const Gpu& gpu) {
  const std::string_view form = gpu.form_factor.value_or("");
  return form == "oam" || form.starts_with("sxm");
}

// The value with its unit, as in "1,008 GB/s"; numbers rounded, or whole if `all_digits`; "-"
// unknown.
std::string format_value(const Gpu& gpu, const Figure& figure, bool all_digits = false);

// The source id of a figure, or "" where none is given.
std::string_view source_of(const Gpu& gpu, const Figure& figure);

// What one of the board's devices has of a figure of the whole board.
Number per_device(const Gpu& gpu, Number board);

// "24 GiB GDDR6X" or "2 x 12 GiB GDDR5".
std::string memory_text(const Gpu& gpu);

}  // namespace gpupick
