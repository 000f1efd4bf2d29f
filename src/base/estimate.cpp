#include "base/estimate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/text.hpp"

namespace gpupick {

Estimate operator*(const Estimate& estimate, double factor) {
  return {estimate.value * factor, estimate.low * factor, estimate.high * factor,
          estimate.evidence};
}

Estimate operator/(const Estimate& estimate, double divisor) {
  return {estimate.value / divisor, estimate.low / divisor, estimate.high / divisor,
          estimate.evidence};
}

Estimate duration(double amount, const Estimate& speed) {
  if (!speed.has_interval()) return {amount / speed.value, 0, 0, speed.evidence};
  return {amount / speed.value, amount / speed.high, amount / speed.low, speed.evidence};
}

Estimate sum(const Estimate& first, const Estimate& second) {
  const auto end = [](const Estimate& one, double Estimate::*member) {
    return one.has_interval() ? one.*member : one.value;
  };
  Estimate out{first.value + second.value, 0, 0,
               first.value > second.value ? first.evidence : second.evidence};
  if (!out.has_interval()) return out;
  out.low = end(first, &Estimate::low) + end(second, &Estimate::low);
  out.high = end(first, &Estimate::high) + end(second, &Estimate::high);
  return out;
}

namespace {

int known_digits(const Estimate& estimate) {
  if (!estimate.has_interval()) return estimate.is_rough() ? 2 : 3;
  return estimate.high - estimate.low <= 0.2 * std::abs(estimate.value) ? 3 : 2;
}

}  // namespace

std::string value_text(const Estimate& estimate) {
  return rounded(to_digits(estimate.value, known_digits(estimate)));
}

std::string interval_text(const Estimate& estimate) {
  const auto end = [digits = known_digits(estimate)](double value) {
    return rounded(to_digits(value, digits));
  };
  return end(estimate.low) + (estimate.low < 0 ? " to " : "-") + end(estimate.high);
}

std::string to_text(const Estimate& estimate, std::string_view unit) {
  const std::string value = value_text(estimate) + (unit.empty() ? "" : " ") + std::string(unit);
  if (estimate.evidence == Evidence::stated) return value + " (stated)";
  if (!(estimate.high > estimate.low)) return value + (estimate.is_rough() ? " (rough)" : "");
  return fmt::format("{} ({}{})", value, interval_text(estimate),
                     estimate.is_rough() ? ", rough" : "");
}

}  // namespace gpupick
