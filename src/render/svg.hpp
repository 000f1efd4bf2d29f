// Plots as SVG. A page may style them: they use classes, `currentColor` and custom properties, and
// no script, font or address.
#pragma once

#include <string>
#include <string_view>

#include "answer/plot.hpp"

namespace gpupick {

// Return an <svg> element of this size in CSS pixels, with a title and a description. Text has 12
// pixels whatever the size, and a narrow picture has fewer ticks and labels. Bars are as high as
// they need.
std::string to_svg(const Scatter& plot, int width, int height);
std::string to_svg(const StackedBars& plot, int width);
std::string to_svg(const Curves& plot, int width, int height);
std::string to_svg(const TimePoints& plot, int width, int height);
std::string to_svg(const Plot& plot, int width, int height);

// Escapes text for an element or an attribute of XML or HTML. Replaces malformed UTF-8 and
// characters that XML does not allow by U+FFFD.
std::string xml_text(std::string_view text);

}  // namespace gpupick
