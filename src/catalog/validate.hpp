// Checks that records make sense: each figure is plausible, consistent with the others and sourced,
// and each id and reference is sound. Users, CI and the project's tests all use this checker.
#pragma once

#include <optional>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/dataset.hpp"

namespace gpupick {

// Returns the problems of `data`, unsorted. References may also be to records of `context`, the
// catalog that the data would extend. Sources may not be read after `today`, if it is given.
std::vector<Diagnostic> validate(const Dataset& data, const Catalog& context,
                                 std::optional<Date> today = {});

void sort_by_place(std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
