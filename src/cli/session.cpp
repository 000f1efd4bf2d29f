#include "cli/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/text.hpp"

namespace gpupick {
namespace {

constexpr std::size_t widest_prose = 100;  // longer lines are hard to read

// The command line as a shell reads it.
std::string typed(const std::vector<std::string>& args) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./:,+%@";
  std::string out = "gpupick";
  for (const std::string& arg : args) {
    const bool is_plain = !arg.empty() && arg.find_first_not_of(plain) == std::string::npos;
    out += is_plain ? " " + arg : fmt::format(" '{}'", join(split(arg, "'"), "'\\''"));
  }
  return out;
}

}  // namespace

Page Session::page() const {
  Page page;
  for (const auto& [name, format] : output_formats)
    if (name == global.format) page.format = format;
  page.width =
      environment_.width == 0 ? widest_prose : std::max<std::size_t>(environment_.width, 40);
  page.table_width =
      environment_.width == 0 ? std::numeric_limits<std::size_t>::max() / 2 : page.width;
  page.width = std::min(page.width, widest_prose);
  page.colour = global.color == "auto" ? environment_.colour : global.color == "always";
  page.bars = environment_.bars || global.bars;
  page.unicode = environment_.unicode;
  page.command = typed(args_);
  page.links = environment_.links;
  return page;
}

void Session::print(const Answer& answer, bool plots) {
  Page shown = page();
  shown.plots = plots;
  out << render(answer, shown);
}

}  // namespace gpupick
