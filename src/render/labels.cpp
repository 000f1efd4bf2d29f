// The problem: many points with names, in little room. The best place of every label at once is a
// hard problem, and its solution changes wildly with a small change of the data. Here the labels
// are placed one after another, each in the first of a fixed list of places that is free: beside
// its point, then in rings around it with a leader. So the important labels have the best places,
// and the same points give the same picture.
#include "render/labels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gpupick {
namespace {

// The sides of a point that a label can stand on, the best first: x and y of the label's centre
// relative to the point.
constexpr Spot sides[] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}};

// The rings have so many places each, and end so many heights of a text away.
constexpr int directions = 16, rings = 3;

class Placer {
 public:
  explicit Placer(const LabelGround& ground) : ground_(ground) {}

  std::optional<PlacedLabel> place(const LabelAnchor& anchor) {
    std::optional<PlacedLabel> found = beside(anchor);
    if (anchor.leader || anchor.always)
      for (int ring = 1; ring <= rings && !found; ++ring) found = around(anchor, ring + 1.0);
    if (!found && anchor.always) found = anywhere(anchor);
    if (!found) return found;
    taken_.push_back(found->box);
    if (found->leader) leaders_.push_back(*found->leader);
    return found;
  }

 private:
  Box box_at(double left, double top, double width) const {
    if (ground_.whole) left = std::round(left), top = std::round(top);
    return {left, top, left + width, top + ground_.height};
  }

  bool is_within(const Box& box) const {
    const auto overlaps = [&](const Box& other) { return box.overlaps(other); };
    const auto crossed = [&](const Segment& line) { return crosses(line, box); };
    return ground_.area.holds(box) && std::ranges::none_of(taken_, overlaps) &&
           std::ranges::none_of(leaders_, crossed);
  }

  bool covers_mark(const Box& box) const {
    return std::ranges::any_of(ground_.marks, [&](const Box& mark) { return box.overlaps(mark); });
  }

  bool is_free(const Box& box) const {
    return is_within(box) && !covers_mark(box) &&
           std::ranges::none_of(ground_.lines,
                                [&](const Segment& line) { return crosses(line, box); });
  }

  // Returns the line from the point to the nearest spot of the box.
  static Segment leader_to(const Box& box, const LabelAnchor& anchor) {
    return {anchor.at,
            {std::clamp(anchor.at.x, box.left, box.right),
             std::clamp(anchor.at.y, box.top, box.bottom)}};
  }

  bool crosses_label(const Segment& leader) const {
    return std::ranges::any_of(taken_, [&](const Box& box) { return crosses(leader, box); });
  }

  // True if the leader of the point crosses the mark of another one.
  bool crosses_mark(const Segment& leader) const {
    const double x = leader.from.x, y = leader.from.y;
    return std::ranges::any_of(ground_.marks, [&](const Box& mark) {
      const bool own = mark.left <= x && x <= mark.right && mark.top <= y && y <= mark.bottom;
      return !own && crosses(leader, mark);
    });
  }

  std::optional<PlacedLabel> beside(const LabelAnchor& anchor) const {
    const double away = anchor.radius + ground_.gap, height = ground_.height;
    for (const auto& [x, y] : sides) {
      // A label above or below a point needs no gap to the side of it.
      const double across = y == 0 ? away + anchor.width / 2 : x * x * anchor.width / 2;
      const double left = anchor.at.x + (x == 0 ? 0 : x * across) - anchor.width / 2;
      const double top = anchor.at.y + y * (anchor.radius + height / 2) - height / 2;
      const Box box = box_at(left, top, anchor.width);
      if (is_free(box)) return PlacedLabel{box};
    }
    return {};
  }

  // Looks for a place whose nearer end is so many heights away from the point.
  std::optional<PlacedLabel> around(const LabelAnchor& anchor, double heights) const {
    for (int i = 0; i < directions; ++i) {
      // From the right upwards and downwards to the left.
      constexpr double turn = 6.283185307179586 / directions;
      const int turns = (i + 1) / 2;
      const double angle = turn * turns * (i % 2 == 1 ? -1 : 1);
      const Spot end{anchor.at.x + heights * ground_.height * std::cos(angle),
                     anchor.at.y + heights * ground_.height * std::sin(angle)};
      const Box box = box_at(end.x < anchor.at.x ? end.x - anchor.width : end.x,
                             end.y - ground_.height / 2, anchor.width);
      const Segment leader = leader_to(box, anchor);
      if (is_free(box) && !crosses_label(leader) && !crosses_mark(leader))
        return PlacedLabel{box, leader};
    }
    return {};
  }

  // Returns the place in the area that covers the least, and of those the nearest to the point.
  std::optional<PlacedLabel> anywhere(const LabelAnchor& anchor) const {
    std::optional<PlacedLabel> best;
    std::pair<int, double> least;
    const Box& area = ground_.area;
    const double step = ground_.whole ? 1 : ground_.height / 2;
    for (double top = area.top; top + ground_.height <= area.bottom; top += step)
      for (double left = area.left; left + anchor.width <= area.right; left += step) {
        const Box box = box_at(left, top, anchor.width);
        const Segment leader = leader_to(box, anchor);
        if (!is_within(box) || crosses_label(leader)) continue;
        const int covers = covers_mark(box) ? 3 : crosses_mark(leader) ? 2 : is_free(box) ? 0 : 1;
        const std::pair cost(covers, std::hypot((box.left + box.right) / 2 - anchor.at.x,
                                                (box.top + box.bottom) / 2 - anchor.at.y));
        if (!best || cost < least) best = PlacedLabel{box, leader}, least = cost;
      }
    return best;
  }

  const LabelGround& ground_;
  std::vector<Box> taken_;
  std::vector<Segment> leaders_;
};

}  // namespace

bool crosses(const Segment& line, const Box& box) {
  // Clips the segment by the four sides (Liang and Barsky).
  double enter = 0, leave = 1;
  const double x = line.to.x - line.from.x, y = line.to.y - line.from.y;
  const auto clip = [&](double along, double inside) {
    if (along == 0) return inside > 0;
    (along < 0 ? enter : leave) =
        along < 0 ? std::max(enter, inside / along) : std::min(leave, inside / along);
    return enter < leave;
  };
  return clip(-x, line.from.x - box.left) && clip(x, box.right - line.from.x) &&
         clip(-y, line.from.y - box.top) && clip(y, box.bottom - line.from.y);
}

std::vector<std::optional<PlacedLabel>> place_labels(const std::vector<LabelAnchor>& anchors,
                                                     const LabelGround& ground) {
  Placer placer(ground);
  std::vector<std::optional<PlacedLabel>> out;
  std::size_t placed = 0;
  for (const LabelAnchor& anchor : anchors) {
    out.push_back(placed < ground.most ? placer.place(anchor) : std::nullopt);
    if (out.back()) ++placed;
  }
  return out;
}

}  // namespace gpupick
