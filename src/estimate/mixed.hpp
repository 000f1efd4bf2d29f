// Cards of several kinds in one computer (docs/models.md#inference). Those that take turns hold
// layers in proportion to their memory, and the time of a token is the sum of each kind's time,
// weighted by its share of the layers. Those that share every layer use as much memory as the
// smallest has, and wait for the slowest.
#pragma once

#include <span>

#include "estimate/card_group.hpp"
#include "estimate/estimate.hpp"

namespace gpupick {

// Estimates a job on these cards. Throws Error for jobs that such cards can't share.
JobEstimate estimate_mixed(std::span<const CardGroup> box, const Job& asked,
                           const Calibration& calibration, const HostMemory& host = {});

}  // namespace gpupick
