// Checks ids and references: the form of ids, their uniqueness, and that referenced records exist.
// Private to validate*.cpp.
#pragma once

#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/dataset.hpp"

namespace gpupick {

// Returns the problems of `data`'s ids, names and references. References may also be to records of
// `context`.
std::vector<Diagnostic> check_references(const Dataset& data, const Catalog& context);

}  // namespace gpupick
