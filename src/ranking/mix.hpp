// The jobs that cards are ranked by: those of a kind of work, or the one that was named. Each is
// estimated as `estimate` does, so that every speed of the program is the same
// (docs/models.md#score).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "catalog/catalog.hpp"
#include "estimate/card_group.hpp"
#include "estimate/estimate.hpp"

namespace gpupick {

// A rate of the data sheet, and the one that stands in for it on cards that have none, or null.
struct StatedRate {
  const Figure* figure = nullptr;
  const Figure* otherwise = nullptr;
};

// A job of the mix, ready to be estimated.
struct AskedWork {
  std::string_view label;  // "8B chat"; "" of the job that was named
  double share = 1;        // of all; they sum to 1
  std::variant<Job, StatedRate> work;
  double floor = 0;        // a speed that is as good as none
  double least_batch = 0;  // it does not run where fewer fit
  // What is done where it does not fit: the step, and the job with it.
  std::vector<std::pair<const Fallback*, Job>> ladder;
};
using Mix = std::vector<AskedWork>;

// The jobs of the workload that people ran on this day. Throws Error where the catalog lacks what
// one names.
Mix mix_of(const Workload& workload, const Catalog& catalog, Date day);
// `ladder`: what is done where the job does not fit; null: nothing.
Mix mix_of(const Job& job, const Ladder* ladder, const Catalog& catalog);

// Whether and how a job runs: every command answers this with the same word.
enum class Runs : std::uint8_t {
  as_asked,
  smaller_batch,
  lower_precision,
  leaner_trainer,
  partly_in_host,
  no
};
std::string_view name_of(Runs runs);   // "partly_in_host", in JSON
std::string_view words_of(Runs runs);  // "partly in the computer's memory"

// What a job of the mix comes to on some cards.
struct WorkResult {
  const AskedWork* asked = nullptr;
  Estimate speed;                      // 0 where the job does not run
  std::optional<Estimate> reply;       // of a chat: seconds from its question to the end
  std::string_view unit;               // "tokens/s", "" where the job does not run
  bool as_asked = false;               // the job runs without any step of its ladder
  const Fallback* fallback = nullptr;  // the step taken; null where none is
  // Of the job that was named, as it runs or, where it does not, with the last step; else null.
  std::shared_ptr<const JobEstimate> estimate;

  bool runs() const { return speed.value > 0; }
  Runs how() const;
  // What counts: of a chat the tokens of a reply by its time, since the question is waited for too.
  Estimate throughput() const;
  double keeps = 1;     // share of the points that its step keeps
  double worth = 1;     // share of the speed that counts: no more than the job as asked would reach
  double tools = 1;     // share of the job's programs that run on the card
  double host_gib = 0;  // that the job takes of the computer's memory
};
// With it, why nobody can tell how fast the job runs, or whether it fits.
std::pair<WorkResult, Missing> work_on(const CardGroup& cards, const AskedWork& asked,
                                       const Calibration& calibration, const Host& host);

// What of a speed counts in a ranking: of a thin one the low end, since a card shall not win by
// what nobody measured.
double counted_speed(const Estimate& speed);

// The decimal logarithm. std::log10 takes three times as long.
inline double decades_in(double ratio) { return std::log(ratio) * std::numbers::log10e; }

// By how many decades what counts of a job that runs is above its floor.
double decades_above_floor(const WorkResult& result);

// From 0 (the floor) up to 1, over the scale's decades.
inline double utility(double decades, const ScoreScale& scale) {
  return std::clamp(decades / scale.decades, 0.0, 1.0);
}
// The utility of a result at a speed so many decades higher, less the share that a poorer answer
// loses.
double utility(const WorkResult& result, const ScoreScale& scale, double more_decades = 0);

}  // namespace gpupick
