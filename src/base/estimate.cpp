#include "base/estimate.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace gpupick {

Estimate inverse(const Estimate& rate) {
  if (!rate.has_interval()) return {1 / rate.value, 0, 0, rate.evidence};
  return {1 / rate.value, 1 / rate.high, 1 / rate.low, rate.evidence};
}

std::string to_text(const Estimate& estimate) {
  if (!estimate.has_interval()) return fmt::format("{} (a guess)", rounded(estimate.value));
  return fmt::format("{} ({}-{}{})", rounded(estimate.value), rounded(estimate.low),
                     rounded(estimate.high),
                     estimate.evidence == Evidence::thin ? ", a guess" : "");
}

}  // namespace gpupick
