// What is true of every card of an architecture or memory type, so that a record that contradicts
// it can be found: legal sizes, operations per clock, ratios between precisions. Facts with a
// source, in data/architectures.json; a card that the maker made differently is an exception there,
// with the reason.
#pragma once

#include <span>
#include <string_view>

#include "cards/gpu.hpp"

namespace gpupick {

// A dense rate as a multiple of another. Of rules for the same pair the first whose family fits
// counts.
struct RateRatio {
  static constexpr std::string_view noun = "a ratio", type_name = "RateRatio";
  static std::span<const Field<RateRatio>> fields();

  std::string_view figure, of;  // keys of figures
  std::string_view family;      // beginning of the family's name; "" for any
  Numbers allowed;
};

struct Architecture {
  static constexpr std::string_view list = "architectures", noun = "the architecture",
                                    type_name = "Architecture";
  static std::span<const Field<Architecture>> fields();

  std::string_view id;
  std::string_view vendor;
  // Any value where empty.
  Numbers shaders_per_unit, tensor_cores_per_unit;
  Number flops_per_shader_clock;  // FP32
  Texts compute_capabilities, gfx_ids;
  std::span<const RateRatio> ratios;
  std::string_view source;
};

// A type of memory: its channel, what a channel can hold, and the data rates that were sold.
struct MemoryKind {
  static constexpr std::string_view list = "memories", noun = "the memory type",
                                    type_name = "MemoryKind";
  static std::span<const Field<MemoryKind>> fields();

  std::string_view id;
  double channel_bits = 0;
  Numbers gib_per_channel;
  Numbers gbps;  // the lowest and the highest data rate
  std::string_view source;
};

// Cards of one line, best first: no figure named may grow down the line.
struct ProductLine {
  static constexpr std::string_view list = "lines", noun = "the product line",
                                    type_name = "ProductLine";
  static std::span<const Field<ProductLine>> fields();

  std::string_view id;
  Texts cards;
  Texts figures;  // keys
};

// A figure that rightly breaks a rule.
struct RuleException {
  static constexpr std::string_view list = "exceptions", noun = "the exception",
                                    type_name = "RuleException";
  static std::span<const Field<RuleException>> fields();

  std::string_view card, rule, figure;
  std::string_view why;  // for readers
  std::string_view source;
};

}  // namespace gpupick
