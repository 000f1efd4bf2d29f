// Reads tables of price observations: CSV files whose columns are the keys of an observation
// (docs/fields.md#prices).
#pragma once

#include <string_view>
#include <vector>

#include "catalog/dataset.hpp"

namespace gpupick {

// Reads the tables into a dataset. Diagnostics have the line and column in the table.
Dataset read_price_tables(const std::vector<File>& files, std::vector<Diagnostic>& diagnostics);

// True if the CSV text is a table of observations, not a list of cards with today's prices.
bool is_price_table(std::string_view text);

}  // namespace gpupick
