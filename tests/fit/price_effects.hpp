// What sorts of observations differ by, and how prices rose, by least squares.
#pragma once

#include <vector>

#include "cards/gpu.hpp"
#include "prices/price.hpp"

namespace gpupick {

// Those of one card and kind.
struct Sightings {
  const Gpu* gpu;
  std::vector<const Observation*> rows;
};

// The numbers, kept as long as the process.
Numbers kept_numbers(std::vector<double> numbers);

// The factors with their `factor` and `monthly`, where they have them, fitted to the observations
// as of the newest day, by the factors' spreads and wander.
std::vector<PriceFactor> with_effects(std::vector<PriceFactor> factors,
                                      const std::vector<Sightings>& cards, Date newest);

}  // namespace gpupick
