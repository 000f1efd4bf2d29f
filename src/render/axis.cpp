#include "render/axis.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>

#include "base/date.hpp"
#include "base/numbers.hpp"

namespace gpupick {
namespace {

constexpr std::size_t most_ticks = 8;

// True if every tick has its room.
bool fits(std::span<const Tick> ticks, const Axis& axis, double length, const TickRoom& room) {
  if (ticks.size() > most_ticks) return false;
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    const double apart = length * (axis.place(ticks[i].value) - axis.place(ticks[i - 1].value));
    if (apart < (room(ticks[i].text) + room(ticks[i - 1].text)) / 2) return false;
  }
  return true;
}

std::vector<Tick> by_step(const Axis& axis, double step) {
  std::vector<Tick> out;
  const double first = std::ceil(axis.low / step - 1e-9);
  for (double i = first; i * step <= axis.high + 1e-9 * step; ++i)
    out.push_back({i * step + 0.0, exact(i * step + 0.0)});
  return out;
}

// The values with these leading digits in every `each`-th decade.
std::vector<Tick> by_decade(const Axis& axis, std::initializer_list<double> digits, int each) {
  std::vector<Tick> out;
  const int last = static_cast<int>(std::floor(std::log10(axis.high)));
  for (int decade = static_cast<int>(std::floor(std::log10(axis.low))); decade <= last; ++decade)
    for (const double digit : digits) {
      const double value = digit * std::pow(10, decade);
      if (decade % each == 0 && value >= axis.low && value <= axis.high)
        out.push_back({value, exact(value)});
    }
  return out;
}

// Returns the ticks of the i-th choice; each has fewer than the one before, until none is left.
std::vector<Tick> candidate(const Axis& axis, int i) {
  if (axis.scale == Scale::logarithmic && axis.high >= 8 * axis.low)
    return i == 0   ? by_decade(axis, {1, 2, 5}, 1)
           : i == 1 ? by_decade(axis, {1, 3}, 1)
                    : by_decade(axis, {1}, i - 1);
  constexpr double digits[] = {1, 2, 5};
  const int coarser = i / 3;
  const double decade = std::floor(std::log10(axis.high - axis.low)) - 1 + coarser;
  return by_step(axis, digits[i % 3] * std::pow(10, decade));
}

}  // namespace

double Axis::place(double value) const {
  if (scale == Scale::linear) return (value - low) / (high - low);
  return value > 0 ? std::log(value / low) / std::log(high / low) : 0;
}

Axis axis_of(Scale scale, const std::vector<double>& values, double edge) {
  const bool logarithmic = scale == Scale::logarithmic;
  const double widened = edge / (1 - 2 * edge);  // by the distance of the values
  double low = 0, high = 0;
  bool any = false;
  for (const double value : values) {
    if (logarithmic ? !has_place(value) : !std::isfinite(value)) continue;
    low = any ? std::min(low, value) : value;
    high = any ? std::max(high, value) : value;
    any = true;
  }
  if (!any) return {scale, 1, 10};
  if (logarithmic) {
    const double narrowest = 1.5;  // a tenth more looks like little more
    const double middle = std::sqrt(low * high), half = std::max(std::sqrt(high / low), narrowest);
    const double reach = std::pow(half, 1 + 2 * widened);
    return {scale, middle / reach, middle * reach};
  }
  const double largest = std::max(std::fabs(low), std::fabs(high));
  const double more = largest > 0 ? std::max(widened * (high - low), 0.05 * largest) : 1;
  return {scale, low >= 0 ? std::max(low - more, 0.0) : low - more, high + more};
}

std::vector<Tick> ticks(const Axis& axis, double length, const TickRoom& room) {
  std::vector<Tick> denser;
  for (int i = 0;; ++i) {
    std::vector<Tick> out = candidate(axis, i);
    if (out.empty()) break;
    if (fits(out, axis, length, room)) return out;
    denser = std::move(out);
  }
  // Two ticks are too many, and the next round step has none.
  denser.resize(std::min<std::size_t>(denser.size(), 1));
  return denser;
}

std::vector<Tick> month_ticks(const Axis& days, double length, const TickRoom& room) {
  std::vector<Tick> out;
  const Date start = shifted({1970, 1, 1}, static_cast<int>(days.low));
  for (const int each : {1, 2, 3, 6, 12, 24, 60, 120}) {
    out.clear();
    for (int month = 12 * start.year; month <= 12 * start.year + 12 * 300; ++month) {
      if (month % each != 0) continue;
      const Date first{month / 12, month % 12 + 1, 1};
      const double day = day_number(first);
      if (day > days.high) break;
      const std::string name = month_of(first);
      if (day >= days.low)
        out.push_back({day, first.month == 1 || out.empty() ? name : name.substr(0, 3)});
    }
    if (fits(out, days, length, room)) break;
  }
  return out;
}

}  // namespace gpupick
