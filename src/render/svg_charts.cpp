// Bars, curves and prices over time as SVG.
#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.hpp"
#include "render/svg.hpp"
#include "render/svg_writer.hpp"

namespace gpupick {
namespace {

constexpr std::size_t colours = 6;  // of the style

std::string colour(std::size_t place) { return fmt::format("plot-{}", place % colours + 1); }

void draw_band(Svg& svg, const Frame& frame, const std::vector<LinePoint>& line,
               std::size_t place) {
  std::vector<Spot> around = frame.spots_of(line, &Spread::high);
  const std::vector<Spot> low = frame.spots_of(line, &Spread::low);
  around.insert(around.end(), low.rbegin(), low.rend());
  svg.path(around, "plot-band " + colour(place), true);
  svg.path(frame.spots_of(line), "plot-curve " + colour(place));
}

std::string line_sign(std::size_t place) {
  return fmt::format("<path class=\"plot-curve {}\" d=\"M-9 0L9 0\"/>", colour(place));
}

// The mark of an observation: a circle, a diamond, a square.
std::string observation_sign(std::size_t place) {
  static constexpr const char* shapes[] = {
      "<circle class=\"plot-seen {}\" r=\"3\"/>",
      "<path class=\"plot-seen {}\" d=\"M0-4L4 0L0 4L-4 0Z\"/>",
      "<path class=\"plot-seen {}\" d=\"M-3-3H3V3H-3Z\"/>"};
  return fmt::format(fmt::runtime(shapes[place % std::size(shapes)]), colour(place));
}

// The parts of a chart from top to bottom: title of y, legend, a row for a mark, the area, ticks
// and title of x.
struct Rows {
  std::vector<LegendEntry> legend;
  double width = 0, height = 0;
  bool mark = false, x_title = false;

  double legend_top() const { return line_height; }
  double mark_top() const {
    return line_height * (1 + static_cast<double>(legend_rows(legend, width)));
  }
  Box area() const {
    return {0, mark_top() + line_height * (mark ? 1.25 : 0.5), width - 1,
            height - line_height * (x_title ? 2.25 : 1.25)};
  }
};

void draw_surroundings(Svg& svg, const Rows& rows, const Frame& frame, const std::string& y_axis) {
  svg.text(0, line_height / 2, y_axis, TextAnchor::start, "plot-title");
  draw_legend(svg, rows.legend, rows.legend_top(), rows.width);
  draw_axes(svg, frame);
}

void draw_mark(Svg& svg, const Curves::Mark& mark, const Rows& rows, const Frame& frame) {
  const double x = frame.x_of(mark.x), half = pixels.bold * text_width(mark.label) / 2;
  svg.line({x, frame.area.top - line_height / 4}, {x, frame.area.bottom}, "plot-mark");
  svg.text(
      std::clamp(x, std::min(half, rows.width / 2), std::max(rows.width - half, rows.width / 2)),
      rows.mark_top() + line_height / 2, mark.label, TextAnchor::middle, "plot-strong");
}

void draw_bar(Svg& svg, const StackedBars& plot, const StackedBars::Bar& bar, double top,
              double width, double per_unit) {
  const double sum = bar.total();
  const std::string amount =
      bar.limit > 0 ? fmt::format("{} of {} {}", rounded(sum), rounded(bar.limit), plot.unit)
                    : fmt::format("{} {}", rounded(sum), plot.unit);
  const double room = width - text_width(amount) - line_height;
  svg.text(0, top + line_height / 2, clipped(bar.label, room, pixels));
  svg.text(width, top + line_height / 2, amount, TextAnchor::end);
  const double upper = top + line_height * 1.25, lower = upper + line_height;
  double x = 0;
  for (std::size_t i = 0; i < bar.parts.size(); ++i) {
    const double end = x + bar.parts[i] * per_unit;
    svg.rectangle({x, upper, end, lower}, "plot-part " + colour(i),
                  fmt::format("{} {} {}", plot.part_names[i], rounded(bar.parts[i]), plot.unit));
    x = end;
  }
  if (bar.limit <= 0) return;
  const double limit = bar.limit * per_unit;
  svg.rectangle({0, upper, limit, lower}, "plot-limit");
  svg.line({limit, upper - 4}, {limit, lower + 4}, "plot-mark");
}

}  // namespace

std::string to_svg(const StackedBars& plot, int width) {
  constexpr double bar_height = line_height * 3;
  std::vector<LegendEntry> signs;
  for (std::size_t i = 0; i < plot.part_names.size(); ++i)
    signs.push_back({fmt::format("<path class=\"plot-part {}\" d=\"M-6-6H6V6H-6Z\"/>", colour(i)),
                     plot.part_names[i]});
  double most = 0;
  for (const StackedBars::Bar& bar : plot.bars) most = std::max({most, bar.total(), bar.limit});
  const double bars = bar_height * static_cast<double>(plot.bars.size());
  const double height = bars + line_height * static_cast<double>(legend_rows(signs, width));
  Svg svg(plot.title, plot.description, width, height);
  const double inner = width - 2.0;  // the line of a limit is as wide
  for (std::size_t i = 0; i < plot.bars.size(); ++i)
    draw_bar(svg, plot, plot.bars[i], bar_height * static_cast<double>(i), inner,
             most > 0 ? inner / most : 0);
  draw_legend(svg, signs, bars, width);
  return std::move(svg).done();
}

std::string to_svg(const Curves& plot, int width, int height) {
  Rows rows{{}, width * 1.0, height * 1.0, plot.mark.has_value(), true};
  for (std::size_t i = 0; i < plot.curves.size(); ++i)
    rows.legend.push_back({line_sign(i), plot.curves[i].label});
  const Frame frame = frame_of(plot, rows.area(), pixels);
  Svg svg(plot.title, plot.description, width, height);
  draw_surroundings(svg, rows, frame, plot.y_axis);
  svg.text(frame.area.right, frame.area.bottom + line_height * 1.75, plot.x_axis, TextAnchor::end,
           "plot-title");
  for (std::size_t i = 0; i < plot.curves.size(); ++i)
    draw_band(svg, frame, plot.curves[i].points, i);
  if (plot.mark) draw_mark(svg, *plot.mark, rows, frame);
  return std::move(svg).done();
}

std::string to_svg(const TimePoints& plot, int width, int height) {
  Rows rows{{}, width * 1.0, height * 1.0, false, false};
  for (std::size_t i = 0; i < plot.series.size() && plot.series.size() > 1; ++i)
    rows.legend.push_back({line_sign(i) + observation_sign(i), plot.series[i].label});
  const Frame frame = frame_of(plot, rows.area(), pixels);
  Svg svg(plot.title, plot.description, width, height);
  draw_surroundings(svg, rows, frame, plot.y_axis);
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    draw_band(svg, frame, plot.series[i].estimates, i);
    for (const LinePoint& point : plot.series[i].observations)
      svg.add(fmt::format("<g transform=\"translate({} {})\">{}</g>\n", px(frame.x_of(point.x)),
                          px(frame.y_of(point.y.value)), observation_sign(i)));
  }
  return std::move(svg).done();
}

}  // namespace gpupick
