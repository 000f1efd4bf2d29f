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

// True for a mark that may end emphasis: one behind a letter that no letter follows.
bool ends_emphasis(std::string_view text, std::size_t i) {
  const bool inside = i + 1 < text.size() && (is_letter(text[i + 1]) || is_digit(text[i + 1]));
  return i > 0 && text[i - 1] != ' ' && (holds("*~", text[i]) || (text[i] == '_' && !inside));
}

// Returns the character at `i` so that it marks up and mentions nothing. GitHub reads the names
// behind @ in what Markdown prints, so only an element keeps them apart.
std::string inert(std::string_view text, std::size_t i, std::string_view marks) {
  std::string out(1, text[i]);
  if (text[i] == '@') return out + "<!-- -->";
  return holds(marks, text[i]) || ends_emphasis(text, i) ? "\\" + out : out;
}

std::string inert(std::string_view text, std::string_view marks) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) out += inert(text, i, marks);
  return out;
}

// Returns where a backslash keeps the start of a line from being that of a heading, a list, a quote
// or a rule; its end if it is none.
std::size_t mark_of_block(std::string_view text) {
  const std::string_view word = text.substr(0, text.find(' '));
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits > 0 && digits + 1 == word.size() && holds(".)", word.back())) return digits;
  const bool marks = !word.empty() && word.find_first_not_of("#-+=*_") == word.npos;
  return marks || text.starts_with('>') || text.starts_with("~~~") ? 0 : text.size();
}

}  // namespace

std::string to_markdown(const Table& table) {
  std::string out = "|";
  for (const Column& column : table.columns)
    out += fmt::format(" {}{}{} |", inert(column.heading, cell_marks),
                       column.unit.empty() ? "" : ", ", inert(column.unit, cell_marks));
  out += "\n|";
  for (const Column& column : table.columns) out += column.align == Align::left ? "---|" : "--:|";
  out += "\n";
  for (const auto& row : table.rows) {
    out += "|";
    for (const std::string& cell : row) out += " " + inert(cell, cell_marks) + " |";
    out += "\n";
  }
  return out;
}

std::string to_markdown(std::string_view text) {
  const std::size_t block = mark_of_block(text);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    // Keep code between two equal runs of backticks unchanged.
    const std::size_t length = std::min(text.find_first_not_of('`', i), text.size()) - i;
    if (length > 0) {
      const std::string_view fence = text.substr(i, length);
      std::size_t end = text.find(fence, i + length);
      while (end < text.size() && text.substr(end + length).starts_with('`'))
        end = text.find(fence, std::min(text.find_first_not_of('`', end), text.size()));
      const bool closed = end < text.size();
      const std::string_view code = text.substr(i, closed ? end + length - i : length);
      out += closed ? std::string(code) : escaped(code, "`");
      i += code.size();
      continue;
    }
    out += i == block ? escaped(text.substr(i, 1), text) : inert(text, i, markdown_marks);
    ++i;
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
                : fmt::format("- **{}**: {}", inert(line->label, label_marks), to_markdown(text));
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
