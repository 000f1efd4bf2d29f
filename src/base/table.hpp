// Rows under headings, as text for a terminal, Markdown or CSV. Knows nothing of cards; returns
// strings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpupick {

enum class Align { left, right };

struct Column {
  std::string heading;
  Align align = Align::left;
  int drop_order = 0;  // where the table is too wide the highest goes first; a column with 0 stays
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  // each as long as `columns`
};

// Aligned columns, two spaces apart, indented by `indent`. Where a line would be wider than
// `width`, very long texts are shortened, then columns that may go left out (of equals the last
// first), then texts shortened further, the widest first, and where even that is not enough the
// last columns left out. Headings all empty print no heading line.
std::string to_text(const Table& table, std::size_t width, std::size_t indent = 0);

// As few tables below each other as show every column, each beginning with the first; long texts go
// on in the next line.
std::string to_stacked_text(const Table& table, std::size_t width);

// The table with the columns that `to_text` shows in the width.
Table narrowed(Table table, std::size_t width);

// Whether `to_text` shows every column without shortening a text below the usual.
bool fits(const Table& table, std::size_t width);

// A GitHub-flavoured Markdown table. No cell is read as Markdown or HTML.
std::string to_markdown(const Table& table);

// The text as Markdown shows it letter by letter, but for `code`: no links, images or HTML.
std::string to_markdown(std::string_view text);

// RFC 4180 with line feeds: cells with a comma, quote or line end are quoted, and no cell that is
// not a number is read as a formula.
std::string to_csv(const Table& table);

// The text broken at spaces into lines of at most `width` columns. The first line begins with
// `prefix`, the others with `margin` spaces.
std::string wrapped(const std::string& prefix, const std::string& text, std::size_t width,
                    std::size_t margin);

}  // namespace gpupick
