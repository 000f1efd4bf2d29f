// How fast a card does a kind of work. Here the profile's power law over data-sheet figures; the
// physics of the workload takes the same place and the same form (docs/models.md#speed).
#pragma once

#include <string>
#include <variant>

#include "base/estimate.hpp"
#include "catalog/workload.hpp"

namespace gpupick {

// "159 (140-187)", "12 (8-15, a guess)" where the interval is one, "12 (a guess)" without.
std::string to_text(const Estimate& estimate);

// Why a card has no speed: a figure is not known, or known to be none; or (no figure) nothing is
// known of its software stack at this work.
struct NoSpeed {
  const Figure* figure = nullptr;
  bool unknown = false;
};

// The figure that counts in a factor.
struct Fastest {
  const Figure* figure = nullptr;
  double value = 0;  // of one device
};

// The largest figure of the factor, or why there is none.
std::variant<Fastest, NoSpeed> fastest(const Gpu& gpu, const SpeedFactor& factor);

// The speed of one of the card's devices relative to the law's reference.
std::variant<Estimate, NoSpeed> relative_speed(const Gpu& gpu, const SpeedLaw& law);

}  // namespace gpupick
