// Places the labels of a plot, so that none covers another, a point, a line or the edge.
#pragma once

#include <optional>
#include <vector>

namespace gpupick {

// A place on a picture; y grows downwards.
struct Spot {
  double x = 0, y = 0;
};

struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;

  bool overlaps(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  bool holds(const Box& other) const {
    return left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom;
  }
};

struct Segment {
  Spot from, to;
};
// True if the segment has a point inside the box.
bool crosses(const Segment& line, const Box& box);

// The point that a label belongs to.
struct LabelAnchor {
  Spot at;
  double radius = 0;    // of the mark of the point
  double width = 0;     // of the text
  bool leader = true;   // the label may stand away from the point, at the end of a line
  bool always = false;  // the label stands even where it covers points or lines
};

struct PlacedLabel {
  Box box;
  std::optional<Segment> leader = {};  // a line from the point to a label that is not next to it
};

// The picture without its labels.
struct LabelGround {
  Box area;                     // no label leaves it
  double height = 0;            // of a text
  double gap = 0;               // between a point and its label
  bool whole = false;           // texts begin at whole numbers, as in a terminal
  std::size_t most = 0;         // labels to place
  std::vector<Box> marks = {};  // of all points
  std::vector<Segment> lines = {};
};

// Places the labels one after another, the most important first: next to the point, or away from it
// with a leader. Returns nothing for a label without a free place. A label that always stands takes
// the nearest free place in the area, or else covers lines, or else points. It has no place only if
// the area is too small for it, or full of such labels.
std::vector<std::optional<PlacedLabel>> place_labels(const std::vector<LabelAnchor>& anchors,
                                                     const LabelGround& ground);

}  // namespace gpupick
