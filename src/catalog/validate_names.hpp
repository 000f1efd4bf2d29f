// Checks that no alias reads as another card, and that the words of boards are part of no card's
// name (docs/catalog.md#names).
#pragma once

#include <vector>

#include "catalog/dataset.hpp"

namespace gpupick {

// `gpus`, `words` and `makers` are those of the data and of its context.
void check_names(const Dataset& data, const std::vector<const Gpu*>& gpus,
                 const std::vector<const NameWords*>& words,
                 const std::vector<const Maker*>& makers, const Report& report);

}  // namespace gpupick
