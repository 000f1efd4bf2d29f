// Plots of an answer as plain values. src/render draws them as SVG and in a terminal, with the same
// ticks and places of labels.
#pragma once

#include <numeric>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gpupick {

// A number with its interval; low = high = value without one.
struct Spread {
  double value = 0, low = 0, high = 0;

  Spread() = default;
  Spread(double exactly) : value(exactly), low(exactly), high(exactly) {}
  Spread(double middle, double lowest, double highest)
      : value(middle), low(lowest), high(highest) {}
};

struct ScatterPoint {
  std::string label = {};
  Spread x = {}, y = {};  // above 0; others are left out
  bool pick = false;      // the card to buy
  bool level = false;     // as good as the pick
  bool frontier = false;  // no other is better in both
  bool rented = false;

  bool is_marked() const { return pick || level || frontier || rented; }
};

// Points over two logarithmic axes. The points of the frontier are joined by a line.
struct Scatter {
  std::string title = {}, description = {};
  std::string x_axis = {}, y_axis = {};  // what the axes show, with the unit
  std::vector<ScatterPoint> points = {};
  std::string note = {};  // what is left out; "" for nothing

  // Keeps the first `most` points and those that are marked. Returns how many are left out.
  std::size_t keep_first(std::size_t most) {
    std::size_t rank = 0;
    return std::erase_if(
        points, [&](const ScatterPoint& point) { return ++rank > most && !point.is_marked(); });
  }
};

// A point of a line, by its place along x.
struct LinePoint {
  double x = 0;
  Spread y = {};
};

// Horizontal bars of parts, each with the limit that the parts have to stay below.
struct StackedBars {
  struct Bar {
    std::string label;
    double limit = 0;           // 0 without one
    std::vector<double> parts;  // in the order of `part_names`

    double total() const { return std::accumulate(parts.begin(), parts.end(), 0.0); }
  };
  std::string title = {}, description = {}, unit = {};
  std::vector<std::string> part_names = {};
  std::vector<Bar> bars = {};
};

// Curves over the same places of x, at least two, both axes linear from 0.
struct Curves {
  struct Curve {
    std::string label;
    std::vector<LinePoint> points;  // from left to right
  };
  struct Mark {
    double x = 0;
    std::string label;
  };
  std::string title = {}, description = {}, x_axis = {}, y_axis = {};
  std::vector<Curve> curves = {};
  std::optional<Mark> mark = {};  // a place of x, such as where the curves meet
};

// Observations over time and the estimate that follows from them. Days count from 1970-01-01.
struct TimePoints {
  struct Series {
    std::string label;
    std::vector<LinePoint> observations;
    std::vector<LinePoint> estimates;  // by day; drawn as a line with a band
  };
  std::string title = {}, description = {}, y_axis = {};
  int first_day = 0, last_day = 0;
  std::vector<Series> series = {};
};

using Plot = std::variant<Scatter, StackedBars, Curves, TimePoints>;

}  // namespace gpupick
