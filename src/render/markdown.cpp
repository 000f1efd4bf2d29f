// GitHub-flavoured Markdown, in which no value is read as Markdown or HTML.
#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "render/formats.hpp"

namespace gpupick {
namespace {

// Characters that Markdown reads as the start of a link, an image or HTML. In a cell also the end
// of the cell, emphasis and code.
constexpr std::string_view markdown_marks = "\\<[]", label_marks = "\\<*_`",
                           cell_marks = "\\<[]|*_`";

}  // namespace

std::string to_markdown(const Table& table) {
  std::string out = "|";
  for (const Column& column : table.columns)
    out += fmt::format(" {}{}{} |", escaped(column.heading, cell_marks),
                       column.unit.empty() ? "" : ", ", escaped(column.unit, cell_marks));
  out += "\n|";
  for (const Column& column : table.columns) out += column.align == Align::left ? "---|" : "--:|";
  out += "\n";
  for (const auto& row : table.rows) {
    out += "|";
    for (const std::string& cell : row) out += " " + escaped(cell, cell_marks) + " |";
    out += "\n";
  }
  return out;
}

std::string to_markdown(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    // Keep code between two equal runs of backticks unchanged.
    const std::size_t length = std::min(text.find_first_not_of('`', i), text.size()) - i;
    if (length > 0) {
      const std::string_view fence = text.substr(i, length);
      std::size_t end = text.find(fence, i + length);
      while (end < text.size() && text.substr(end + length).starts_with('`'))
        end = text.find(fence, std::min(text.find_first_not_of('`', end), text.size()));
      const std::size_t taken = end < text.size() ? end + length - i : length;
      out += text.substr(i, taken);
      i += taken;
      continue;
    }
    out += escaped(text.substr(i++, 1), markdown_marks);
  }
  return out;
}

std::string markdown_of(const Answer& answer) {
  std::string out;
  bool after_table = false;  // a line directly below a table would be a row of it
  bool after_item = false;   // a paragraph directly below a list would be a part of its last item
  const auto add = [&](const Table& table) {
    out += to_markdown(table);
    after_table = true;
  };
  for (const Block& block : answer.blocks) {
    if (const auto* line = std::get_if<Line>(&block)) {
      const bool part = std::exchange(after_item, !line->label.empty()) && line->label.empty();
      if (std::exchange(after_table, false) || part) out += "\n";
      std::string text = text_of(*line);
      if (!line->aside.empty()) text += ", " + line->aside;
      if (line->label.empty())
        out += to_markdown(text);
      else
        out +=
            line->label == no_label
                ? fmt::format("- {}", to_markdown(text))
                : fmt::format("- **{}**: {}", escaped(line->label, label_marks), to_markdown(text));
      out += "\n";
    } else if (const auto* grid = std::get_if<Grid>(&block)) {
      add(grid->table);
    } else if (const auto* list = std::get_if<Listing>(&block)) {
      if (list->shown() > 0) add(table_of(*list));
    } else if (std::holds_alternative<Break>(block) && !out.empty() && !out.ends_with("\n\n")) {
      out += "\n";
      after_table = after_item = false;
    }
  }
  return out;
}

}  // namespace gpupick
