#include "cli/session.hpp"

#include <algorithm>

namespace gpupick {

Page Session::page() const {
  static constexpr std::pair<std::string_view, Format> formats[] = {
      {"text", Format::text},         {"json", Format::json},     {"csv", Format::csv},
      {"markdown", Format::markdown}, {"github", Format::github}, {"sarif", Format::sarif}};
  Page page;
  for (const auto& [name, format] : formats)
    if (name == global.format) page.format = format;
  page.width = std::max<std::size_t>(environment_.width, 40);
  page.colour = environment_.colour && page.format == Format::text;
  return page;
}

Date Session::today() const {
  const std::chrono::year_month_day day = environment_.today;
  return {static_cast<int>(day.year()), static_cast<int>(static_cast<unsigned>(day.month())),
          static_cast<int>(static_cast<unsigned>(day.day()))};
}

}  // namespace gpupick
