#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/numbers.hpp"

namespace gpupick {
namespace {

// Returns the length of the UTF-8 sequence at `i`, or 0 if it is malformed (overlong forms,
// surrogates and values past U+10FFFF included). Sets `code` to its code point.
std::size_t sequence(std::string_view text, std::size_t i, std::uint32_t& code) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned first = byte(i);
  if (first < 0x80) {
    code = first;
    return 1;
  }
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first > 0xF4 || i + length > text.size()) return 0;
  code = first & (0xFFU >> (length + 1));
  for (std::size_t k = i + 1; k < i + length; ++k) {
    if (!is_continuation(text[k])) return 0;
    code = code << 6U | (byte(k) & 0x3FU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  if (overlong || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return 0;
  return length;
}

// Code points that no text may contain: C0, DEL and C1, and marks that reorder, hide or break text.
struct CodeRange {
  std::uint32_t first, last;
};
constexpr CodeRange controls[] = {
    {0x00, 0x1F},       {0x7F, 0x9F}, {0x00AD, 0x00AD},  // soft hyphen
    {0x034F, 0x034F},                                    // combining grapheme joiner
    {0x061C, 0x061C},                                    // Arabic letter mark
    {0x115F, 0x1160},                                    // Hangul fillers
    {0x17B4, 0x17B5},                                    // Khmer inherent vowels
    {0x180B, 0x180F},                                    // Mongolian selectors and vowel separator
    {0x200B, 0x200F},    // zero width, left-to-right and right-to-left marks
    {0x2028, 0x202E},    // line and paragraph separators, embeddings and overrides
    {0x2060, 0x206F},    // word joiner, invisible operators, isolates
    {0x3164, 0x3164},    // Hangul filler
    {0xFE00, 0xFE0F},    // variation selectors
    {0xFEFF, 0xFEFF},    // byte order mark
    {0xFFA0, 0xFFA0},    // halfwidth Hangul filler
    {0xFFF0, 0xFFFB},    // interlinear annotation
    {0xE0000, 0xE0FFF},  // tags and further selectors
};

bool is_control(std::uint32_t code) {
  return std::ranges::any_of(
      controls, [&](const CodeRange& range) { return code >= range.first && code <= range.last; });
}

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (i >= most)
      return out + fmt::format("... ({} bytes)", exact(static_cast<double>(text.size())));
    std::uint32_t code = 0;
    const std::size_t length = sequence(text, i, code);
    const std::size_t taken = std::max<std::size_t>(length, 1);
    if (length > 0 && !is_control(code)) {
      out += text.substr(i, length);
    } else {
      for (std::size_t k = i; k < i + taken; ++k)
        out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[k]));
    }
    i += taken;
  }
  return out;
}

bool is_printable(std::string_view text) {
  if (std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7F; })) return true;
  for (std::size_t i = 0; i < text.size();) {
    std::uint32_t code = 0;
    const std::size_t length = sequence(text, i, code);
    if (length == 0 || is_control(code)) return false;
    i += length;
  }
  return true;
}

std::string with_valid_utf8(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::uint32_t code = 0;
    const std::size_t length = sequence(text, i, code);
    out += length > 0 ? text.substr(i, length) : "\xEF\xBF\xBD";
    i += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::size_t columns(std::string_view text) {
  const auto begins_character = [](char c) { return !is_continuation(c); };
  if (text.find('\x1b') == std::string_view::npos)
    return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
  std::size_t count = 0;
  bool colour = false;  // inside an escape sequence, which ends with "m"
  for (const char c : text) {
    if (c == '\x1b')
      colour = true;
    else if (colour)
      colour = c != 'm';
    else if (begins_character(c))
      ++count;
  }
  return count;
}

}  // namespace gpupick
