#include <algorithm>
#include <cmath>

#include "render/frame.hpp"

namespace gpupick {
namespace {

constexpr std::size_t most_whiskers = 24;  // points; more would hide each other

std::vector<const ScatterPoint*> drawn(const Scatter& plot) {
  std::vector<const ScatterPoint*> out;
  for (const ScatterPoint& point : plot.points)
    if (has_place(point.x.value) && has_place(point.y.value)) out.push_back(&point);
  std::ranges::stable_sort(out, {}, [](const ScatterPoint* point) { return sign_of(*point); });
  return out;
}

Axis axis_of(const std::vector<const ScatterPoint*>& points, Spread ScatterPoint::*along,
             double edge) {
  std::vector<double> values;
  for (const ScatterPoint* point : points) {
    const Spread& at = point->*along;
    values.push_back(at.value);
    if (points.size() <= most_whiskers) values.insert(values.end(), {at.low, at.high});
  }
  return axis_of(Scale::logarithmic, values, edge);
}

// Labels that have room to be read: one for so many squares of a line's height.
std::size_t most_labels(const Box& area, const Medium& medium) {
  constexpr double squares = 80;
  const double size = (area.right - area.left) * (area.bottom - area.top);
  return static_cast<std::size_t>(
      std::clamp(size / (squares * medium.line * medium.line), 4.0, 16.0));
}

void place_labels(ScatterLayout& layout, const Medium& medium) {
  LabelGround ground{.area = layout.area,
                     .height = medium.line,
                     .gap = medium.gap,
                     .whole = medium.whole,
                     .most = most_labels(layout.area, medium)};
  for (const ScatterLayout::Mark& mark : layout.marks) {
    const double radius = medium.radius;
    ground.marks.push_back(
        {mark.at.x - radius, mark.at.y - radius, mark.at.x + radius, mark.at.y + radius});
    if (layout.whiskers) ground.lines.push_back(layout.whisker(mark));
  }
  for (std::size_t i = 1; i < layout.frontier.size(); ++i)
    ground.lines.push_back({layout.frontier[i - 1], layout.frontier[i]});
  std::vector<LabelAnchor> anchors;
  const double widest = 0.45 * (layout.area.right - layout.area.left);
  for (ScatterLayout::Mark& mark : layout.marks) {
    mark.label = clipped(mark.point->label, widest, medium);
    const ScatterPoint& point = *mark.point;
    anchors.push_back({mark.at, medium.radius,
                       (mark.point->pick ? medium.bold : 1) * medium.width(mark.label),
                       !medium.whole && point.is_marked(), point.pick});
  }
  const auto placed = place_labels(anchors, ground);
  for (std::size_t i = 0; i < placed.size(); ++i) layout.marks[i].placed = placed[i];
}

}  // namespace

std::vector<std::size_t> signs_of(const Scatter& plot) {
  std::vector<std::size_t> out;
  for (std::size_t sign = 0; !sign_words[sign].empty(); ++sign)
    if (std::ranges::find(plot.points, sign, sign_of) != plot.points.end()) out.push_back(sign);
  return out;
}

Segment ScatterLayout::whisker(const Mark& mark) const {
  const auto end = [&](double value) { return std::clamp(x_of(value), area.left, area.right); };
  return {{end(mark.point->x.low), mark.at.y}, {end(mark.point->x.high), mark.at.y}};
}

ScatterLayout lay_out(const Scatter& plot, const Box& room, const Medium& medium) {
  const std::vector<const ScatterPoint*> points = drawn(plot);
  // A label has room above the highest point.
  const double edge_of_y = std::min(1.75 * medium.line / (room.bottom - room.top), 0.2);
  ScatterLayout out{frame_of(axis_of(points, &ScatterPoint::x, 0.06),
                             axis_of(points, &ScatterPoint::y, edge_of_y), room, medium)};
  out.whiskers = !medium.whole && points.size() <= most_whiskers;
  for (const ScatterPoint* point : points) {
    Spot at{out.x_of(point->x.value), out.y_of(point->y.value)};
    if (medium.whole) at = {std::floor(at.x) + 0.5, std::floor(at.y) + 0.5};
    out.marks.push_back({point, at, "", {}});
    if (point->frontier) out.frontier.push_back(at);
  }
  std::ranges::sort(out.frontier, [](const Spot& a, const Spot& b) {
    return std::pair(a.x, -a.y) < std::pair(b.x, -b.y);
  });
  place_labels(out, medium);
  return out;
}

}  // namespace gpupick
