// One GPU board as its data sheet describes it, and the table of its figures.
//
// The table is the only list of figures in the program: it feeds reading, validation, show, diff,
// list, CSV headers and JSON keys. To add a figure, add a member and a row
// (docs/catalog.md#figures). An absent value means "not known"; zero means "the card has none".
// Memory, bandwidth and rates are those of the whole board; software sees `devices` GPUs on it.
// Throughput is dense; tensor rates accumulate in FP32 unless the key says otherwise. Capacity in
// GiB (2^30), rates in GB/s (10^9).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace gpupick {

using Number = std::optional<double>;
using Text = std::optional<std::string>;
using Flag = std::optional<bool>;
using List = std::optional<std::vector<std::string>>;

struct Gpu {
  std::string id;
  std::string name;
  std::vector<std::string> aliases;
  std::vector<std::string> notes;
  // Figure key and id of the source it was read in.
  std::vector<std::pair<std::string, std::string>> sources;

  Text vendor, family, architecture, kind, segment, status, stack, launch_date;
  Number devices, shader_count, compute_units, tensor_cores, rt_cores;
  Number memory_gib, bus_bits, memory_gbps, bandwidth_gb_s, l2_mib, last_level_cache_mib;
  Text memory_type;
  Flag memory_ecc;
  Number base_mhz, boost_mhz;
  Number fp64_tflops, fp32_tflops, fp16_vector_tflops;
  Number fp64_tensor_tflops, tf32_tensor_tflops, fp16_tensor_tflops, bf16_tensor_tflops;
  Number fp16_acc16_tensor_tflops, fp8_tensor_tflops, fp4_tensor_tflops, int8_tensor_tops;
  Number tdp_w, psu_w, pcie_generation, pcie_lanes, slots, length_mm, display_outputs;
  List power_connectors, pci_ids;
  Text form_factor, cooling, link_type, compute_capability, gfx_id;
  Number link_gb_s;
};

// Whether more of a figure is to a buyer's advantage.
enum class Better { more, less, neither };

struct Figure {
  std::string_view key;    // the JSON key; ends in its unit
  std::string_view label;  // what a person reads
  std::string_view unit;   // "" for counts, text and flags
  Better better = Better::neither;
  std::variant<Number Gpu::*, Text Gpu::*, Flag Gpu::*, List Gpu::*> member;
  double low = 0, high = 0;                        // plausible range of a number that is not zero
  std::span<const std::string_view> choices = {};  // legal words of a text; any where empty
  bool required = false;                           // a card without it is of no use
  bool sourced = true;                             // needs a source
};

// Every figure, in the order in which people read them.
std::span<const Figure> figures();

// The figure with this key, or null.
const Figure* find_figure(std::string_view key);

// The figure's value where it is a number that is known.
Number number_of(const Gpu& gpu, const Figure& figure);

// Whether the card's value of this figure is known.
bool is_known(const Gpu& gpu, const Figure& figure);

// The value with its unit, as in "1,008 GB/s"; numbers rounded, or whole if `all_digits`; "-"
// unknown.
std::string format_value(const Gpu& gpu, const Figure& figure, bool all_digits = false);

// The source id of a figure, or "" where none is given.
std::string_view source_of(const Gpu& gpu, std::string_view key);

// What one of the board's devices has of a figure of the whole board.
Number per_device(const Gpu& gpu, Number board);

// "24 GiB GDDR6X" or "2 x 12 GiB GDDR5".
std::string memory_text(const Gpu& gpu);

}  // namespace gpupick
