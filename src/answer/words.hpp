// The words and signs of the answers, explained.
#pragma once

#include <span>
#include <string_view>

namespace gpupick {

// A word of the answers, or several between commas, and what it means. One of a single character is
// a sign behind a number, and one in parentheses stands for every range.
struct Explained {
  std::string_view word, meaning;
};
std::span<const Explained> glossary();

}  // namespace gpupick
