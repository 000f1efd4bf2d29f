#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

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
    if ((byte(k) & 0xC0U) != 0x80U) return 0;
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

// The number of insertions, deletions, substitutions and swaps of neighbours between two words.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::exchange(above, row);
  }
  return above[b.size()];
}

// Returns how far two words differ: their edit distance, or less if the shorter word has four
// letters or more and resembles the beginning of the longer one ("bandwith" and bandwidth_gb_s).
// Then it is the distance of the beginnings plus one.
std::size_t likeness(std::string_view a, std::string_view b) {
  const std::size_t whole = edit_distance(a, b);
  const std::size_t shorter = std::min(a.size(), b.size());
  const std::size_t beginning = edit_distance(a.substr(0, shorter + 1), b.substr(0, shorter + 1));
  return shorter >= 4 && beginning <= shorter / 4 ? std::min(whole, beginning + 1) : whole;
}

// True if every comma separates thousands: one to three digits without a leading zero come first,
// then three digits after each comma. No comma may follow the whole part.
bool parts_thousands(std::string_view text) {
  std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return true;
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t end = std::min(text.find_first_not_of("0123456789,"), text.size());
  comma = text.find(',');
  if (comma < 1 || comma > 3 || text.front() == '0') return false;
  while (comma < end) {
    const std::size_t next = std::min(text.find(',', comma + 1), end);
    if (next - comma != 4) return false;
    comma = next;
  }
  return text.find(',', end) == std::string_view::npos;
}

std::string with_separators(std::string digits) {
  const std::size_t start = digits.starts_with('-') ? 1 : 0;
  std::size_t end = digits.find('.');
  if (end == std::string::npos) end = digits.size();
  for (std::size_t i = end; i > start + 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

// A double holds every digit of a whole number below this.
constexpr double most_digits = 1e15;

// Removes trailing zeros after the decimal point, and the point if no digit follows it.
std::string trimmed(std::string digits) {
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.ends_with('.')) digits.pop_back();
  return digits;
}

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (i >= most)
      return out + fmt::format("... ({} bytes)", with_separators(std::to_string(text.size())));
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
  if (std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; }))
    return true;
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
  const auto begins_character = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  };
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

std::string fold(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out += c;
    if (c >= 'A' && c <= 'Z') out += static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::vector<std::string> nearest(std::string_view given, const Phrases& known) {
  const std::string wanted = fold(given).substr(0, 64);
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string_view word : known) {
    const std::string folded = fold(word);
    const std::size_t distance = likeness(wanted, folded);
    if (distance <= std::max<std::size_t>(1, wanted.size() / 3)) near.emplace_back(distance, word);
  }
  std::sort(near.begin(), near.end());
  std::vector<std::string> out;
  for (auto& [distance, word] : near)
    if (out.size() < 3 && std::find(out.begin(), out.end(), word) == out.end())
      out.push_back(std::move(word));
  return out;
}

std::string did_you_mean(std::string_view given, const Phrases& known) {
  const std::vector<std::string> near = nearest(given, known);
  return near.empty() ? "" : "; did you mean " + enumerate(near) + "?";
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

std::string rounded(double value) {
  const double size = std::fabs(value);
  if (size >= 99.95 && size < most_digits)
    return with_separators(fmt::format("{}", static_cast<std::int64_t>(std::nearbyint(value))));
  const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
  const std::string digits = fmt::format("{:.{}f}", value, decimals);
  return with_separators(decimals > 0 ? trimmed(digits) : digits);
}

std::string exact(double value) {
  std::string digits = fmt::format("{}", value);
  if (std::fabs(value) >= most_digits || (value != 0 && std::fabs(value) < 1e-6)) return digits;
  if (digits.find('e') != std::string::npos ||
      digits.size() > std::min(digits.find('.'), digits.size()) + 7)
    digits = trimmed(fmt::format("{:.6f}", value));
  return with_separators(digits);
}

std::string counted(std::size_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::string ordinal(std::size_t n) {
  const std::size_t tens = n / 10 % 10, ones = n % 10;
  const bool plain = tens == 1 || ones == 0 || ones > 3;
  return fmt::format("{}{}", n, plain ? "th" : ones == 1 ? "st" : ones == 2 ? "nd" : "rd");
}

std::optional<double> parse_number(std::string_view text) {
  if (!parts_thousands(text)) return {};
  std::string digits(text);
  digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
  double value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (digits.empty() || error != std::errc() || stop != end || !std::isfinite(value)) return {};
  return value;
}

namespace {

// Ways to write a unit after an amount.
struct Spelling {
  std::string_view unit;
  std::array<std::string_view, 6> ends;  // as `fold` returns them
};
constexpr Spelling spellings[] = {
    {"GIB", {"gib", "gb", "g"}},
    {"MIB", {"mib", "mb"}},
    {"USD", {"usd", "dollars", "dollar", "us"}},
    {"W", {"watts", "watt", "w"}},
    {"MM", {"mm"}},
    {"GB/S", {"gbs"}},
    {"H", {"hours", "hour", "h"}},
    {"N", {"years", "year", "slots", "slot", "x"}},
};

// Removes the unit from the end of `text`, in any of its spellings. Returns `text` unchanged if it
// does not end with one.
std::string_view without_unit(std::string_view text, std::string_view unit) {
  const auto row = std::ranges::find(spellings, unit, &Spelling::unit);
  if (row == std::end(spellings)) return text;
  const std::size_t number = text.find_last_of("0123456789kK") + 1;
  const std::string end = fold(text.substr(number));
  const bool known = std::ranges::any_of(
      row->ends, [&](std::string_view one) { return !one.empty() && one == end; });
  return known ? text.substr(0, number) : text;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::optional<double> parse_quantity(std::string_view text, std::string_view unit) {
  // nvidia-smi prints memory in MiB.
  if (const std::string_view number = without_unit(text, "MIB"); unit == "GIB" && number != text) {
    const std::optional<double> mib = parse_number(trimmed(number));
    return mib ? std::optional(*mib / 1024) : mib;
  }
  text = trimmed(without_unit(trimmed(text), unit));
  if (unit == "USD" && text.starts_with('$')) text = trimmed(text.substr(1));
  const bool thousands = unit == "USD" && (text.ends_with('k') || text.ends_with('K'));
  if (thousands) text.remove_suffix(1);
  const std::optional<double> value = parse_number(trimmed(text));
  return value && thousands ? std::optional(*value * 1000) : value;
}

namespace {

// Removes the first number of a dotted version and returns it: 0 if `version` is empty, nothing if
// it does not begin with a number.
std::optional<unsigned> take_number(std::string_view& version) {
  if (version.empty()) return 0;
  unsigned number = 0;
  const char* end = version.data() + version.size();
  const auto [rest, error] = std::from_chars(version.data(), end, number);
  const bool dot = rest != end && *rest == '.' && rest + 1 != end;
  if (error != std::errc() || (rest != end && !dot)) return {};
  version = std::string_view(rest + (dot ? 1 : 0), end);
  return number;
}

}  // namespace

std::optional<int> compare_versions(std::string_view a, std::string_view b) {
  int order = 0;
  while (!a.empty() || !b.empty()) {
    const auto left = take_number(a), right = take_number(b);
    if (!left || !right) return {};
    if (order == 0) order = (*left > *right) - (*left < *right);
  }
  return order;
}

}  // namespace gpupick
