// The rates that a device reaches in a network's matrix products and in moving its values: shares
// of the data sheet's figures by class of cards, as measured in training.
#pragma once

#include <optional>

#include "base/units.hpp"
#include "calibration/calibration.hpp"
#include "cards/gpu.hpp"

namespace gpupick {

// Returns the class of the card, or null if no class contains it.
const TrainingClass* training_class(const Gpu& gpu, const Calibration& calibration);

struct Reach {
  OperationsPerSecond rate;  // the peak, times the class's share relative to Ampere's
  BytesPerSecond bandwidth;
  bool tensor = false;
  double held = 1;  // share of its matrix rates that the board's power sustains
};

// Returns the rates of one device in 16 bit, or in 32 bit with `single`. Returns nothing if its
// bandwidth or every rate is unknown.
std::optional<Reach> reach_of(const Gpu& gpu, const TrainingClass& cards, bool single,
                              const Calibration& calibration);

}  // namespace gpupick
