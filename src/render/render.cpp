#include "render/render.hpp"

#include "base/text.hpp"
#include "render/formats.hpp"

namespace gpupick {

std::string text_of(const Line& line) {
  const std::string said = join(line.phrases, line.separator);
  return line.head + (line.head.empty() || said.empty() ? "" : ": ") + said;
}

std::string render(const Answer& answer, const Page& page) {
  switch (page.format) {
    case Format::json:
      return json_of(answer);
    case Format::csv:
      return csv_of(answer);
    case Format::markdown:
      return markdown_of(answer);
    case Format::svg:
      return svg_of(answer);
    case Format::html:
      return html_of(answer, page);
    case Format::github:
      return github_of(answer);
    case Format::gitlab:
      return gitlab_of(answer);
    case Format::sarif:
      return sarif_of(answer);
    case Format::text:
      break;
  }
  return text_of(answer, page);
}

}  // namespace gpupick
