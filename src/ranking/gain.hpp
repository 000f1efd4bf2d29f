// The gain of cards over those that a buyer has: jobs, speed, watts, and the cost once the old
// cards are sold (docs/models.md#upgrade).
#pragma once

#include <optional>

#include "base/text.hpp"
#include "ranking/score.hpp"

namespace gpupick {

struct Gain {
  // Mean factor over the jobs that both run at the same resolution, if any.
  std::optional<Estimate> speed;
  double counted_speed = 1;     // the same factor for the speeds that a ranking counts
  Phrases lets_in, loses;       // labels of the jobs gained and lost
  Number watts;                 // more than before; nothing if unknown
  std::optional<Estimate> usd;  // for cards and computer, less the old cards' resale
};

// Both cards must be of one ranking: their results are of the same jobs.
Gain gain_over(const Ranked& card, const Ranked& owned);

// True if one of the cards runs a job by another step of its ladder: fewer bits, host memory.
bool runs_in_other_ways(const Ranked& card, const Ranked& other);

}  // namespace gpupick
