#include "base/currency.hpp"

#include "base/text.hpp"

namespace gpupick {

Estimate Currency::from_usd(const Estimate& amount) const { return amount / usd * (1 + vat); }

std::string Currency::text(double amount) const { return rounded(from_usd(amount)); }

std::string Currency::with_code(double amount) const { return text(amount) + " " + code; }

std::string Currency::range(double low, double high) const { return text(low) + "-" + text(high); }

}  // namespace gpupick
