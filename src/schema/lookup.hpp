// Look-up of records by id and by name.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace gpupick {

// Returns the record with this id from a list sorted by id, or null.
template <class Kind>
const Kind* with_id(std::span<const Kind> records, std::string_view id) {
  const auto found = std::ranges::lower_bound(records, id, {}, &Kind::id);
  return found != records.end() && found->id == id ? &*found : nullptr;
}

// Returns the record with this id or alias, in any spelling, or null.
template <class Kind>
const Kind* named(std::span<const Kind> records, std::string_view name) {
  if (const Kind* record = with_id(records, name)) return record;
  const std::string folded = fold(name);
  const auto is_it = [&](std::string_view other) {
    return !folded.empty() && fold(other) == folded;
  };
  for (const Kind& record : records) {
    if (is_it(record.id)) return &record;
    if constexpr (requires { record.aliases; })
      if (std::ranges::any_of(record.aliases, is_it)) return &record;
  }
  return nullptr;
}

template <class Kind>
Phrases all_ids(std::span<const Kind> records) {
  Phrases ids;
  for (const Kind& record : records) ids.push_back(record.id);
  return ids;
}

template <class Kind>
Phrases all_ids(const std::vector<const Kind*>& records) {
  Phrases ids;
  for (const Kind* record : records) ids.push_back(record->id);
  return ids;
}

}  // namespace gpupick
