// UTF-8: what is safe to print, and how wide it is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gpupick {

// Escapes control characters and malformed UTF-8 as \xNN, so that the text is safe to send to a
// terminal. Truncates after `most` bytes and appends the length.
std::string printable(std::string_view text, std::size_t most = 200);

// True if the text is well-formed UTF-8 without control characters (C0, DEL, C1) or invisible
// marks.
bool is_printable(std::string_view text);

// Returns the text without the byte order mark that spreadsheets put in front.
inline std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

// True for a byte of UTF-8 that continues a character.
constexpr bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Replaces malformed UTF-8 by U+FFFD.
std::string with_valid_utf8(std::string_view text);

// Returns the width of a printable text in terminal columns: one per code point, none for a colour
// sequence.
std::size_t columns(std::string_view text);

}  // namespace gpupick
