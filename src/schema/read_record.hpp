// Reads a record from its JSON object by its table of fields.
#pragma once

#include "schema/object_reader.hpp"
#include "schema/record_kind.hpp"

namespace gpupick {

// Reads the fields of `out`, a record of this kind with the default of each member. A member keeps
// its default if its key is absent, or its value has another type or is no legal word. Reports such
// values, and numbers outside the field's range but keeps them. The node must be an object.
void read_record(ReadContext& context, const Node& node, const RecordKind& kind, AnyRecord& out);

// Reads the fields that the node has; the others of `out` stay.
void read_changes(ReadContext& context, const Node& node, const RecordKind& kind, AnyRecord& out);

const AnyRecord& read_record(ReadContext& context, const Node& node, const RecordKind& kind);

}  // namespace gpupick
