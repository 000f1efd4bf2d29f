// Helpers that the renderers share. Private to src/render.
#pragma once

#include <fmt/format.h>

#include <string>

#include "answer/data.hpp"
#include "answer/values.hpp"
#include "base/table.hpp"
#include "base/text.hpp"
#include "render/render.hpp"

namespace gpupick {

// The text in a terminal colour, if the page has colours.
inline std::string paint(const Page& page, const char* colour, const std::string& text) {
  return page.colour ? fmt::format("\x1b[{}m{}\x1b[0m", colour, text) : text;
}
inline constexpr const char* bold = "1";
inline constexpr const char* dim = "2";
inline constexpr const char* green = "32";
inline constexpr const char* red = "31";
inline constexpr const char* yellow = "33";

// A paragraph: wrapped in text, one line in Markdown.
inline std::string paragraph(const Page& page, const std::string& text) {
  return page.format == Format::markdown ? to_markdown(text) + "\n"
                                         : wrapped("", text, page.width, 0);
}

// The table in the page's format.
inline std::string to_page(const Table& table, const Page& page) {
  if (page.format == Format::markdown) return to_markdown(table);
  if (page.format == Format::csv) return to_csv(table);
  return to_text(table, page.table_width);
}

}  // namespace gpupick
