// CSV as in RFC 4180, with one record per line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/document.hpp"

namespace gpupick {

// The cells of one line; a quoted cell may hold commas and doubled quotes.
std::vector<std::string> cells_of(std::string_view line);

// A legal column of a table.
struct CsvColumn {
  std::string_view key;
  bool is_number = false;
};

// Returns the rows of a table: one object per line after the header, with the header's keys and
// without empty cells. Texts are stored in the arena; offsets are those of the cells. Returns
// nothing, and adds diagnostics, if the header has an unknown or repeated column, a row has more
// cells than the header, or a cell has control characters.
std::optional<Node::Array> parse_table(const Document& document,
                                       const std::vector<CsvColumn>& columns, Arena& arena,
                                       std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
