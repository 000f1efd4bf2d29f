#include "base/currency.hpp"

#include "base/text.hpp"

namespace gpupick {

Estimate Currency::from_usd(Estimate amount) const {
  for (double* end : {&amount.value, &amount.low, &amount.high}) *end = from_usd(*end);
  return amount;
}

std::string Currency::text(double amount) const { return rounded(from_usd(amount)); }

std::string Currency::with_code(double amount) const { return text(amount) + " " + code; }

std::string Currency::range(double low, double high) const { return text(low) + "-" + text(high); }

}  // namespace gpupick
