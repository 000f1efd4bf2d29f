// Plots for a terminal: dots of braille with signs and texts between them, or ASCII.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/table.hpp"
#include "base/text.hpp"
#include "render/formats.hpp"
#include "render/frame.hpp"
#include "render/labels.hpp"

namespace gpupick {
namespace {

// The bits of a cell of braille by row and column: 2 dots wide, 4 high.
constexpr std::uint8_t bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

std::string sign(unsigned dots, bool unicode) {
  if (dots == 0) return " ";
  if (unicode)  // U+2800 and the bits
    return {'\xE2', static_cast<char>(0xA0U | dots >> 6U),
            static_cast<char>(0x80U | (dots & 0x3FU))};
  const bool above = (dots & 0x1BU) != 0, below = (dots & 0xE4U) != 0;
  return above && below ? ":" : above ? "'" : ".";
}

// A grid of characters with finer dots.
class Canvas {
 public:
  Canvas(std::size_t width, std::size_t height, bool unicode)
      : width_(width),
        height_(height),
        unicode_(unicode),
        dots_(width * height),
        cells_(width * height) {}

  // Draws a line of dots, of which the first `on` of each `period` show. Places are in cells; what
  // lies outside is not drawn.
  void path(const std::vector<Spot>& spots, int on = 1, int period = 1);
  // Writes over the dots. Each code point takes one cell.
  void text(double x, double y, std::string_view words);

  // Returns the lines, without spaces at their ends.
  std::string done() const;

 private:
  void dot(double x, double y);

