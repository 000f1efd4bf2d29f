// Reads tables of prices as people keep them: CSV with a header, separated by commas, semicolons or
// tabs, with names of cards and prices in any usual spelling.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/currency.hpp"
#include "catalog/catalog.hpp"
#include "catalog/dataset.hpp"

namespace gpupick {

// How a table is read. The texts must outlive the data.
struct PriceTableForm {
  const Catalog* catalog = nullptr;  // has the cards that rows name
  // Stand for empty cells; "" for none.
  std::string kind, date;
  std::string_view source;  // id
  // The user's own source, which is added to the data and stands for empty cells in place of
  // `source`. Its prices are the user's own.
  std::optional<Source> own;
  // Ignores columns that are no key of a price. A price without a kind, whose kind is then "", is
  // that of a new and of a used card.
  bool lenient = false;
  // The column with the name of its code holds prices in this currency.
  Currency currency;
};

// The prices of a table, and its columns that are no key of a price and not in the currency of the
// form.
struct PriceTable {
  Dataset data;
  std::vector<std::string> other_columns;
};

// Reads a table. Drops wrong rows, with a diagnostic.
PriceTable read_price_table(const File& file, const PriceTableForm& form,
                            std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
