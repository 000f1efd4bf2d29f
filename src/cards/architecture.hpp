// Facts that hold for every card of an architecture or memory type: legal sizes, operations per
// clock, ratios between precisions. Validation finds the records that contradict them. Each fact
// has a source, in data/architectures.json; a card that its maker built differently is an exception
// there, with the reason.
#pragma once

#include <span>
#include <string_view>

#include "cards/gpu.hpp"

namespace gpupick {

// A dense rate as a multiple of another. The first rule of a pair whose family matches counts.
struct RateRatio : AnyRecord {
  static constexpr std::string_view noun = "a ratio";
  static std::span<const Field> fields();

  std::string_view figure, of;  // keys of figures: `figure` is a multiple of `of`
  std::string_view family;      // prefix of the family's name; "": any
  Numbers allowed;
};

struct Architecture : Sourced {
  static constexpr std::string_view list = "architectures", noun = "the architecture";
  static std::span<const Field> fields();

  std::string_view vendor;
  // Legal values; empty: any.
  Numbers shaders_per_unit, tensor_cores_per_unit;
  Number flops_per_shader_clock;  // FP32 operations
  Texts compute_capabilities, gfx_ids;
  std::span<const RateRatio> ratios;
};

// A memory type: width and sizes of a channel, and the range of data rates that were sold.
struct MemoryKind : Sourced {
  static constexpr std::string_view list = "memories", noun = "the memory type";
  static std::span<const Field> fields();

  double channel_bits = 0;
  Numbers gib_per_channel;
  Numbers gbps;  // lowest and highest data rate
};

// Cards of one product line, best first. None of the figures may grow down the line.
struct ProductLine : Identified {
  static constexpr std::string_view list = "lines", noun = "the product line";
  static std::span<const Field> fields();

  Texts cards;
  Texts figures;  // keys of figures
};

// A figure that breaks a rule and is right.
struct RuleException : AnyRecord {
  static constexpr std::string_view list = "exceptions", noun = "the exception";
  static std::span<const Field> fields();

  std::string_view card, rule, figure;
  std::string_view why;  // the reason, for readers
  std::string_view source;
};

}  // namespace gpupick
