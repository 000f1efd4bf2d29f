// The area of a plot with its axes, for SVG and for a terminal. Private to src/render.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "answer/plot.hpp"
#include "render/axis.hpp"
#include "render/labels.hpp"

namespace gpupick {

// The measures of a medium, in its own unit.
struct Medium {
  double (*width)(std::string_view) = nullptr;  // of a text
  double line = 1;                              // height of a text
  double radius = 0.5;                          // of a mark
  double gap = 1;                               // between a mark and its label, and between ticks
  bool whole = false;                           // everything stands on whole numbers
  std::string_view ellipsis = "…";
  double bold = 1;  // width of a bold text, as a multiple
};

struct Frame {
  Box area;  // between the axes
  Axis x, y;
  std::vector<Tick> x_ticks = {}, y_ticks = {};

  double x_of(double value) const { return area.left + (area.right - area.left) * x.place(value); }
  double y_of(double value) const {
    return area.bottom - (area.bottom - area.top) * y.place(value);
  }
  // Returns the spots of the values of a line, or of one end of their intervals; those beyond the
  // axes stand on them.
  std::vector<Spot> spots_of(const std::vector<LinePoint>& line,
                             double Spread::*end = &Spread::value) const;
};

// Returns the frame in `room`, which is that of the area and the ticks of y at its left.
Frame frame_of(const Axis& x, const Axis& y, const Box& room, const Medium& medium,
               decltype(ticks)& ticks_of_x = ticks);
Frame frame_of(const Curves& plot, const Box& room, const Medium& medium);
Frame frame_of(const TimePoints& plot, const Box& room, const Medium& medium);

// Returns the text if it is at most so wide, or else its beginning with an ellipsis.
std::string clipped(std::string_view text, double most, const Medium& medium);

// Returns the end of the code point that begins at `at`.
std::size_t next_point(std::string_view text, std::size_t at);

// The meanings of the signs of a scatter plot, the most important first; "" for other points.
inline constexpr std::string_view sign_words[] = {"to buy", "as good",
                                                  "none is both faster and cheaper", "rented", ""};

// Returns the place of a point's sign among these.
constexpr std::size_t sign_of(const ScatterPoint& point) {
  return point.pick ? 0 : point.level ? 1 : point.frontier ? 2 : point.rented ? 3 : 4;
}

// Returns the signs of the plot that have a meaning.
std::vector<std::size_t> signs_of(const Scatter& plot);

// The places of everything in a scatter plot.
struct ScatterLayout : Frame {
  struct Mark {
    const ScatterPoint* point = nullptr;
    Spot at;
    std::string label;  // shortened
    std::optional<PlacedLabel> placed;
  };
  std::vector<Mark> marks = {};     // the most important first
  std::vector<Spot> frontier = {};  // from left to right
  bool whiskers = false;            // all points have room for their intervals

  // The interval of x, up to the edge of the area.
  Segment whisker(const Mark& mark) const;
};

// `room` is that of the area and the ticks of y at its left.
ScatterLayout lay_out(const Scatter& plot, const Box& room, const Medium& medium);

}  // namespace gpupick
