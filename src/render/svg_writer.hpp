// The elements of an SVG, and how wide its text is. Private to src/render.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "render/frame.hpp"

namespace gpupick {

// Returns the width of a text in pixels at 12 pixels a line. An estimate, since a page chooses the
// font: no usual sans-serif font is wider.
double text_width(std::string_view text);

// "12.5", to a tenth of a pixel.
std::string px(double value);

inline constexpr double line_height = 16;  // of text, in pixels
inline constexpr Medium pixels{text_width, line_height, 6, 5, false, "…", 1.12};

enum class TextAnchor { start, middle, end };

struct LegendEntry {
  std::string sign;  // an element drawn around 0,0
  std::string words;
};

class Svg {
 public:
  Svg(std::string_view title, std::string_view description, double width, double height);

  void add(std::string_view element) { body_ += element; }
  // `y` is the middle of the text.
  void text(double x, double y, std::string_view words, TextAnchor anchor = TextAnchor::start,
            std::string_view css = "");
  void line(Spot from, Spot to, std::string_view css);
  // Joins the spots; an area if `closed`.
  void path(const std::vector<Spot>& spots, std::string_view css, bool closed = false);
  void rectangle(const Box& box, std::string_view css, std::string_view title = "");

  // Returns the element.
  std::string done() && { return std::move(body_) + "</svg>\n"; }

 private:
  std::string body_;
};

// Draws the ticks with their lines and the axis of x.
void draw_axes(Svg& svg, const Frame& frame);

// Returns the rows that a legend takes at this width.
std::size_t legend_rows(const std::vector<LegendEntry>& entries, double width);
// Draws it, from left to right and from `top` down.
void draw_legend(Svg& svg, const std::vector<LegendEntry>& entries, double top, double width);

}  // namespace gpupick
