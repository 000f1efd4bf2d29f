// Memory and speed of turning texts into vectors or scores (docs/models.md#embedding).
#pragma once

#include <optional>

#include "job/job.hpp"
#include "physics/memory.hpp"
#include "physics/pass.hpp"

namespace gpupick {

// Returns the memory of a pass over a batch of texts on each device.
MemoryNeed embedding_memory(const Job& job, const Calibration& calibration, double devices);

// Returns the pass over a batch on each device. Empty if a figure of the card is unknown.
std::optional<Pass> embedding_pass(const Gpu& gpu, const Job& job, double devices,
                                   const Calibration& calibration);

}  // namespace gpupick
