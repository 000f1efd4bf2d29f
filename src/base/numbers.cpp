#include "base/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>
#ifndef __cpp_lib_to_chars
#include <locale>
#include <sstream>
#endif

#include "base/money.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

// True if every comma separates thousands: one to three digits without a leading zero come first,
// then three digits after each comma. No comma may follow the whole part.
bool parts_thousands(std::string_view text) {
  if (!holds(text, ',')) return true;
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t end = std::min(text.find_first_not_of("0123456789,"), text.size());
  const Phrases parts = split(text.substr(0, end), ",");
  const std::string_view first = parts.front();
  return !holds(text.substr(end), ',') && !first.empty() && first.size() <= 3 && first[0] != '0' &&
         std::all_of(parts.begin() + 1, parts.end(), [](auto part) { return part.size() == 3; });
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
std::string without_zeros(std::string digits) {
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.ends_with('.')) digits.pop_back();
  return digits;
}

// Ways to write a unit after an amount.
struct Spelling {
  std::string_view unit;
  std::array<std::string_view, 6> ends;  // as `fold` returns them, or a sign
  double factor = 1;                     // number of units in one of these
};
constexpr Spelling spellings[] = {
    {"GIB", {"gib", "gb", "g"}},
    {"GIB", {"mib", "mb"}, 1.0 / 1024},  // nvidia-smi prints memory in MiB
    {"GIB", {"tib", "tb"}, 1024},
    {"MIB", {"mib", "mb"}},
    {"MIB", {"kib", "kb"}, 1.0 / 1024},
    {"MIB", {"gib", "gb"}, 1024},
    {"USD", {"usd", "dollars", "dollar", "us", "$"}},
    {"W", {"watts", "watt", "w"}},
    {"W", {"kilowatts", "kilowatt", "kw"}, 1000},
    {"MM", {"mm"}},
    {"MM", {"cm"}, 10},
    {"MM", {"inches", "inch", "in", "\""}, 25.4},
    {"PERCENT", {"percent", "%"}},
    {"SHARE", {"percent", "%"}, 0.01},
    {"GB/S", {"gbs"}},
    {"TOK_S", {"tokenss", "toks", "ts", "tps"}},
    {"GB/S", {"tbs"}, 1000},
    {"GBPS", {"gbps", "gbs", "gts"}},
    {"BIT", {"bit", "bits"}},
    {"MHZ", {"mhz"}},
    {"MHZ", {"ghz"}, 1000},
    {"TFLOPS", {"tflops", "tflop", "tflopss"}},
    {"TFLOPS", {"gflops", "gflop", "gflopss"}, 1e-3},
    {"TFLOPS", {"pflops", "pflop", "pflopss"}, 1000},
    {"TOPS", {"tops"}},
    {"H", {"hours", "hour", "h"}},
    {"N", {"years", "year", "yrs", "yr", "y"}},
    {"N", {"slots", "slot", "x"}},
};

// A number and what its unit counts for.
struct Amount {
  std::string_view number;
  double factor = 1;
};

// Removes the unit from the end of `text`, in any of its spellings. Returns `text` unchanged if it
// does not end with one.
Amount without_unit(std::string_view text, std::string_view unit) {
  const std::size_t number = text.find_last_of(unit == "USD" ? "0123456789kK" : "0123456789") + 1;
  const std::string_view rest = without_spaces(text.substr(number));
  const std::string folded = fold(rest);
  const std::string_view end = folded.empty() ? rest : folded;
  for (const Spelling& row : spellings)
    if (row.unit == unit && !end.empty() && std::ranges::find(row.ends, end) != row.ends.end())
      return {text.substr(0, number), row.factor};
  return {text};
}

// Removes the first number of a dotted version and returns it: 0 if `version` is empty, nothing if
// it does not begin with a number.
std::optional<unsigned> take_version_part(std::string_view& version) {
  if (version.empty()) return 0;
  unsigned number = 0;
  const char* end = version.data() + version.size();
  const auto [rest, error] = std::from_chars(version.data(), end, number);
  const bool dot = rest != end && *rest == '.' && rest + 1 != end;
  if (error != std::errc() || (rest != end && !dot)) return {};
  version = std::string_view(rest + (dot ? 1 : 0), end);
  return number;
}

