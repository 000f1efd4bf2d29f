// The user's own prices: --price, --prices and `prices import`, and the currency they are in.
#pragma once

#include "catalog/price_table.hpp"
#include "cli/session.hpp"

namespace gpupick {

Currency currency_of(const PriceOptions& options);

// Returns the record of a source of the user's own, which was read today.
Source own_source(std::string_view id, std::string_view title, Date today);

Date parse_date_of_price(const std::string& text, Date today, const char* flag);

// Reads a table of prices and checks it as data is checked, against the catalog too. Prints what is
// wrong with line and column. Throws Error if anything is, or with `skip_bad` leaves out those
// rows.
PriceTable read_own_table(const std::string& path, const PriceTableForm& form, Session& session,
                          bool skip_bad = false);

// Prints a note on each card that the file prices twice in one kind.
void note_repeated(const Dataset& data, const std::string& path, Session& session);

// Names the columns that give nothing.
void note_other_columns(const std::vector<std::string>& columns, const std::string& path,
                        Session& session);

// Reads the file of --prices. The kind of a price is "" if it holds for new and used cards.
Dataset read_prices(const PriceOptions& options, const Catalog& catalog, Session& session);

void merge_own_prices(Catalog& catalog, const PriceOptions& options, Session& session);

// Returns the price of an observation's card and kind by all observations that are not the user's
// own, or nothing if it is not known.
std::optional<Price> market_price(const Catalog& catalog, const Observation& row, Date day);

using OwnPrices = std::map<std::string, double, std::less<>>;

// Returns the user's own prices in USD by card: those of --price, then those of the catalog.
OwnPrices own_prices(const Catalog& catalog, const PriceOptions& options, Condition condition,
                     Date day);

}  // namespace gpupick
