// What cards gain over those that a buyer has: jobs, speed, watts, and what they cost once the old
// ones are sold (docs/models.md#upgrade).
#pragma once

#include <optional>

#include "base/text.hpp"
#include "ranking/score.hpp"

namespace gpupick {

struct Gain {
  std::optional<Estimate> speed;  // times: the mean of what both run
  double counted_speed = 1;       // ... of what counts in a ranking
  Phrases lets_in, loses;         // labels of jobs
  Number watts;                   // more than before
  std::optional<Estimate> usd;    // for cards and computer, less what the old cards sell for
};

// Of cards of one ranking.
double counted_speed_over(const Ranked& card, const Ranked& owned);
Gain gain_over(const Ranked& card, const Ranked& owned);

}  // namespace gpupick
