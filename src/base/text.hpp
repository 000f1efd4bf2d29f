// Helpers for text and words. Independent of the locale: the same bytes everywhere.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/numbers.hpp"
#include "base/utf8.hpp"

namespace gpupick {

// True for an ASCII digit, or an ASCII letter.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// True if the text is a row of digits.
inline bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

// True if the text has the part, or the character. C++23 has it as std::string::contains.
constexpr bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}
constexpr bool holds(std::string_view text, char part) { return text.find(part) != text.npos; }

// Convert ASCII letters to lower or upper case.
std::string lower_case(std::string_view text);
std::string upper_case(std::string_view text);

// Reduces a name to its form for comparisons: its letters and digits, those of ASCII in lower case.
std::string fold(std::string_view name);

// Views of texts, from a vector or a span. The caller owns the texts.
class Phrases : public std::vector<std::string_view> {
 public:
  using vector::vector;
  Phrases(const std::vector<std::string>& texts) : vector(texts.begin(), texts.end()) {}
  Phrases(std::span<const std::string_view> texts) : vector(texts.begin(), texts.end()) {}
};

// Adds the text unless it is empty.
void add_text(std::vector<std::string>& texts, std::string text);

// Formats as "a", "a or b" or "a, b or c"; `last` is the word before the last entry.
std::string enumerate(const Phrases& words, std::string_view last = "or");

std::string join(const Phrases& words, std::string_view separator);

// Returns the pieces between the separators; one empty piece for an empty text.
Phrases split(std::string_view text, std::string_view separator);

// Puts a backslash before each character that is one of the marks.
std::string escaped(std::string_view text, std::string_view marks);

// "1 card", "2 cards".
std::string counted(std::size_t n, std::string_view noun);

// "1st", "2nd", "11th".
std::string ordinal(std::size_t n);

}  // namespace gpupick
