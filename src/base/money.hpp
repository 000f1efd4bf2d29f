// Amounts of money as people write them: "$1,250.50", "1.250,00 €", "15000 EUR", "2k".
#pragma once

#include <string>
#include <string_view>

#include "base/currency.hpp"

namespace gpupick {

// An amount with the code of its currency, as a user writes it.
struct Money {
  double amount = 0;
  std::string code;  // "EUR"; "" if the text names none
};

// Returns the number with a decimal point and commas between thousands, if it has a decimal comma:
// "1,250.5" for "1.250,5". "1,250" stays, as a comma before three digits separates thousands.
std::string with_decimal_point(std::string_view text);

// True if exactly three digits stand behind the only point or comma of the text, and one to three
// before it: "1.250".
bool may_part_thousands(std::string_view text);

// Returns the number without spaces and apostrophes between thousands, with 00 for the dash in
// place of cents: "1299.00" for "1'299.-", and "1299,00" for "1 299,00". Other hard spaces become
// plain ones.
std::string without_groups(std::string_view text);

// Parses a price without a currency other than USD: "950", "$1,250.50", "1.250,00", "1 250,-",
// "950,5" or "1.2k". Throws Error for any other text, and unless it is a rent for "1.250", which
// may mean 1,250.
double parse_price(std::string_view text, bool rent = false);

// Returns the code of the currency before or behind a number, or "" if the text names none that is
// known.
std::string currency_of(std::string_view text);

// Parses an amount with or without a currency. Throws Error as parse_price does, and for a currency
// without a code.
Money parse_money(std::string_view text);

// Returns the amount of `text` in this currency. Throws Error if the text names another one;
// `flag` names where.
double money_in(const Currency& currency, std::string_view text, std::string_view flag);

}  // namespace gpupick
