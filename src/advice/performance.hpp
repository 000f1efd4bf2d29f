// How fast a card does a kind of work. Here the profile's power law over data-sheet figures; the
// physics of the workload takes the same place and the same form (docs/models.md#speed).
#pragma once

#include <string>
#include <variant>

#include "catalog/workload.hpp"

namespace gpupick {

// A figure that was computed: never printed without its interval and what it rests on.
struct Estimate {
  double value = 0;
  double low = 0, high = 0;  // 80 % of measured cards lie inside; both 0 for a guess
  std::string basis;         // the formula with its numbers
  bool thin = false;         // the interval rests on too few rows to say how often it holds

  bool guess() const { return high == 0; }
};

// "159 (140-187)", "12 (8-15, a guess)" where the interval is one, "12 (a guess)" without.
std::string to_text(const Estimate& estimate);

// Why a card has no speed: a figure is not known, or known to be none; or (no figure) nothing is
// known of its software stack at this work.
struct NoSpeed {
  const Figure* figure = nullptr;
  bool unknown = false;
};

// The speed of one of the card's devices relative to the law's reference.
std::variant<Estimate, NoSpeed> relative_speed(const Gpu& gpu, const SpeedLaw& law);

}  // namespace gpupick
