#include "render/svg_writer.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "render/svg.hpp"

namespace gpupick {
namespace {

constexpr double sign_width = 24;

// Calls `draw` with the left and the row of each entry. Returns the number of rows.
template <class Draw>
std::size_t lay_legend(const std::vector<LegendEntry>& entries, double width, Draw draw) {
  double x = 0;
  std::size_t row = 0;
  for (const LegendEntry& entry : entries) {
    const double room = (entry.sign.empty() ? 0 : sign_width) + text_width(entry.words);
    if (x > 0 && x + room > width) x = 0, ++row;
    draw(entry, x, row);
    x += room + line_height;
  }
  return entries.empty() ? 0 : row + 1;
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : with_valid_utf8(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\'')
      out += "&#39;";
    else if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F)
      out += "\uFFFD";
    else
      out += c;
  }
  // U+FFFE and U+FFFF are well-formed UTF-8, but no characters of XML.
  for (const std::string_view none : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
    out = join(split(out, none), "\uFFFD");
  return out;
}

double text_width(std::string_view text) {
  constexpr double size = 12;
  double ems = 0;
  for (std::size_t at = 0; at < text.size(); at = next_point(text, at)) {
    const char c = text[at];
    if (holds("ijlI.,:;'|!()[]ft/ -", c))
      ems += 0.38;
    else if (static_cast<unsigned char>(c) >= 0x80 || holds("mwMW@%&", c))
      ems += 1;
    else
      ems += c >= 'A' && c <= 'Z' ? 0.72 : 0.64;
  }
  return size * ems;
}

std::string px(double value) {
  std::string out = fmt::format("{:.1f}", value);
  if (out.ends_with(".0")) out.resize(out.size() - 2);
  return out == "-0" ? "0" : out;
}

Svg::Svg(std::string_view title, std::string_view description, double width, double height)
    : body_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" "
                        "width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
                        "<title>{2}</title>\n<desc>{3}</desc>\n",
                        px(width), px(height), xml_text(title), xml_text(description))) {}

void Svg::text(double x, double y, std::string_view words, TextAnchor anchor,
               std::string_view css) {
  if (words.empty()) return;
  constexpr double to_baseline = 4;
  static constexpr const char* anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
  add(fmt::format("<text x=\"{}\" y=\"{}\"{}{}>{}</text>\n", px(x), px(y + to_baseline),
                  anchors[static_cast<std::size_t>(anchor)],
                  css.empty() ? "" : fmt::format(" class=\"{}\"", css), xml_text(words)));
}

void Svg::line(Spot from, Spot to, std::string_view css) { path({from, to}, css); }

void Svg::path(const std::vector<Spot>& spots, std::string_view css, bool closed) {
  std::string way;
  for (const Spot& spot : spots)
    way += fmt::format("{}{} {}", way.empty() ? "M" : "L", px(spot.x), px(spot.y));
  add(fmt::format("<path class=\"{}\" d=\"{}{}\"/>\n", css, way, closed ? "Z" : ""));
}

void Svg::rectangle(const Box& box, std::string_view css, std::string_view title) {
  add(fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">", css,
                  px(box.left), px(box.top), px(box.right - box.left), px(box.bottom - box.top)));
  if (!title.empty()) add(fmt::format("<title>{}</title>", xml_text(title)));
  add("</rect>\n");
}

std::size_t legend_rows(const std::vector<LegendEntry>& entries, double width) {
  return lay_legend(entries, width, [](const LegendEntry&, double, std::size_t) {});
}

void draw_axes(Svg& svg, const Frame& frame) {
  const Box& area = frame.area;
  for (const Tick& tick : frame.y_ticks) {
    const double y = frame.y_of(tick.value);
    svg.line({area.left, y}, {area.right, y}, "plot-grid");
    svg.text(area.left - pixels.gap, y, tick.text, TextAnchor::end);
  }
  for (const Tick& tick : frame.x_ticks) {
    const double x = frame.x_of(tick.value);
    svg.line({x, area.top}, {x, area.bottom}, "plot-grid");
    svg.text(x, area.bottom + line_height * 0.75, tick.text, TextAnchor::middle);
  }
  svg.line({area.left, area.bottom}, {area.right, area.bottom}, "plot-axis");
}

void draw_legend(Svg& svg, const std::vector<LegendEntry>& entries, double top, double width) {
  lay_legend(entries, width, [&](const LegendEntry& entry, double x, std::size_t row) {
    const double y = top + line_height * (static_cast<double>(row) + 0.5);
    if (entry.sign.empty()) return svg.text(x, y, entry.words, TextAnchor::start, "plot-title");
    svg.add(fmt::format("<g transform=\"translate({} {})\">{}</g>\n", px(x + sign_width / 2 - 2),
                        px(y), entry.sign));
    svg.text(x + sign_width, y, entry.words);
  });
}

}  // namespace gpupick
