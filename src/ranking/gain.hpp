// The gain of cards over those that a buyer has: jobs, speed, watts, and the cost once the old
// cards are sold (docs/models.md#upgrade).
#pragma once

#include <optional>

#include "base/text.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// Returns the mean ratio of the speeds, over the jobs that both run at the same resolution; 1 if
// there is none.
double times_as_fast(const Ranked& card, const Ranked& other);

// Returns the same ratio for the speeds that a ranking counts: a rough one at the low end of its
// interval.
double times_counted(const Ranked& card, const Ranked& other);

// Returns the lower of the two ratios.
double surely_as_fast(const Ranked& card, const Ranked& other);

struct Gain {
  std::optional<Estimate> speed;  // the ratio of the speeds, if any compare
  double counted_speed = 1;       // `times_counted`
  Phrases lets_in, loses;         // labels of the jobs gained and lost
  Number watts;                   // more than before; nothing if unknown
  std::optional<Estimate> usd;    // for cards and computer, less the old cards' resale
};

// Both cards must be of one ranking: their results are of the same jobs.
Gain gain_over(const Ranked& card, const Ranked& owned);

// True if one of the cards runs a job by another step of its ladder: fewer bits, host memory.
bool runs_in_other_ways(const Ranked& card, const Ranked& other);

}  // namespace gpupick
