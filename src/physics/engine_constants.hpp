// The constants of the laws of inference that apply to a card under an engine.
#pragma once

#include <limits>
#include <optional>
#include <string_view>

#include "base/date.hpp"
#include "calibration/calibration.hpp"
#include "cards/gpu.hpp"

namespace gpupick {

// The constants for a job on a card: those of the card's class and of the engine on its stack.
struct EngineConstants {
  const SoftwareStack* stack = nullptr;
  const Engine* engine = nullptr;
  const EngineBuild* build = nullptr;
  const SpeedClass* speed_class = nullptr;
  // Rate between two consumer boards, GB/s. They can't reach each other's memory, and share the
  // rate at which the host moves data between them.
  double consumer_gb_s = std::numeric_limits<double>::infinity();
  const ServingConstants* serving = nullptr;  // null if the engine does not serve
};

// Returns the constants, or nothing if there is no class or no build for the card under this
// engine. An empty `stack` means the card's own; `day` selects the build.
std::optional<EngineConstants> constants_for(const Gpu& gpu, const Engine& engine,
                                             const Calibration& calibration,
                                             std::string_view stack = "",
                                             Date day = {9999, 12, 31});

}  // namespace gpupick
