// What is true of every card of an architecture or memory type, so that a record that contradicts
// it can be found: legal sizes, operations per clock, ratios between precisions. Facts with a
// source, in data/architectures.json; a card that the maker made differently is an exception there,
// with the reason.
#pragma once

#include <string>
#include <vector>

#include "catalog/gpu.hpp"

namespace gpupick {

// A dense rate as a multiple of another. Of rules for the same pair the first whose family fits
// counts.
struct RateRatio {
  const Figure* figure = nullptr;
  const Figure* of = nullptr;
  std::string family;  // beginning of the family's name; "" for any
  std::vector<double> allowed;
};

struct Architecture {
  std::string id;
  std::string vendor;
  // Any value where empty.
  std::vector<double> shaders_per_unit, tensor_cores_per_unit;
  std::vector<std::string> compute_capabilities, gfx_ids;
  double flops_per_shader_clock = 0;  // FP32; 0 where not known
  std::vector<RateRatio> ratios;
  std::string source;
};

// A type of memory: its channel, what a channel can hold, and the data rates that were sold.
struct MemoryKind {
  std::string id;
  double channel_bits = 0;
  std::vector<double> gib_per_channel;
  double low_gbps = 0, high_gbps = 0;
  std::string source;
};

// Cards of one line, best first: no figure named may grow down the line.
struct ProductLine {
  std::string id;
  std::vector<std::string> cards;
  std::vector<const Figure*> figures;
};

// A figure that rightly breaks a rule.
struct RuleException {
  std::string card, rule, figure, source;
};

}  // namespace gpupick
