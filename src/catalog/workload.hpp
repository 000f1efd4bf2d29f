// A kind of work that a card is bought for: what it asks for, what bounds its speed, and how much a
// buyer gains by more of each outcome (docs/models.md#profiles). Profiles are data.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/software.hpp"

namespace gpupick {

// The physical outcomes that are scored, in the order in which they are printed.
enum class Outcome { speed, memory, price, power };
inline constexpr std::array outcomes = {Outcome::speed, Outcome::memory, Outcome::price,
                                        Outcome::power};

// "speed", "memory", "price", "power".
std::string_view name_of(Outcome outcome);

// One value per outcome.
using OutcomeValues = std::array<double, outcomes.size()>;

// A factor of the power law: (figure / its value on the reference card) ^ exponent. Where several
// figures are given the largest counts, since the work runs on the fastest units that the card has;
// the first of them must be known.
struct SpeedFactor {
  std::vector<const Figure*> any_of;
  double exponent = 1;
  double at_reference = 1;
};

// What software stack a card depends on counts beside its figures: a factor against a CUDA card
// with the same figures, and how many cards it was measured on (0: taken over from other work, a
// guess).
struct StackFactor {
  double factor = 1;
  double cards = 0;
};

// The speed that a profile implies, relative to a fixed reference card. A card whose stack is not
// in `stacks` has no known speed.
struct SpeedLaw {
  std::string reference;  // name of the card whose speed is 1
  std::vector<SpeedFactor> factors;
  std::map<std::string, StackFactor> stacks;
  // Of measured cards, 80 % lay between low x and high x the law's value, each left out of the fit
  // in turn. Both 0 where no measurement was at hand.
  double low = 0, high = 0;
  std::string basis;
};

// How useful an amount of an outcome is, from 0 to 1: points (amount, utility), joined by lines
// over the logarithm of the amount, level beyond the ends. Fixed: no other card enters.
using Curve = std::vector<std::pair<double, double>>;
double utility(const Curve& curve, double amount);

struct SoftwareNeed {
  std::string
      software;  // of the support rules; "stack" means the card's own toolkit (cuda, rocm, ...)
  Support at_least = Support::current;
};

struct Workload {
  std::string id;
  std::string name;
  std::string summary;
  // Figures of one device that a card must reach: memory, shaders, ...
  std::vector<std::pair<const Figure*, double>> minimum;
  std::vector<std::string> needs;  // words of limits.hpp
  std::vector<std::string> avoid;  // kinds of cooling and form factors that are of no use to it
  std::vector<SoftwareNeed> software;
  SpeedLaw speed;
  std::array<Curve, outcomes.size()> curves;
  std::map<std::string, OutcomeValues> weights;  // by preference; each set sums to 1
};

// The preferences that every profile has weights for.
inline constexpr std::array<std::string_view, 4> preferences = {"balanced", "speed", "value",
                                                                "efficiency"};

}  // namespace gpupick
