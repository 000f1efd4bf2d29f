// The effects of kinds of observations and the monthly rise of prices, by least squares.
#pragma once

#include <vector>

#include "cards/gpu.hpp"
#include "prices/price.hpp"

namespace gpupick::fit {

// The observations of one card and kind.
struct Sightings {
  const Gpu* gpu;
  std::vector<const Observation*> rows;
};

// Copies the numbers; they live as long as the process.
Numbers kept_numbers(std::vector<double> numbers);

// Fits `factor` and `monthly` of the factors that have them to the observations as of the newest
// day, given the factors' spreads and drift.
std::vector<PriceFactor> with_effects(std::vector<PriceFactor> factors,
                                      const std::vector<Sightings>& cards, Date newest);

}  // namespace gpupick::fit
