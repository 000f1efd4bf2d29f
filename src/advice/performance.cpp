// The problem: a buyer asks how fast a card is, long before saying which model at which precision.
// Data sheets offer a dozen figures; which of them decides depends on the work. Measured over cards
// from Pascal to Hopper, AMD's, Intel's and Apple's included, a product of two powers ranks them
// well:
//
//   speed = (bandwidth / reference)^a x (matrix rate / reference)^b x stack factor,   a + b = 1
//
// with a, b and the factors by kind of work, from the profile. Both figures are those of one
// device, since a second GPU on the board does not speed up one stream of work. The matrix rate is
// that of the fastest units for 16-bit work that the card has: tensor cores, else packed FP16, else
// FP32. The factor says what the software of a stack makes of the figures, against a CUDA card with
// the same figures.
//
// Left out: cache, latency per layer, and the architecture within a stack. They are why the
// interval is as wide as it is (docs/models.md#speed has the table).
#include "advice/performance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace gpupick {
std::variant<Fastest, NoSpeed> fastest(const Gpu& gpu, const SpeedFactor& factor) {
  Fastest best{find_figure(factor.any_of.front()), 0};
  for (const std::string_view key : factor.any_of) {
    const Figure* figure = find_figure(key);
    const Number value = per_device(gpu, number_of(gpu, *figure));
    if (!value && key == factor.any_of.front()) return NoSpeed{figure, true};
    if (value.value_or(0) > best.value) best = {figure, *value};
  }
  if (best.value == 0) return NoSpeed{best.figure, false};
  return best;
}

std::string to_text(const Estimate& estimate) {
  if (!estimate.has_interval()) return fmt::format("{} (a guess)", rounded(estimate.value));
  return fmt::format("{} ({}-{}{})", rounded(estimate.value), rounded(estimate.low),
                     rounded(estimate.high),
                     estimate.evidence == Evidence::thin ? ", a guess" : "");
}

std::variant<Estimate, NoSpeed> relative_speed(const Gpu& gpu, const SpeedLaw& law) {
  Estimate speed{1};
  for (const SpeedFactor& factor : law.factors) {
    const auto found = fastest(gpu, factor);
    if (const auto none = std::get_if<NoSpeed>(&found)) return *none;
    speed.value *= std::pow(std::get<Fastest>(found).value / factor.at_reference, factor.exponent);
  }
  const auto stack = std::find_if(law.stacks.begin(), law.stacks.end(),
                                  [&](const StackFactor& one) { return one.stack == gpu.stack; });
  if (stack == law.stacks.end()) return NoSpeed{nullptr, true};
  speed.value *= stack->factor;
  if (stack->cards > 0 && law.high > 0) {
    speed.evidence = Evidence::measured;
    speed.low = speed.value * law.low;
    speed.high = speed.value * law.high;
  }
  return speed;
}

}  // namespace gpupick
