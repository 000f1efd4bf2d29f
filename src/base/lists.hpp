// Small questions about lists.
#pragma once

#include <algorithm>
#include <utility>

namespace gpupick {

// True if the list has the value. C++23 has it as std::ranges::contains.
template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::ranges::find(list, value) != std::ranges::end(list);
}

// Adds the value unless the list has it.
template <class List, class Value>
void add_once(List& list, Value value) {
  if (!contains(list, value)) list.push_back(std::move(value));
}

}  // namespace gpupick
