// Cards of several kinds in one computer. Each holds layers by its memory and they take turns, as
// llama.cpp splits a model, so that a token waits for each kind in proportion to the layers that it
// holds (docs/models.md#inference).
#pragma once

#include <span>

#include "estimate/card_group.hpp"
#include "estimate/estimate.hpp"

namespace gpupick {

// Throws Error for jobs that such cards can't share.
JobEstimate estimate_mixed(std::span<const CardGroup> box, const Job& asked,
                           const Calibration& calibration);

}  // namespace gpupick
