#include "render/svg.hpp"

#include "base/text.hpp"

namespace gpupick {

std::string to_svg(const Scatter&, int, int) { return ""; }
std::string to_svg(const StackedBars&, int, int) { return ""; }
std::string to_svg(const Curves&, int, int) { return ""; }
std::string to_svg(const TimePoints&, int, int) { return ""; }
std::string to_svg(const Plot& plot, int width, int height) {
  return std::visit([&](const auto& one) { return to_svg(one, width, height); }, plot);
}
std::string_view plot_style() { return ""; }
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
    for (std::size_t at = 0; (at = out.find(none, at)) != std::string::npos;)
      out.replace(at, none.size(), "\uFFFD");
  return out;
}

}  // namespace gpupick
