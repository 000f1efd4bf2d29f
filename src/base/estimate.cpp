#include "base/estimate.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace gpupick {

std::string to_text(const Estimate& estimate) {
  if (!estimate.has_interval()) return fmt::format("{} (a guess)", rounded(estimate.value));
  return fmt::format("{} ({}-{}{})", rounded(estimate.value), rounded(estimate.low),
                     rounded(estimate.high),
                     estimate.evidence == Evidence::thin ? ", a guess" : "");
}

}  // namespace gpupick
