// The user's own prices: --price, --prices and `prices import`, and the currency they are in.
#pragma once

#include "catalog/price_table.hpp"
#include "cli/inputs.hpp"

namespace gpupick {

// Returns the currency of --currency and --vat.
Currency currency_of(const PriceOptions& options);

// Returns the record of a source of the user's own, which was read today.
Source own_source(std::string_view id, std::string_view title, Date today);

// Parses "today" or a date.
Date parse_date_of_price(const std::string& text, Date today, const char* flag);

// Reads a table of prices and checks it as data is checked, against the catalog too. Prints what is
// wrong to `err` with line and column. Throws Error if anything is, or with `skip_bad` leaves out
// those rows.
Dataset read_own_table(const std::string& path, const PriceTableForm& form, Inputs& inputs,
                       std::ostream& err, bool skip_bad = false);

// Adds the observations in the file of --prices to the catalog, if it is a table of observations.
void lay_prices_over(Catalog& catalog, const PriceOptions& options, Date today, Inputs& inputs,
                     std::ostream& err);

using OwnPrices = std::map<std::string, double, std::less<>>;

// Returns the prices in USD by card. Those on the command line override those in the file of
// --prices, which says nothing here if it is a table of observations.
OwnPrices own_prices(const Catalog& catalog, const PriceOptions& options, Date today,
                     Inputs& inputs, std::ostream& err);

}  // namespace gpupick
