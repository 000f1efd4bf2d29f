// A kind of work that a card is bought for: what it asks for, what bounds its speed, and how much a
// buyer gains by more of each outcome (docs/models.md#profiles). Profiles are data.
#pragma once

#include <array>
#include <string_view>

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
  static constexpr std::string_view noun = "a speed factor", type_name = "SpeedFactor";
  static std::span<const Field<SpeedFactor>> fields();

  Texts any_of;  // keys of figures
  double exponent = 1;
  double at_reference = 1;
};

// What software stack a card depends on counts beside its figures: a factor against a CUDA card
// with the same figures, and how many cards it was measured on (0: taken over from other work, a
// guess).
struct StackFactor {
  static constexpr std::string_view noun = "a stack's factor", type_name = "StackFactor";
  static std::span<const Field<StackFactor>> fields();

  std::string_view stack;  // the key under which it stands
  double factor = 1;
  double cards = 0;
};

// The speed that a profile implies, relative to a fixed reference card. A card whose stack is not
// in `stacks` has no known speed.
struct SpeedLaw {
  static constexpr std::string_view noun = "'speed'", type_name = "SpeedLaw";
  static std::span<const Field<SpeedLaw>> fields();

  std::string_view reference;  // name of the card whose speed is 1
  std::span<const SpeedFactor> factors;
  std::span<const StackFactor> stacks;
  // Of measured cards, 80 % lay between low x and high x the law's value, each left out of the fit
  // in turn. Both 0 where no measurement was at hand.
  double low = 0, high = 0;
  std::string_view basis;
};

// How useful an amount of an outcome is, from 0 to 1: points, joined by lines over the logarithm of
// the amount, level beyond the ends. Fixed: no other card enters.
struct Point {
  double amount = 0, utility = 0;
};
using Curve = std::span<const Point>;
double utility(Curve curve, double amount);

struct Curves {
  static constexpr std::string_view noun = "'curves'", type_name = "Curves";
  static std::span<const Field<Curves>> fields();

  Curve speed, memory, price, power;

  Curve operator[](Outcome outcome) const;
};

// How much each outcome counts, relative to the others.
struct Weights {
  static constexpr std::string_view noun = "a set of weights", type_name = "Weights";
  static std::span<const Field<Weights>> fields();

  double speed = 0, memory = 0, price = 0, power = 0;

  // The same with a sum of 1.
  OutcomeValues shares() const;
};

// One set for each of `preferences`.
struct Preferences {
  static constexpr std::string_view noun = "'weights'", type_name = "Preferences";
  static std::span<const Field<Preferences>> fields();

  Weights balanced, speed, value, efficiency;

  const Weights& at(std::string_view preference) const;
};

struct SoftwareNeed {
  static constexpr std::string_view noun = "a software need", type_name = "SoftwareNeed";
  static std::span<const Field<SoftwareNeed>> fields();

  std::string_view name;  // of the support rules; "stack" means the card's own toolkit (cuda, ...)
  std::string_view at_least;  // "legacy" or "current"

  Support least() const { return at_least == "legacy" ? Support::legacy : Support::current; }
};

// What a figure of one device must reach.
struct Minimum {
  std::string_view figure;
  double least = 0;
};

struct Workload {
  static constexpr std::string_view list = "workloads", noun = "the workload",
                                    type_name = "Workload";
  static std::span<const Field<Workload>> fields();

  std::string_view id;
  std::string_view name;
  std::string_view summary;
  std::span<const Minimum> minimum;
  Texts needs;  // words of feature.hpp
  Texts avoid;  // kinds of cooling and form factors that are of no use to it
  std::span<const SoftwareNeed> software;
  SpeedLaw speed;
  Curves curves;
  Preferences weights;
};

// The preferences that every profile has weights for.
inline constexpr std::array<std::string_view, 4> preferences = {"balanced", "speed", "value",
                                                                "efficiency"};

}  // namespace gpupick
