// Whether records make sense: each figure plausible, consistent with the others and sourced, each
// id and reference sound. The only checker of the data; users, CI and the project's tests call the
// same one.
#pragma once

#include <vector>

#include "catalog/catalog.hpp"

namespace gpupick {

// The problems of `data`, by file and place. Its references may also be to records of `context`,
// the catalog over which the data would be laid.
std::vector<Diagnostic> validate(const Dataset& data, const Catalog& context);

// Sorts by file, line and column.
void sort_by_place(std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
