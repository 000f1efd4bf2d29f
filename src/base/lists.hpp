// Small questions about lists.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>

namespace gpupick {

// True if the list has the value. C++23 has it as std::ranges::contains.
template <class List, class Value>
constexpr bool contains(const List& list, const Value& value) {
  return std::ranges::find(list, value) != std::ranges::end(list);
}

// Returns the word. A word that the list lacks does not compile.
template <class Words>
consteval std::string_view word_of(const Words& words, std::string_view word) {
  if (!contains(words, word)) throw "the list has no such word";
  return word;
}

// Adds the value unless the list has it.
template <class List, class Value>
void add_once(List& list, Value value) {
  if (!contains(list, value)) list.push_back(std::move(value));
}

}  // namespace gpupick
