// A workload profile from its JSON object: the part of read.hpp with structure of its own.
#pragma once

#include <vector>

#include "catalog/workload.hpp"
#include "record/fields.hpp"

namespace gpupick {

// What is wrong with its form becomes diagnostics; the caller refuses the keys that nobody asked
// for.
Workload read_workload(Fields& fields, const Document& document,
                       std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
