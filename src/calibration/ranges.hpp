// Facts of the fields of this room's records: their plausible ranges, and what is required.
// Validation reports a record that lacks a required constant or has one out of its range.
#pragma once

#include "schema/field.hpp"

namespace gpupick {

constexpr FieldFacts required(FieldFacts facts) {
  facts.required = true;
  return facts;
}

// A figure by which estimates divide.
constexpr FieldFacts divisor(FieldFacts facts) {
  facts.positive = true;
  return facts;
}

// The memory of a class of cards.
inline constexpr std::string_view memory_words[] = {"hbm", "lpddr", "other"};

namespace range {

// Share of a peak, which caches and clocks can exceed.
inline constexpr FieldFacts share{.low = 0.001, .high = 3};
inline constexpr FieldFacts factor{.low = 1e-4, .high = 1e4};
inline constexpr FieldFacts count{.low = 1, .high = 1e6};
inline constexpr FieldFacts measured{.low = 0, .high = 1e6};  // number of cards or rows
inline constexpr FieldFacts seconds{.unit = "s", .low = 1e-9, .high = 60};
inline constexpr FieldFacts bytes{.unit = "bytes", .low = 0.01, .high = 1e4};
inline constexpr FieldFacts state_bytes{.unit = "bytes", .low = 0, .high = 1e4};
inline constexpr FieldFacts gib{.unit = "GiB", .low = 0, .high = 1e3};
inline constexpr FieldFacts gb_s{.unit = "GB/s", .low = 0.1, .high = 1e5};
inline constexpr FieldFacts work{.low = 0, .high = 1e6};  // work or traffic of a network

}  // namespace range

}  // namespace gpupick