// Reads a number with a decimal point, whatever the locale of the program around the library.
// Returns nothing if the text is no such number, or out of the range of a double.
std::optional<double> to_double(const std::string& text) {
  double value = 0;
#ifdef __cpp_lib_to_chars
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) return {};
#else  // Apple's library reads no doubles with std::from_chars.
  std::istringstream stream(text);
  stream.imbue(std::locale::classic());
  if (!(stream >> value) || stream.peek() != std::istringstream::traits_type::eof()) return {};
#endif
  return value;
}

}  // namespace

std::string rounded(double value) {
  const double size = std::fabs(value);
  if (size >= 99.95 && size < most_digits)
    return with_separators(fmt::format("{}", static_cast<std::int64_t>(std::nearbyint(value))));
  const int decimals = size >= 99.95     ? 0
                       : size >= 9.995   ? 1
                       : size >= 0.9995  ? 2
                       : size >= 0.00995 ? 3
                       : size > 0 ? std::min(1 - static_cast<int>(std::floor(std::log10(size))), 6)
                                  : 0;
  std::string digits = fmt::format("{:.{}f}", value, decimals);
  if (decimals > 0) digits = without_zeros(std::move(digits));
  return digits == "-0" ? "0" : with_separators(std::move(digits));
}

double to_digits(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double decimals = digits - 1 - std::floor(std::log10(std::abs(value)));
  // Powers of ten above one are exact doubles, on every system.
  const double scale = std::pow(10, std::abs(decimals));
  return decimals < 0 ? std::round(value / scale) * scale : std::round(value * scale) / scale;
}

std::string exact(double value) {
  std::string digits = fmt::format("{}", value);
  if (std::fabs(value) >= most_digits || (value != 0 && std::fabs(value) < 1e-6)) return digits;
  if (digits.find('e') != std::string::npos ||
      digits.size() > std::min(digits.find('.'), digits.size()) + 7)
    digits = without_zeros(fmt::format("{:.6f}", value));
  return with_separators(digits);
}

std::string_view without_spaces(std::string_view text) {
  constexpr std::string_view hard_space = "\xC2\xA0";
  for (const std::string_view space : {std::string_view(" "), hard_space}) {
    while (text.starts_with(space)) text.remove_prefix(space.size());
    while (text.ends_with(space)) text.remove_suffix(space.size());
  }
  return text;
}

std::optional<double> parse_number(std::string_view text) {
  if (!parts_thousands(text)) return {};
  std::string digits(text);
  digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
  if (digits.starts_with('+') || digits.find_first_not_of("0123456789.eE+-") != std::string::npos)
    return {};
  const std::optional<double> value = to_double(digits);
  return value ? std::optional(*value + 0.0) : value;  // 0 for -0
}

std::optional<double> parse_quantity(std::string_view text, std::string_view unit) {
  const Amount amount = without_unit(without_spaces(text), unit);
  text = without_spaces(amount.number);
  if (unit == "USD" && text.starts_with('$')) text = without_spaces(text.substr(1));
  const bool thousands = unit == "USD" && (text.ends_with('k') || text.ends_with('K'));
  if (thousands) text.remove_suffix(1);
  const std::optional<double> value = parse_number(with_decimal_point(without_spaces(text)));
  return value ? std::optional(*value * amount.factor * (thousands ? 1000 : 1)) : value;
}

std::optional<int> compare_versions(std::string_view a, std::string_view b) {
  int order = 0;
  while (!a.empty() || !b.empty()) {
    const auto left = take_version_part(a), right = take_version_part(b);
    if (!left || !right) return {};
    if (order == 0) order = (*left > *right) - (*left < *right);
  }
  return order;
}

}  // namespace gpupick
