// The head, navigation and foot of all HTML pages.
#include <fmt/format.h>

#include "base/text.hpp"
#include "render/formats.hpp"
#include "render/plot_style.hpp"
#include "render/report_style.hpp"
#include "render/svg.hpp"

namespace gpupick {

Navigation::Navigation(const std::vector<std::pair<std::string, std::string>>& links) {
  for (const auto& [title, address] : links) {
    const std::string anchor =
        fmt::format("<a href=\"{}\">{}</a>", xml_text(address), xml_text(title));
    if (back.empty())
      back = fmt::format("<nav>{}</nav>\n", anchor);
    else
      others += fmt::format("<li>{}</li>\n", anchor);
  }
  if (!others.empty())
    others = fmt::format("<nav>\n<h2>Other questions</h2>\n<ul>\n{}</ul>\n</nav>\n", others);
}

std::string html_page(std::string_view title, std::string_view body, std::string_view after,
                      std::string_view script_hash) {
  const std::string scripts =
      script_hash.empty() ? "" : fmt::format("script-src 'sha256-{}'; ", script_hash);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; {}base-uri 'none'; form-action 'none'\">\n"
      "<title>{}</title>\n<style>\n{}{}</style>\n</head>\n<body>\n<main>\n{}"
      "</main>\n{}</body>\n</html>\n",
      scripts, xml_text(title), plot_style, report_style, body, after);
}

}  // namespace gpupick
