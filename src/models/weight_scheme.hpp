// How files store quantised weights: by the words that published configs use
// (docs/models.md#published-formats), and by the types of GGUF.
#pragma once

#include "schema/field.hpp"

namespace gpupick {

// The id is a method, or the type of its weights.
struct WeightScheme : Sourced {
  static constexpr std::string_view list = "weight_schemes", noun = "the scheme of weights";
  static std::span<const Field> fields();

  Texts aliases;
  double bits = 0;        // bits of a weight, unless the config says; 0: the config must say
  double group = 0;       // weights of a group, unless the config says; 0: no groups
  double scale_bits = 0;  // that each group adds: its scale, and its zero point in floating point
  bool zeros = false;     // each group also has a zero point of as many bits as a weight
  bool whole = false;     // embedding and head are stored like this too
  bool experts = false;   // nothing but the experts is stored like this
  Texts formats;          // formats that have these bits; the first also gives files and units
  Text note;              // what an estimate of such files must say
};

// A type of the values that GGUF files store.
struct TensorType : Sourced {
  static constexpr std::string_view list = "tensor_types", noun = "the type of a tensor";
  static std::span<const Field> fields();

  double number = 0;
  double bits = 0;  // of a value, with its share of a block's scales
};

}  // namespace gpupick
