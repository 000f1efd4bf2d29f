// What architectures.json holds, from its JSON objects: a part of read.hpp with structure of its
// own.
#pragma once

#include <vector>

#include "catalog/architecture.hpp"
#include "record/fields.hpp"

namespace gpupick {

// What is wrong with their form becomes diagnostics; the caller refuses the keys that nobody asked
// for.
Architecture read_architecture(Fields& fields, const Document& document,
                               std::vector<Diagnostic>& diagnostics);
MemoryKind read_memory(Fields& fields);
ProductLine read_line(Fields& fields);
RuleException read_exception(Fields& fields);

}  // namespace gpupick
