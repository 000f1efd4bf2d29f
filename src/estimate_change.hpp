// Private to estimate*.cpp.
#pragma once

#include <gpupick/estimate.hpp>

namespace gpupick {

// The smallest change after which a job that does not fit `count` cards fits: a flag with its
// value, or "3 cards"; "" where none is found.
std::string smallest_change(const Gpu& gpu, double count, const Job& job,
                            const Calibration& calibration, Bytes usable_per_device,
                            const Choices& choices);

}  // namespace gpupick
