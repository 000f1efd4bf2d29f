// Plots as SVG: the scatter; the others are in svg_charts.cpp.
#include "render/svg.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "render/formats.hpp"
#include "render/plot_style.hpp"
#include "render/svg_writer.hpp"

namespace gpupick {
namespace {

// The signs in the order of sign_words: circles, and a diamond without a radius.
constexpr std::pair<std::string_view, double> sign_shapes[] = {
    {"pick", 6}, {"level", 4.5}, {"frontier", 4.5}, {"rented", 0}, {"point", 3.5}};

std::string element_of(std::size_t sign) {
  const auto& [css, radius] = sign_shapes[sign];
  return radius > 0 ? fmt::format("<circle class=\"plot-{}\" r=\"{}\"/>", css, px(radius))
                    : fmt::format("<path class=\"plot-{}\" d=\"M0-5L5 0L0 5L-5 0Z\"/>", css);
}

std::vector<LegendEntry> legend(const Scatter& plot) {
  std::vector<LegendEntry> out;
  for (const std::size_t sign : signs_of(plot))
    out.push_back({element_of(sign), std::string(sign_words[sign])});
  if (!plot.note.empty()) out.push_back({"", plot.note});
  return out;
}

void draw_mark(Svg& svg, const ScatterLayout& layout, const ScatterLayout::Mark& mark) {
  const ScatterPoint& point = *mark.point;
  if (const Segment whisker = layout.whisker(mark);
      layout.whiskers && whisker.to.x > whisker.from.x)
    svg.line(whisker.from, whisker.to, "plot-whisker");
  if (mark.placed && mark.placed->leader)
    svg.line(mark.placed->leader->from, mark.placed->leader->to, "plot-leader");
  svg.add(fmt::format("<g transform=\"translate({} {})\"><title>{}: {}, {}</title>{}</g>\n",
                      px(mark.at.x), px(mark.at.y), xml_text(point.label), rounded(point.x.value),
                      rounded(point.y.value), element_of(sign_of(point))));
}

// A text may be narrower than its place, so that it is aligned at the side of its point.
void write_label(Svg& svg, const ScatterLayout::Mark& mark) {
  const Box& box = mark.placed->box;
  const char* css = mark.point->pick ? "plot-strong" : "plot-label";
  const double y = (box.top + box.bottom) / 2;
  if (box.right < mark.at.x) return svg.text(box.right, y, mark.label, TextAnchor::end, css);
  if (box.left > mark.at.x) return svg.text(box.left, y, mark.label, TextAnchor::start, css);
  svg.text((box.left + box.right) / 2, y, mark.label, TextAnchor::middle, css);
}

}  // namespace

std::string to_svg(const Scatter& plot, int width, int height) {
  const std::vector<LegendEntry> signs = legend(plot);
  const double rows = static_cast<double>(legend_rows(signs, width));
  const double below = line_height * (rows + 2.75);
  const ScatterLayout layout =
      lay_out(plot, {0, 1.5 * line_height, width - 1.0, height - below}, pixels);
  Svg svg(plot.title, plot.description, width, height);
  svg.text(0, line_height / 2, clipped(plot.y_axis, width, pixels), TextAnchor::start,
           "plot-title");
  if (layout.marks.empty()) {
    svg.text(width / 2.0, height / 2.0, "no card to show", TextAnchor::middle);
    return std::move(svg).done();
  }
  draw_axes(svg, layout);
  svg.text(layout.area.right, layout.area.bottom + line_height * 1.75, plot.x_axis, TextAnchor::end,
           "plot-title");
  if (layout.frontier.size() > 1) svg.path(layout.frontier, "plot-line");
  for (auto mark = layout.marks.rbegin(); mark != layout.marks.rend(); ++mark)
    draw_mark(svg, layout, *mark);
  for (const ScatterLayout::Mark& mark : layout.marks)
    if (mark.placed) write_label(svg, mark);
  draw_legend(svg, signs, height - line_height * rows, width);
  return std::move(svg).done();
}

std::string to_svg(const Plot& plot, int width, int height) {
  if (const auto* bars = std::get_if<StackedBars>(&plot)) return to_svg(*bars, width);
  return std::visit([&](const auto& one) { return to_svg(one, width, height); }, plot);
}

std::string svg_of(const Answer& answer) {
  constexpr int width = 720, height = 440, edge = 20, head = 48;
  for (const Block& block : answer.blocks)
    if (const Plot* plot = std::get_if<Plot>(&block)) {
      const std::string title = std::visit([](const auto& one) { return one.title; }, *plot);
      return fmt::format(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" width=\"{0}\" height=\"{1}\" "
          "viewBox=\"0 0 {0} {1}\">\n<style>{2}</style>\n<text class=\"plot-head\" x=\"{3}\" "
          "y=\"30\">{4}</text>\n<g transform=\"translate({3} {5})\">\n{6}</g>\n</svg>\n",
          width + 2 * edge, height + head + edge, plot_style, edge, xml_text(title), head,
          to_svg(*plot, width, height));
    }
  throw Error(
      "this answer has no plot; `--format svg` draws those of recommend, cost and prices CARD");
}

}  // namespace gpupick
