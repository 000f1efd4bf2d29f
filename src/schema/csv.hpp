// CSV as RFC 4180 has it, one record a line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/document.hpp"

namespace gpupick {

// The cells of one line; a quoted cell may hold commas and doubled quotes.
std::vector<std::string> cells_of(std::string_view line);

// A column that a table may have.
struct CsvColumn {
  std::string_view key;
  bool is_number = false;
};

// The rows of a table: an object for each line after the header, by the header's keys, without its
// empty cells; texts are kept in the arena, places are those of the cells. Nothing, and
// diagnostics, where the header has other columns or a row more cells.
std::optional<Node::Array> parse_table(const Document& document,
                                       const std::vector<CsvColumn>& columns, Arena& arena,
                                       std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
