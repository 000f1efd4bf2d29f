// Axes of plots: where a value stands, and which values get a tick. Lengths are in the unit of the
// medium: pixels of SVG or columns of a terminal.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gpupick {

enum class Scale { linear, logarithmic };

// Maps the values from `low` to `high` to 0 to 1.
struct Axis {
  Scale scale = Scale::linear;
  double low = 0, high = 1;

  // Returns the place of a value, also of one beyond the ends. On a logarithmic axis a value of 0
  // or less stands at the low end.
  double place(double value) const;
};

// True if a logarithmic axis can show the value.
constexpr bool has_place(double value) { return value > 1e-12 && value < 1e15; }

// Returns an axis on which these values stand apart from both ends, by at least a share `edge` of
// its length. Ignores values that it cannot show. A linear axis has no negative values unless there
// are some.
Axis axis_of(Scale scale, const std::vector<double>& values, double edge);

struct Tick {
  double value = 0;
  std::string text;
};

// Returns the room that a tick takes along the axis, with the gap to the next one.
using TickRoom = std::function<double(const std::string& text)>;

// Returns as many round values as have room on an axis of this length, but at most eight: by steps
// of 1, 2 or 5, on a logarithmic axis of a decade or more by powers of ten and parts of them.
std::vector<Tick> ticks(const Axis& axis, double length, const TickRoom& room);

// Returns a tick for the first of each of the months from day to day, as many as have room. Days
// count from 1970-01-01. A tick of January has the year.
std::vector<Tick> month_ticks(const Axis& days, double length, const TickRoom& room);

}  // namespace gpupick
