// The built-in data: data/ as constants, validated when the program was built (compile_data.cpp).
#pragma once

#include "catalog/dataset.hpp"
#include "schema/lookup.hpp"

namespace gpupick {

const RecordLists& built_in();

template <class Kind>
Phrases built_in_ids() {
  return all_ids(records_of<Kind>(built_in()));
}

// Returns the record with the members of its base, which designated initialisers cannot set.
template <class Kind>
constexpr Kind with_base(Kind record, std::string_view id, std::string_view source = {}) {
  record.id = id;
  if constexpr (std::is_base_of_v<Sourced, Kind>) record.source = source;
  return record;
}

}  // namespace gpupick