  std::size_t width_, height_;
  bool unicode_;
  std::vector<std::uint8_t> dots_;  // the bits of braille, by cell
  std::vector<std::string> cells_;  // "" where dots show
};

void Canvas::dot(double x, double y) {
  const double column = std::floor(2 * x), row = std::floor(4 * y);
  const auto height = static_cast<double>(height_);
  if (!(column >= 0 && row >= 0 && column < 2 * static_cast<double>(width_) && row < 4 * height))
    return;
  const auto c = static_cast<std::size_t>(column), r = static_cast<std::size_t>(row);
  dots_[r / 4 * width_ + c / 2] |= bits[r % 4][c % 2];
}

void Canvas::path(const std::vector<Spot>& spots, int on, int period) {
  int phase = 0;
  for (std::size_t k = 1; k < spots.size(); ++k) {
    const Spot &from = spots[k - 1], &to = spots[k];
    const double x = to.x - from.x, y = to.y - from.y;
    const double length = std::max(2 * std::fabs(x), 4 * std::fabs(y));
    const int steps = std::max(1, static_cast<int>(std::ceil(length)));
    for (int i = 0; i < steps; ++i, ++phase)
      if (phase % period < on) dot(from.x + x * i / steps, from.y + y * i / steps);
  }
}

void Canvas::text(double x, double y, std::string_view words) {
  const auto height = static_cast<double>(height_);
  if (!(x >= 0 && y >= 0 && y < height)) return;
  const auto row = static_cast<std::size_t>(y);
  auto column = static_cast<std::size_t>(x);
  for (std::size_t at = 0; at < words.size() && column < width_; ++column) {
    const std::size_t end = next_point(words, at);
    cells_[row * width_ + column] = words.substr(at, end - at);
    at = end;
  }
}

std::string Canvas::done() const {
  std::string out;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    out += cells_[i].empty() ? sign(dots_[i], unicode_) : cells_[i];
    if ((i + 1) % width_ != 0) continue;
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  return out;
}

// Rows of a plot: the title of y, the area, the axis with its ticks, the title of x and the legend.
constexpr std::size_t rows_of_area = 10, axis_row = rows_of_area + 1, tick_row = axis_row + 1;

Medium cells(bool unicode) {
  constexpr auto width = [](std::string_view text) { return static_cast<double>(columns(text)); };
  return {width, 1, 0.5, 1, true, unicode ? "…" : "..."};
}

Box room(std::size_t width) { return {0, 1, static_cast<double>(width), 1 + rows_of_area}; }

// The signs of a terminal: with UTF-8, and in ASCII. Those of a scatter as in sign_words.
struct Sign {
  std::string_view unicode, ascii;
  std::string_view in(bool with_unicode) const { return with_unicode ? unicode : ascii; }
};
constexpr Sign scatter_signs[] = {{"●", "@"}, {"◉", "O"}, {"○", "o"}, {"◇", "x"}, {"·", "+"}};
constexpr Sign series_signs[] = {{"○", "o"}, {"×", "x"}, {"+", "+"}};

// Returns a canvas with the title of y, the axes and their ticks.
Canvas with_axes(const Frame& frame, const std::string& y_axis, std::size_t width, bool unicode) {
  Canvas canvas(width, tick_row + 1, unicode);
  canvas.text(0, 0, y_axis);
  const Box& area = frame.area;
  const double left = area.left - 1;
  for (int i = 0; area.top + i < area.bottom; ++i)
    canvas.text(left, area.top + i, unicode ? "│" : "|");
  for (int i = 0; left + i < area.right; ++i)
    canvas.text(left + i, area.bottom, i == 0 ? unicode ? "└" : "+" : unicode ? "─" : "-");
  for (const Tick& tick : frame.y_ticks) {
    const double row = std::floor(frame.y_of(tick.value));
    if (row < area.top || row >= area.bottom) continue;
    canvas.text(left - static_cast<double>(columns(tick.text)), row, tick.text);
    canvas.text(left, row, unicode ? "┤" : "+");
  }
  for (const Tick& tick : frame.x_ticks) {
    const double column = std::min(std::floor(frame.x_of(tick.value)), area.right - 1);
    const double room = static_cast<double>(columns(tick.text));
    canvas.text(column, area.bottom, unicode ? "┬" : "+");
    canvas.text(std::clamp(std::round(column - (room - 1) / 2), 0.0, area.right - room),
                area.bottom + 1, tick.text);
  }
  return canvas;
}

// Lines below a plot: the title of x at the right, and the legend.
std::string below(const std::string& x_axis, const std::vector<std::string>& legend,
                  std::size_t width) {
  std::string out;
  if (!x_axis.empty())
    out += std::string(width - std::min(columns(x_axis), width), ' ') + x_axis + "\n";
  if (!legend.empty()) out += wrapped("", join(legend, "   "), width, 0);
  return out;
}

std::string painted(const Scatter& plot, std::size_t width, bool unicode) {
  const ScatterLayout layout = lay_out(plot, room(width), cells(unicode));
  if (layout.marks.empty()) return "";
  Canvas canvas = with_axes(layout, plot.y_axis, width, unicode);
  canvas.path(layout.frontier);
  for (auto mark = layout.marks.rbegin(); mark != layout.marks.rend(); ++mark) {
    if (mark->placed && mark->placed->leader)
      canvas.path({mark->placed->leader->from, mark->placed->leader->to}, 1, 2);
    canvas.text(mark->at.x, mark->at.y, scatter_signs[sign_of(*mark->point)].in(unicode));
  }
  for (const ScatterLayout::Mark& mark : layout.marks)
    if (mark.placed) canvas.text(mark.placed->box.left, mark.placed->box.top, mark.label);
  std::vector<std::string> legend;
  for (const std::size_t sign : signs_of(plot))
    legend.push_back(fmt::format("{} {}", scatter_signs[sign].in(unicode), sign_words[sign]));
  std::string out = canvas.done() + below(plot.x_axis, legend, width);
  return plot.note.empty() ? out : out + wrapped("", plot.note, width, 0);
}

// A line of points with dots along the ends of their intervals.
void write_band(Canvas& canvas, const Frame& frame, const std::vector<LinePoint>& line,
                bool dashed) {
  canvas.path(frame.spots_of(line), dashed ? 5 : 1, dashed ? 8 : 1);
  canvas.path(frame.spots_of(line, &Spread::low), 1, 6);
  canvas.path(frame.spots_of(line, &Spread::high), 1, 6);
}

// The names of the curves near their ends, apart from the lines.
void label_curves(Canvas& canvas, const Frame& frame, const Curves& plot, const Medium& medium) {
  LabelGround ground{.area = frame.area,
                     .height = medium.line,
                     .gap = medium.gap,
                     .whole = true,
                     .most = plot.curves.size()};
  std::vector<LabelAnchor> anchors;
  for (const Curves::Curve& curve : plot.curves) {
    const std::vector<Spot> spots = frame.spots_of(curve.points);
    for (std::size_t i = 1; i < spots.size(); ++i) ground.lines.push_back({spots[i - 1], spots[i]});
    const std::size_t near_end = spots.size() - 1 - spots.size() / 5;
    anchors.push_back({spots[near_end], 0.5, medium.width(curve.label), true, true});
  }
  const auto placed = place_labels(anchors, ground);
  for (std::size_t i = 0; i < placed.size(); ++i)
    if (placed[i]) canvas.text(placed[i]->box.left, placed[i]->box.top, plot.curves[i].label);
}

std::string painted(const Curves& plot, std::size_t width, bool unicode) {
  const Medium medium = cells(unicode);
  const Frame frame = frame_of(plot, room(width), medium);
  Canvas canvas = with_axes(frame, plot.y_axis, width, unicode);
  for (std::size_t i = 0; i < plot.curves.size(); ++i)
    write_band(canvas, frame, plot.curves[i].points, i % 2 == 1);
  if (plot.mark) {
    const double x = frame.x_of(plot.mark->x), text = medium.width(plot.mark->label);
    canvas.path({{x, frame.area.top}, {x, frame.area.bottom}}, 1, 2);
    const double least = medium.width(plot.y_axis) + 2;
    canvas.text(std::clamp(std::round(x - text / 2), least,
                           std::max(least, static_cast<double>(width) - text)),
                0, plot.mark->label);
  }
  label_curves(canvas, frame, plot, medium);
  return canvas.done() + below(plot.x_axis, {}, width);
}

std::string painted(const TimePoints& plot, std::size_t width, bool unicode) {
  const Frame frame = frame_of(plot, room(width), cells(unicode));
  Canvas canvas = with_axes(frame, plot.y_axis, width, unicode);
  std::vector<std::string> legend;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const TimePoints::Series& series = plot.series[i];
    write_band(canvas, frame, series.estimates, i % 2 == 1);
    const std::string_view sign = series_signs[i % std::size(series_signs)].in(unicode);
    for (const LinePoint& point : series.observations)
      canvas.text(
          std::clamp(std::floor(frame.x_of(point.x)), frame.area.left, frame.area.right - 1),
          std::floor(frame.y_of(point.y.value)), sign);
    legend.push_back(fmt::format("{} {}", sign, series.label));
  }
  return canvas.done() + below("", legend, width);
}

std::string painted(const StackedBars&, std::size_t, bool) { return ""; }

}  // namespace

std::string to_terminal(const Plot& plot, std::size_t width, bool unicode) {
  return std::visit([&](const auto& one) { return painted(one, width, unicode); }, plot);
}

}  // namespace gpupick
