// Where the search for a change and the way around memory begin. Private to estimate, change and
// offload.
#pragma once

#include <optional>

#include "estimate/estimate.hpp"

namespace gpupick {

// The smallest change after which a job that does not fit `count` cards fits; empty where none is
// found.
Change smallest_change(const Gpu& gpu, double count, const Job& job, const Calibration& calibration,
                       Bytes usable_per_device, const Choices& choices);

// A chat that does not fit, run all the same; nothing but under llama.cpp with one stream.
std::optional<Offload> offloaded(const JobEstimate& result, const Calibration& calibration,
                                 const Host& host);

// The speeds of a job that so many devices of one kind would reach if it fitted them.
JobEstimate as_if_it_fitted(const Gpu& gpu, double devices, const Job& job,
                            const Calibration& calibration);

}  // namespace gpupick
