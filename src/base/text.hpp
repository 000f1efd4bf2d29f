// Words and numbers as people read and type them. Knows nothing of cards; the floor of the program
// together with date.hpp. Locale-free: the same bytes everywhere.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpupick {

// a == b of words of the data: most are one text of the program, or differ in their first letter.
inline bool same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  return a.data() == b.data() || a.empty() || (a.front() == b.front() && a == b);
}

// The text with control characters and malformed UTF-8 escaped as \xNN, safe to send to a terminal.
// Of one of more than `most` bytes its beginning and how long it is.
std::string printable(std::string_view text, std::size_t most = 200);

// Whether the text is well-formed UTF-8 without control characters (C0, DEL, C1).
bool is_printable(std::string_view text);

// Terminal columns of a printable text: one per code point, none for a colour sequence.
std::size_t columns(std::string_view text);

// The form in which names are compared: ASCII letters in lower case and digits, nothing else.
std::string fold(std::string_view name);

// Texts to be listed or compared with, wherever they stand.
class Phrases : public std::vector<std::string_view> {
 public:
  using vector::vector;
  Phrases(const std::vector<std::string>& texts) : vector(texts.begin(), texts.end()) {}
  Phrases(std::span<const std::string_view> texts) : vector(texts.begin(), texts.end()) {}
};

// The entries of `known` that a person may have meant by `given`, nearest first, at most three.
std::vector<std::string> nearest(std::string_view given, const Phrases& known);

// "; did you mean a, b or c?", or nothing where nothing is near.
std::string did_you_mean(std::string_view given, const Phrases& known);

// "a", "a or b", "a, b or c"; `last` is the word before the last entry.
std::string enumerate(const Phrases& words, std::string_view last = "or");

std::string join(const Phrases& words, std::string_view separator);

// Three significant digits, whole above 100, with thousands separators: 1,008 or 82.6 or 0.184.
std::string rounded(double value);

// Every digit that the value has, with thousands separators: 1,555.2.
std::string exact(double value);

// "1 card", "2 cards".
std::string counted(std::size_t n, std::string_view noun);

// "1st", "2nd", "11th".
std::string ordinal(std::size_t n);

// A finite number and nothing else, as in "2000", "2,000.5", "1.5e3"; nothing for any other text,
// one with commas elsewhere than between thousands among them.
std::optional<double> parse_number(std::string_view text);

// The same as people write amounts of this unit ("GIB", "USD", "W", "MM", ...): the unit may stand
// beside the number, and of USD k means a thousand, as in "24 GB", "$2k", "650W". GB of memory
// count as GiB, since that is how cards are sold.
std::optional<double> parse_quantity(std::string_view text, std::string_view unit);

// Orders versions such as "8.9" and "12.0" part by part: negative, zero or positive.
// Nothing where either is not numbers separated by points.
std::optional<int> compare_versions(std::string_view a, std::string_view b);

}  // namespace gpupick
