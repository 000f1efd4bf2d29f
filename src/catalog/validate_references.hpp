// What is checked of ids: their form, that each is one record's alone, and that what a record names
// exists. Private to validate*.cpp.
#pragma once

#include <vector>

#include "catalog/catalog.hpp"

namespace gpupick {

// The problems of `data`'s ids, names and references, which may also be to records of `context`.
std::vector<Diagnostic> check_references(const Dataset& data, const Catalog& context);

}  // namespace gpupick
