// The currency of an answer. Prices are computed in USD before tax; a currency converts what the
// user gives and what is printed.
#pragma once

#include <cmath>
#include <string>

#include "base/estimate.hpp"
#include "base/numbers.hpp"

namespace gpupick {

struct Currency {
  std::string code = "USD";
  double usd = 1;  // of one unit
  double vat = 0;  // tax that is added, as a share of the price

  double from_usd(double amount) const { return amount / usd * (1 + vat); }
  double to_usd(double amount) const { return amount * usd / (1 + vat); }
  Estimate from_usd(const Estimate& amount) const { return amount / usd * (1 + vat); }

  // True if nothing is converted.
  bool is_usd() const { return usd == 1 && vat == 0; }
  // Formats an amount of USD to three significant digits, without the code: "1,300".
  std::string text(double amount) const { return rounded(from_usd(amount)); }
  // Formats an amount of USD in whole units, rounded up: "1,301".
  std::string text_above(double amount) const { return exact(std::ceil(from_usd(amount))); }
  // "1,300 EUR".
  std::string with_code(double amount) const { return text(amount) + " " + code; }
  // "1,185-1,278".
  std::string range(double low, double high) const { return text(low) + "-" + text(high); }
};

}  // namespace gpupick
