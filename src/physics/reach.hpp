// What a device reaches in networks' products of matrices and in moving their values: shares of the
// sheet's figures by classes of cards, as measured in training.
#pragma once

#include <optional>

#include "base/units.hpp"
#include "calibration/calibration.hpp"
#include "cards/gpu.hpp"

namespace gpupick {

// Null where no class holds the card.
const TrainingClass* training_class(const Gpu& gpu, const Calibration& calibration);

struct Reach {
  OperationsPerSecond rate;  // that Ampere's share of this device's peak comes to
  BytesPerSecond bandwidth;
  bool tensor = false;
  double held = 1;  // share of its matrix rates that the board's power holds
};

// What one device reaches in 16 bit, or with single in 32. Nothing where its bandwidth or every
// rate is unknown.
std::optional<Reach> reach_of(const Gpu& gpu, const TrainingClass& cards, bool single,
                              const Calibration& calibration);

}  // namespace gpupick
