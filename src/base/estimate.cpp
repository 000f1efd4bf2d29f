#include "base/estimate.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace gpupick {

Estimate inverse(const Estimate& rate) {
  if (!rate.has_interval()) return {1 / rate.value, 0, 0, rate.evidence};
  return {1 / rate.value, 1 / rate.high, 1 / rate.low, rate.evidence};
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

std::string to_text(const Estimate& estimate) {
  if (!estimate.has_interval())
    return fmt::format("{} ({})", rounded(estimate.value),
                       estimate.is_guess() ? "rough" : "stated");
  return fmt::format("{} ({}-{}{})", rounded(estimate.value), rounded(estimate.low),
                     rounded(estimate.high), estimate.is_guess() ? ", rough" : "");
}

}  // namespace gpupick
