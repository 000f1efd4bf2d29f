// Price observations as people keep them: CSV tables whose columns are the keys of an observation
// (docs/fields.md#prices).
#pragma once

#include <string_view>
#include <vector>

#include "catalog/dataset.hpp"

namespace gpupick {

// Diagnostics name line and column of the tables.
Dataset read_price_tables(const std::vector<File>& files, std::vector<Diagnostic>& diagnostics);

// Whether a CSV text holds such a table, not just what cards cost today.
bool is_price_table(std::string_view text);

}  // namespace gpupick
