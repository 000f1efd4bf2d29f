// Helpers for text: UTF-8, comparing names, numbers with units, versions. Independent of the
// catalog; with date.hpp the lowest layer of the program. Independent of the locale: the same bytes
// everywhere.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpupick {

// Returns a == b, fast for words of the data: equal ones mostly share their address, and others
// mostly differ in size or first letter.
inline bool same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  return a.data() == b.data() || a.empty() || (a.front() == b.front() && a == b);
}

// Escapes control characters and malformed UTF-8 as \xNN, so that the text is safe to send to a
// terminal. Truncates after `most` bytes and appends the length.
std::string printable(std::string_view text, std::size_t most = 200);

// True if the text is well-formed UTF-8 without control characters (C0, DEL, C1) or invisible
// marks.
bool is_printable(std::string_view text);

// Replaces malformed UTF-8 by U+FFFD.
std::string with_valid_utf8(std::string_view text);

// Returns the width of a printable text in terminal columns: one per code point, none for a colour
// sequence.
std::size_t columns(std::string_view text);

// Reduces a name to its form for comparisons: ASCII letters in lower case and digits, nothing else.
std::string fold(std::string_view name);

// Views of texts, from a vector or a span. The caller owns the texts.
class Phrases : public std::vector<std::string_view> {
 public:
  using vector::vector;
  Phrases(const std::vector<std::string>& texts) : vector(texts.begin(), texts.end()) {}
  Phrases(std::span<const std::string_view> texts) : vector(texts.begin(), texts.end()) {}
};

// Returns up to three entries of `known` that resemble `given`, nearest first.
std::vector<std::string> nearest(std::string_view given, const Phrases& known);

// Returns "; did you mean a, b or c?", or "" if nothing is near.
std::string did_you_mean(std::string_view given, const Phrases& known);

// Formats as "a", "a or b" or "a, b or c"; `last` is the word before the last entry.
std::string enumerate(const Phrases& words, std::string_view last = "or");

std::string join(const Phrases& words, std::string_view separator);

// Rounds to three significant digits: whole numbers above 100, at most three decimals below 1, with
// thousands separators. 1,008 or 82.6 or 0.184.
std::string rounded(double value);

// Formats all digits of the value, up to six decimals, with thousands separators: 1,555.2. A value
// below 1e-6, or from 1e15 up, may have an exponent.
std::string exact(double value);

// "1 card", "2 cards".
std::string counted(std::size_t n, std::string_view noun);

// "1st", "2nd", "11th".
std::string ordinal(std::size_t n);

// Parses a finite number and nothing else: "2000", "2,000.5", "1.5e3". Returns nothing for any
// other text, or if a comma does not separate thousands.
std::optional<double> parse_number(std::string_view text);

// Parses an amount as people write it, with or without its unit ("GIB", "USD", "W", "MM", ...): "24
// GB", "$2k", "650W". For USD, k means a thousand. GB of memory count as GiB, since that is how
// cards are sold. Returns nothing for any other text.
std::optional<double> parse_quantity(std::string_view text, std::string_view unit);

// Compares versions such as "8.9" and "12.0" part by part: negative, zero or positive. Returns
// nothing if either is not numbers separated by points.
std::optional<int> compare_versions(std::string_view a, std::string_view b);

}  // namespace gpupick
