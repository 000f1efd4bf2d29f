#include "base/text.hpp"

#include <fmt/format.h>

namespace gpupick {

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::string upper_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

// Drops Latin letters with accents and the signs from U+2000 to U+2FFF. Keeps other scripts.
std::string fold(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c >= '\xC2' && c <= '\xC5')
      i += 1;  // ®, hard spaces, ü
    else if (c == '\xE2')
      i += 2;  // ™, dashes, quotation marks
    else if (is_digit(c) || is_letter(c) || (static_cast<unsigned char>(c) & 0x80U) != 0)
      out += c;
  }
  return lower_case(out);
}

void add_text(std::vector<std::string>& texts, std::string text) {
  if (!text.empty()) texts.push_back(std::move(text));
}

std::string enumerate(const Phrases& words, std::string_view last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? fmt::format(" {} ", last) : std::string(", ");
    out += words[i];
  }
  return out;
}

std::string join(const Phrases& words, std::string_view separator) {
  std::string out;
  for (const std::string_view& word : words) {
    if (&word != &words.front()) out += separator;
    out += word;
  }
  return out;
}

Phrases split(std::string_view text, std::string_view separator) {
  Phrases pieces;
  for (std::size_t end = 0; end != text.npos;) {
    end = text.find(separator);
    pieces.push_back(text.substr(0, end));
    if (end != text.npos) text.remove_prefix(end + separator.size());
  }
  return pieces;
}

std::string escaped(std::string_view text, std::string_view marks) {
  std::string out;
  for (const char c : text) {
    if (holds(marks, c)) out += '\\';
    out += c;
  }
  return out;
}

std::string counted(std::size_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::string ordinal(std::size_t n) {
  const std::size_t tens = n / 10 % 10, ones = n % 10;
  const bool plain = tens == 1 || ones == 0 || ones > 3;
  return fmt::format("{}{}", n, plain ? "th" : ones == 1 ? "st" : ones == 2 ? "nd" : "rd");
}

}  // namespace gpupick
