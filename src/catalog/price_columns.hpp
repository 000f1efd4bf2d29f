// The columns of a table of prices: their names as people write them, and what a header lacks.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/money.hpp"
#include "base/text.hpp"
#include "cards/names.hpp"
#include "catalog/price_table.hpp"
#include "schema/csv.hpp"

namespace gpupick {

// A column that names the currency of each row.
inline constexpr std::string_view currency_key = "currency";

// Returns the word for a kind of price in a table: "used" for street_used.
std::string_view word_of_kind(std::string_view kind);
std::string kind_words();

class PriceColumns {
 public:
  PriceColumns(const Currency& currency, const Catalog& catalog);
  PriceColumns(const PriceColumns&) = delete;

  const std::vector<CsvColumn>& all() const { return all_; }

  // Returns the keys that the header's names mean, and "" for those that mean none.
  Phrases keys_of(const std::vector<std::string>& header) const;

  // Returns the names of a column of prices in the currency: "priceeur,eurprice,...".
  std::string names_of_price(std::string_view code) const;

 private:
  // Returns other names of a column, between commas. A price without a currency is in the table's.
  std::string names_for(std::string_view key) const;
  std::string words(std::string_view key) const;
  std::string_view keep(std::string name) { return names_.emplace_back(std::move(name)); }

  std::span<const TableWords> words_;
  const std::string code_;
  std::deque<std::string> names_;  // of the columns
  std::vector<CsvColumn> all_;
};

// Returns what is wrong with the columns of prices, or "" if nothing is: a currency without a rate,
// or two columns of prices. `keys`: what the header's names mean.
std::string currency_fault(const PriceColumns& columns, const std::vector<std::string>& header,
                           const Phrases& keys, const std::string& code);

// Names the columns that the table needs and lacks. Returns "" if it has all.
std::string lack_of(const Phrases& keys, const PriceTableForm& form,
                    const std::vector<CsvColumn>& columns);

}  // namespace gpupick
