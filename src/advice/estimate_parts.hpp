// Private to estimate*.cpp.
#pragma once

#include <optional>
#include <string>

#include "advice/estimate.hpp"

namespace gpupick {

// The smallest change after which a job that does not fit `count` cards fits;
// empty where none is found.
Change smallest_change(const Gpu& gpu, double count, const Job& job, const Calibration& calibration,
                       Bytes usable_per_device, const Choices& choices);

// A chat that does not fit, run all the same; nothing but under llama.cpp with one stream.
std::optional<Offload> offloaded(const JobEstimate& result, const Calibration& calibration,
                                 const Host& host);

// The value with the interval in which 80 % of measured rows lay; without it where the interval of
// that id is not known.
Estimate with_interval(double value, std::string basis, const Calibration& calibration,
                       const std::string& id);

}  // namespace gpupick
