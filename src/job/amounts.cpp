#include "job/amounts.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "job/job.hpp"

namespace gpupick {
namespace {

using Scales = std::map<char, double>;  // factors by suffix

const Scales& percent() {
  static const Scales out = {{'%', 0.01}};
  return out;
}

// The values that a flag accepts: words for the error message, and the bounds.
struct Range {
  const char* example;
  double low = 0, high = 0;
};

double parse_scaled(const std::string& text, std::string_view flag, const Range& range,
                    const Scales& scales) {
  const auto scale = text.empty() ? scales.end() : scales.find(text.back());
  const bool scaled = scale != scales.end();
  const auto value = parse_number(std::string_view(text).substr(0, text.size() - (scaled ? 1 : 0)));
  const double out = value.value_or(-1) * (scaled ? scale->second : 1);
  if (!(out >= range.low && out <= range.high))
    throw Error("{} takes {}, not '{}'", flag, range.example, printable(text));
  return out;
}

double parse_whole(const std::string& text, std::string_view flag, const Range& range,
                   const Scales& scales = {}) {
  const double value = parse_scaled(text, flag, range, scales);
  if (value != std::floor(value))
    throw Error("{} takes a whole number, not '{}'", flag, printable(text));
  return value;
}

}  // namespace

double parse_tokens(const std::string& text, std::string_view flag) {
  static const Scales scales = {{'k', 1024}, {'K', 1024}, {'m', 1024 * 1024}, {'M', 1024 * 1024}};
  return parse_whole(text, flag, {"tokens such as 8192, 8k or 1M", 1, 1e8}, scales);
}

double parse_count(const std::string& text, std::string_view flag) {
  return parse_whole(text, flag, {"a whole number from 1 to 1,000,000", 1, 1e6});
}

double parse_amount(const std::string& text, std::string_view flag) {
  static const Scales scales = {{'k', 1e3}, {'K', 1e3}, {'m', 1e6}, {'M', 1e6},  {'b', 1e9},
                                {'B', 1e9}, {'g', 1e9}, {'G', 1e9}, {'t', 1e12}, {'T', 1e12}};
  const std::string folded = fold(text);
  if (flag == "--params" && folded.ends_with('b') && (holds(folded, "ba") || holds(folded, 'x')))
    throw Error(
        "{} takes the size of a dense model, not '{}'; a mixture of experts is read from its "
        "config.json or known by its name, as in `--model qwen3-30b-a3b`",
        flag, printable(text));
  return parse_scaled(text, flag, {"a count such as 13B or 300M", 1e5, 1e16}, scales);
}

double parse_seconds(const std::string& text, std::string_view flag) {
  const bool thousandths = text.ends_with("ms");
  const std::string number = text.substr(0, text.size() - (thousandths ? 2 : 0));
  const Range range{"seconds, as 2 or 500ms", thousandths ? 1.0 : 1e-3, thousandths ? 1e7 : 1e4};
  return parse_scaled(number, flag, range, {{'s', 1}}) * (thousandths ? 1e-3 : 1);
}

double parse_chance(const std::string& text, std::string_view flag) {
  return parse_scaled(text, flag, {"a share from 0.01 to 0.99, as 0.9 or 90%", 0.01, 0.99},
                      percent());
}

double parse_acceptance(const std::string& text, std::string_view flag) {
  const double most = most_draft_tokens + 1;
  const double value = parse_scaled(
      text, flag, {"a share from 0.01 to 0.99, or a mean length above 1 up to 17", 0.01, most},
      percent());
  if (value <= 0.99 || value > 1) return value;
  throw Error("{} takes a share from 0.01 to 0.99, or a mean length above 1", flag);
}

double parse_pixels(const std::string& text, std::string_view flag, bool of_video) {
  const Range range{"pixels from 64 to 8192, as 1024, 1216x832 or 720p", 64, 8192};
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos) return parse_whole(text, flag, range, {{'p', 1}});
  // An error quotes the whole text and not one side of it.
  const auto pixels = [&](const std::string& side) {
    const double out = parse_number(side).value_or(0);
    if (!(out >= range.low && out <= range.high))
      throw Error("{} takes {}, not '{}'", flag, range.example, printable(text));
    return parse_whole(side, flag, range);
  };
  const double width = pixels(text.substr(0, cross)), height = pixels(text.substr(cross + 1));
  return of_video ? std::min(width, height) : std::round(std::sqrt(width * height));
}

double parse_bandwidth(const std::string& text, std::string_view flag) {
  return parse_scaled(text, flag, {"1 to 10,000 GB/s", 1, 10000}, {});
}

double parse_ram(const std::string& text, std::string_view flag) {
  const double gib = parse_quantity(text, "GIB").value_or(-1);
  if (!(gib >= 1 && gib <= 1e6))
    throw Error("{} takes 1 to 1,000,000 GiB, not '{}'", flag, printable(text));
  return gib;
}

BytesPerSecond parse_slot(const std::string& text, std::string_view flag) {
  const std::size_t cross = text.find('x');
  const double first = parse_number(text.substr(0, cross)).value_or(0);
  if (cross == std::string::npos && first >= 0.1 && first <= 1000) return gb_per_second(first);
  const double lanes =
      cross == std::string::npos ? 0 : parse_number(text.substr(cross + 1)).value_or(0);
  if (!(first >= 1 && first <= 7 && lanes >= 1 && lanes <= 16))
    throw Error("{} takes generation x lanes, as 4x8, or GB/s, not '{}'", flag, printable(text));
  return pcie_rate(first, lanes);
}

}  // namespace gpupick
