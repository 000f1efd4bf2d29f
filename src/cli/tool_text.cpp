// The readers of tools share these helpers for plain lines, and for amounts and ids in them.
#include <fmt/format.h>

#include <algorithm>

#include "base/lists.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "cli/tool_output.hpp"
#include "schema/document.hpp"

namespace gpupick {
namespace {

// True for "root@node1:~# nvidia-smi", the prompt of a shell with or without a command.
bool is_prompt(std::string_view line) {
  const std::string_view first = line.substr(0, line.find(' '));
  return holds(first, '@') && (first.ends_with('$') || first.ends_with('#'));
}

// Converts UTF-16, of which `low` is the place of the lower byte in each unit.
std::string from_utf16(std::string_view text, std::size_t low) {
  std::string out;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[i + k]); };
    const unsigned unit = byte(low) + 256U * byte(1 - low);
    const auto add = [&](unsigned value) { out += static_cast<char>(value); };
    if (unit >= 0x800) add(0xE0U | unit >> 12U);
    if (unit >= 0x80) add(unit >= 0x800 ? 0x80U | (unit >> 6U & 0x3FU) : 0xC0U | unit >> 6U);
    add(unit >= 0x80 ? 0x80U | (unit & 0x3FU) : unit);
  }
  return out;
}

// Returns the end of the control sequence (ECMA-48) at `at`: "ESC [ 31 m" sets a colour, and
// "ESC ] 0 ; title BEL" names the terminal.
std::size_t end_of_sequence(std::string_view text, std::size_t at) {
  const std::string_view kind = text.substr(at + 1, 1);
  if (kind == "[") {
    const std::size_t last = text.find_first_not_of("0123456789;:<=>?", at + 2);
    return std::min(last, text.size() - 1) + 1;
  }
  if (kind != "]") return std::min(at + 2, text.size());
  const std::size_t last = text.find_first_of("\a\x1b\n", at + 2);
  if (last == std::string_view::npos || text[last] == '\n') return at + 2;
  return last + (text[last] == '\a' ? 1 : 2);
}

}  // namespace

std::string plain_text(std::string_view text) {
  const bool big = text.starts_with("\xFE\xFF"), little = text.starts_with("\xFF\xFE");
  const bool wide = text.size() > 3 && text[0] != 0 && text[1] == 0 && text[3] == 0;
  const std::string whole = big || little || wide
                                ? from_utf16(text.substr(wide ? 0 : 2), big ? 1 : 0)
                                : std::string(text);
  const bool only_returns = !holds(whole, '\n');  // as of old Macs
  std::string out;
  for (std::size_t i = 0; i < whole.size();) {
    if (whole[i] == '\x1b') {
      i = end_of_sequence(whole, i);
      continue;
    }
    out += only_returns && whole[i] == '\r' ? '\n' : whole[i];
    ++i;
  }
  return out;
}

bool begins_json(std::string_view text) {
  const std::size_t next = text.find_first_not_of(" \t\r\n") + 1;
  return is_json(text) &&
         (next == text.size() || (!is_digit(text[next]) && !is_letter(text[next])));
}

std::string trimmed(std::string_view text) {
  const std::string_view blank = " \t\r\n\"";
  text.remove_prefix(std::min(text.find_first_not_of(blank), text.size()));
  return std::string(text.substr(0, text.find_last_not_of(blank) + 1));
}

Lines lines_of(std::string_view text) {
  Lines out;
  while (!text.empty()) {
    out.emplace_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.size(), out.back().size() + 1));
    if (out.back().ends_with('\r')) out.back().pop_back();
    if (is_prompt(out.back())) out.back().clear();
    // Reports in Markdown print labels in bold.
    for (std::size_t at; (at = out.back().find("**")) != std::string::npos;)
      out.back().erase(at, 2);
  }
  return out;
}

std::optional<double> leading_number(std::string_view text) {
  const std::string plain = trimmed(text);
  return parse_number(std::string_view(plain).substr(0, plain.find_first_not_of("0123456789.")));
}

std::optional<double> bus_number(std::string_view text) {
  text = text.substr(0, text.find_first_not_of("0123456789abcdefABCDEF:."));
  constexpr std::size_t least = 7, most = 16;  // "01:00.0", "00000000:01:00.0"
  const std::size_t size = text.size();
  if (size < least || size > most || text[size - 2] != '.' || text[size - 5] != ':') return {};
  double out = 0;
  for (const char c : text)
    if (is_digit(c))
      out = 16 * out + (c - '0');
    else if (is_letter(c))
      out = 16 * out + 10 + ((c | 0x20) - 'a');
  return out;
}

std::optional<double> memory_of(std::string_view text, double unit_gib) {
  const auto number = leading_number(text);
  if (!number || *number <= 0) return {};
  const std::string plain = trimmed(text);
  const std::size_t behind = plain.find_first_not_of("0123456789.");
  if (behind != std::string::npos && holds("eExX", plain[behind])) return {};
  struct Unit {
    std::string_view word;
    double gib;
  };
  constexpr Unit units[] = {{"MiB", 1.0 / 1024}, {"MB", 1.0 / 1024}, {"GiB", 1}, {"GB", 1}};
  for (const auto& [word, gib] : units)
    if (holds(text, word) && !holds(text, '(')) return *number * gib;
  return *number * unit_gib;
}

void set_memory(SeenCard& card, std::string_view text, double unit_gib) {
  card.memory_gib = memory_of(text, unit_gib);
  const std::string plain = trimmed(text);
  if (!card.memory_gib && !plain.empty() && is_digit(plain.front()))
    card.fault = "has a memory that is not understood: '" + printable(plain) + "'";
}

std::size_t count_column(const std::vector<std::string>& cells) {
  const auto counts = [](const std::string& cell) {
    return contains(Phrases{"count", "qty", "quantity", "number"}, fold(cell));
  };
  const auto found = std::ranges::find_if(cells, counts);
  return found == cells.end() ? std::string::npos : static_cast<std::size_t>(found - cells.begin());
}

int add_counted(SeenCard card, const std::string& count, std::vector<SeenCard>& out) {
  constexpr int most = 1024;
  const auto number = is_digits(count) ? parse_number(count) : std::nullopt;
  const bool understood = count.empty() || (number && *number <= most);
  if (!understood)
    card.fault =
        fmt::format("has a number of cards that is not understood: '{}'", printable(count));
  const int cards = number && understood ? static_cast<int>(*number) : 1;
  out.insert(out.end(), static_cast<std::size_t>(cards), card);
  return cards;
}

std::string device_id(std::string_view text) {
  const std::size_t at = text.find("0x");
  std::string digits =
      lower_case(trimmed(at == std::string_view::npos ? text : text.substr(at + 2)));
  digits = digits.substr(0, digits.find_first_not_of("0123456789abcdef"));
  if (digits.size() == 8) return digits.substr(4) + ":" + digits.substr(0, 4);
  return digits.size() == 4 ? ":" + digits : "";
}

}  // namespace gpupick
