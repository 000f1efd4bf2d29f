// Reads tables of cards as people have them: CSV with a header, or a list of objects in JSON, with
// columns, words and units in usual spellings. What a table does not say stays unknown.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/dataset.hpp"

namespace gpupick {

struct CardTableForm {
  const Catalog* catalog = nullptr;                         // has the cards that rows change
  std::vector<std::pair<std::string, std::string>> fields;  // a column, and the field that it gives
  std::string_view source;    // id of that of all figures; "" for none
  std::optional<Source> own;  // its record, if the catalog lacks it
};

struct CardTable {
  Dataset data;  // the whole cards, to be checked; those of the catalog with the changes
  std::vector<Gpu> entries;  // new cards, and the figures of known ones that differ, by id
  std::vector<std::string> other_columns;  // columns that give no field
};

// Returns the cards of a table. Drops rows that can't be read, with a diagnostic. Throws Error if
// the form names a column that the table lacks, or a field that cards lack.
CardTable read_card_table(const File& file, const CardTableForm& form,
                          std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
