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
#include <span>
#include <string>
#include <string_view>

#include "base/lists.hpp"
#include "schema/field.hpp"

namespace gpupick {

inline constexpr std::array<std::string_view, 6> segments = {
    "consumer", "workstation", "datacenter", "edge", "integrated", "laptop"};
inline constexpr std::array<std::string_view, 4> card_statuses = {"sold", "discontinued",
                                                                  "rent-only", "modified"};

// Return the word. A word that the list lacks does not compile.
consteval std::string_view segment_word(std::string_view word) { return word_of(segments, word); }
consteval std::string_view status_word(std::string_view word) {
  return word_of(card_statuses, word);
}

// Regions with cards that are sold nowhere else.
inline constexpr std::array<std::string_view, 1> markets = {"China"};

// A source id and the keys of the figures read in that source.
struct Citation : AnyRecord {
  static constexpr std::string_view noun = "'sources'";
  static std::span<const Field> fields();

  std::string_view source;
  Texts figures;
};

// A board that a partner of the maker builds with the chip of a card. It is smaller than the
// maker's own board, or the maker builds none.
struct PartnerBoard : AnyRecord {
  static constexpr std::string_view noun = "a partner's board";
  static std::span<const Field> fields();

  std::string_view name;  // "MSI Ventus 2X OC"
  double slots = 0, length_mm = 0;
  Flag low_profile;  // nothing: of full height
  std::string_view source;
};

struct Gpu : Identified {
  static constexpr std::string_view list = "gpus", noun = "the card";
  static std::span<const Field> fields();

  std::string_view name;
  Texts aliases;

  Text vendor, family, architecture, kind, segment, status, stack, market;
  Day launch_date;
  Number devices;
  Number shader_count, compute_units, tensor_cores, rt_cores;
  Number memory_gib;
  Number visible_gib;  // memory that programs see, if ECC or the system takes some
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
  Flag low_profile;
  Text form_factor, cooling;
  Number display_outputs;
  Text link_type;
  Number link_gb_s;
  Text compute_capability, gfx_id;
  List pci_ids;

  std::span<const PartnerBoard> partner_boards;
  Texts notes;
  std::span<const Citation> sources;
};

using Figure = Field;

// The value of `refers_to` for keys of numeric figures.
inline constexpr std::string_view numeric_figures = "figure that is a number";

// Returns every figure, in the order in which people read them.
std::span<const Figure> figures();

const Figure* find_figure(std::string_view key);

const Figure* find_number(std::string_view key);

Number number_of(const Gpu& gpu, const Figure& figure);

bool is_known(const Gpu& gpu, const Figure& figure);

// True if the card is sold only in laptops, whose makers choose its power. No laptop was measured.
inline bool in_laptop(const Gpu& gpu) { return gpu.form_factor == "laptop"; }

// True if the card is part of a computer whose memory it shares.
inline bool is_integrated(const Gpu& gpu) { return gpu.segment == segment_word("integrated"); }

inline bool is_consumer(const Gpu& gpu) { return gpu.segment == segment_word("consumer"); }

inline bool is_pcie_board(const Gpu& gpu) { return gpu.form_factor == "pcie"; }

// True if third parties rebuild the card from one of its maker, with more memory.
inline bool is_modified(const Gpu& gpu) { return gpu.status == status_word("modified"); }

// True if clouds have the card, and shops do not.
inline bool is_cloud_card(const Gpu& gpu) { return gpu.form_factor == "cloud"; }

// True if the card needs a module socket (SXM, OAM), not a slot.
inline bool is_module(const Gpu& gpu) {
  const std::string_view form = gpu.form_factor.value_or("");
  return form == "oam" || form.starts_with("sxm");
}

// Formats with the unit: "1,008 GB/s". Rounds unless `all_digits`. "-": unknown, "none": zero.
std::string format_value(const Gpu& gpu, const Figure& figure, bool all_digits = false);

// Returns the id of the figure's source, or "" without one.
std::string_view source_of(const Gpu& gpu, const Figure& figure);

// Returns nothing if no partner's board is known.
const PartnerBoard* shortest_board(const Gpu& gpu);

// Returns the card with the size of a partner's board, or as it is without one.
Gpu built_as(const Gpu& gpu, const PartnerBoard* board);

// Returns how many devices programs see on the board: 1 for most cards.
inline double devices_of(const Gpu& gpu) { return gpu.devices.value_or(1); }

// Divides a figure of the whole board by its number of devices. Nothing if it is unknown.
Number per_device(const Gpu& gpu, Number board);

// True if a driver may show this memory of the card: a little less than its nominal memory, and ECC
// takes a sixteenth. Unknown memory may be any.
bool may_show(const Gpu& gpu, double memory_gib);

// Formats as "24 GiB GDDR6X" or "2 x 12 GiB GDDR5"; "-" if unknown.
std::string memory_text(const Gpu& gpu);

}  // namespace gpupick
