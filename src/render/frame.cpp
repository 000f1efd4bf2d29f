#include "render/frame.hpp"

#include <algorithm>

#include "base/utf8.hpp"

namespace gpupick {

Frame frame_of(const Axis& x, const Axis& y, const Box& room, const Medium& medium,
               decltype(ticks)& ticks_of_x) {
  Frame out{room, x, y};
  const auto room_of_line = [&](const std::string&) { return 1.5 * medium.line; };
  const auto room_of_text = [&](const std::string& text) {
    return medium.width(text) + 2 * medium.gap;
  };
  out.y_ticks = ticks(y, room.bottom - room.top, room_of_line);
  double widest = 0;
  for (const Tick& tick : out.y_ticks) widest = std::max(widest, medium.width(tick.text));
  out.area.left += widest + medium.gap;
  out.x_ticks = ticks_of_x(x, out.area.right - out.area.left, room_of_text);
  // The text of a tick ends at the edge.
  std::erase_if(out.x_ticks, [&](const Tick& tick) {
    return out.x_of(tick.value) + medium.width(tick.text) / 2 > room.right;
  });
  return out;
}

std::vector<Spot> Frame::spots_of(const std::vector<LinePoint>& line, double Spread::*end) const {
  std::vector<Spot> out;
  for (const LinePoint& point : line)
    out.push_back({std::max(x_of(point.x), area.left), std::min(y_of(point.y.*end), area.bottom)});
  return out;
}

Frame frame_of(const Curves& plot, const Box& room, const Medium& medium) {
  double highest = 0;
  for (const Curves::Curve& curve : plot.curves)
    for (const LinePoint& point : curve.points) highest = std::max(highest, point.y.high);
  const Axis y{Scale::linear, 0, highest > 0 ? 1.05 * highest : 1};
  const std::vector<LinePoint>& points = plot.curves.front().points;
  return frame_of({Scale::linear, points.front().x, points.back().x}, y, room, medium);
}

Frame frame_of(const TimePoints& plot, const Box& room, const Medium& medium) {
  std::vector<double> values;
  for (const TimePoints::Series& series : plot.series)
    for (const auto* points : {&series.observations, &series.estimates})
      for (const LinePoint& point : *points)
        values.insert(values.end(), {point.y.low, point.y.high});
  const double edge = 0.02 * (plot.last_day - plot.first_day);  // for marks at the ends
  const Axis days{Scale::linear, plot.first_day - edge, plot.last_day + edge};
  return frame_of(days, axis_of(Scale::linear, values, 0.07), room, medium, month_ticks);
}

std::size_t next_point(std::string_view text, std::size_t at) {
  do ++at;
  while (at < text.size() && is_continuation(text[at]));
  return at;
}

std::string clipped(std::string_view text, double most, const Medium& medium) {
  if (medium.width(text) <= most) return std::string(text);
  const double room = most - medium.width(medium.ellipsis);
  std::size_t end = 0;
  for (std::size_t next = next_point(text, 0); medium.width(text.substr(0, next)) <= room;
       next = next_point(text, next))
    end = next;
  while (end > 0 && text[end - 1] == ' ') --end;
  return std::string(text.substr(0, end)) + std::string(medium.ellipsis);
}

}  // namespace gpupick
