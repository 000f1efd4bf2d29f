// Cards of several kinds in one computer. Each holds layers in proportion to its memory, and they
// take turns, as llama.cpp splits a model. The time of a token is the sum of each kind's time,
// weighted by its share of the layers (docs/models.md#inference).
#pragma once

#include <span>

#include "estimate/card_group.hpp"
#include "estimate/estimate.hpp"

namespace gpupick {

// Estimates a job on these cards. Throws Error for jobs that such cards can't share.
JobEstimate estimate_mixed(std::span<const CardGroup> box, const Job& asked,
                           const Calibration& calibration);

}  // namespace gpupick
