// Checks the calibration as a whole. Private to validate*.cpp.
#pragma once

#include "catalog/catalog.hpp"
#include "catalog/dataset.hpp"

namespace gpupick {

// Reports classes that no card belongs to, and constants that are missing although there are
// engines. `gpus` are the cards of the data and of its context.
void check_calibration(const Dataset& data, const Catalog& context,
                       const std::vector<const Gpu*>& gpus, const Report& report);

}  // namespace gpupick
