// CSV as in RFC 4180, with line breaks in quotes. Tables may also have semicolons or tabs between
// their cells, or be tables of Markdown, with bars between or around them and other text around the
// table.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/document.hpp"

namespace gpupick {

// Returns the position of the line break that ends the row from `start`, or of the text's end. A
// line break in quotes is part of its cell; a quote that is never closed ends with its line.
std::size_t end_of_row(std::string_view text, std::size_t start);

// Returns the sign between the cells of a table: the bar that its header begins with, the first
// comma, semicolon or tab of its header, or a bar.
char separator_in(std::string_view header);

// True for a line of blank cells, and for the line below the header of a table of Markdown:
// "|---|:---:|".
bool is_empty_row(std::string_view line);

// The trimmed cells of one line; a quoted cell may hold separators and doubled quotes.
std::vector<std::string> cells_of(std::string_view line, char separator = ',');

// Returns the name by which a column is found: folded, or as it stands if it has no Latin letter.
std::string column_name(std::string_view cell);

// Returns the header of a table as it stands: of Markdown the line above the rule, else the first
// line of the text, or the second behind "sep=;".
std::vector<std::string> header_of(std::string_view text);

struct CsvColumn {
  std::string_view key;
  bool is_number = false;
  std::string words = {};             // legal words, for messages
  std::string_view other_names = {};  // between commas, the surest first
  bool ignored = false;               // may stand in a table, and gives nothing
};

// Returns the column that each name of a header means, or null. A name means the column with this
// key, else one with this other name, unless the header also has that column's key.
std::vector<const CsvColumn*> columns_named(const std::vector<std::string>& header,
                                            const std::vector<CsvColumn>& columns);

// "card, kind (new or used) and usd".
std::string names_of(const std::vector<CsvColumn>& columns);

// Returns the rows of a table: one object per row after the header, with the header's keys and
// without empty cells. Texts are stored in the arena; offsets are those of the cells. Returns
// nothing, and adds diagnostics, if the header has a repeated column, or unknown ones unless
// `other_columns` are ignored, a row has more cells than the header or an open quote, or a cell has
// control characters.
std::optional<Node::Array> parse_table(const Document& document,
                                       const std::vector<CsvColumn>& columns, bool other_columns,
                                       Arena& arena, std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
