// The places of everything in a scatter plot, for SVG and for a terminal. Private to src/render.
#pragma once

#include "answer/plot.hpp"
#include "render/frame.hpp"

namespace gpupick {

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
