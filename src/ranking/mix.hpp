// The jobs that a ranking scores cards by: those of a workload, or the one that the user named.
// Their speeds come from `estimate`, so all commands report the same speed (docs/models.md#score).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "catalog/catalog.hpp"
#include "estimate/card_group.hpp"
#include "estimate/estimate.hpp"
#include "job/job_flags.hpp"
#include "ranking/support.hpp"

namespace gpupick {

// A rate of the data sheet, and the rate for cards that do not have the first one, or null.
struct StatedRate {
  const Figure* figure = nullptr;
  const Figure* otherwise = nullptr;
};

struct AskedWork;

// Whether and how a job runs. Every command uses the same words for it.
enum class Runs : std::uint8_t {
  as_asked,
  smaller_batch,
  lower_precision,
  leaner_trainer,
  partly_in_host,
  lower_resolution,
  no
};
std::string_view name_of(Runs runs);   // in JSON: "partly_in_host"
std::string_view words_of(Runs runs);  // in text: "partly in the computer's memory"
// Names the step, too: "at lower precision (3 bit)".
std::string words_of(Runs runs, const Fallback* step);

// The result of one job of the mix on a group of cards.
struct WorkResult {
  const AskedWork* asked = nullptr;
  Estimate speed;                 // 0 if the job does not run
  std::optional<Estimate> reply;  // for a chat: seconds from the question to the end of the answer
  std::string_view unit;          // "tokens/s"; "" if the job does not run
  bool as_asked = false;          // the job can run without a step of its ladder
  // The cards hold the named job as asked, even if no speed of it is known.
  bool is_held = false;
  // The trainer takes less memory than the usual one, which does not fit. The buyer named none.
  bool leaner_trainer = false;
  bool has_room = false;               // as asked, and memory is left for more
  double free = 1;                     // share of the memory in which the job has room
  const Fallback* fallback = nullptr;  // the step taken; null if none
  std::optional<Note> obstacle;  // what the cards lack besides memory, so that they do not run it
  // The estimate of a named job: as it runs or, if it does not run, with the last step. Null for
  // other jobs.
  std::shared_ptr<const JobEstimate> estimate;

  bool runs() const { return speed.value > 0; }
  // True if the speed compares with that of a job as asked: the result has its resolution.
  bool is_comparable() const { return runs() && how() != Runs::lower_resolution; }
  // Returns how the job runs; every command says so, and exits with 1 if it is `no` on all cards.
  Runs how() const;
  // Returns the rate that the score uses. For a chat this is the tokens of a reply over its whole
  // time, since the user also waits for the prompt.
  Estimate throughput() const;
  double at_once = 1;   // devices that work on separate images; one image is no faster
  double keeps = 1;     // share of the speed that counts: for the step, and for lack of room
  double worth = 1;     // share of the speed that counts; caps it at the speed of the job as asked
  double tools = 1;     // share of the job's programs that run on the card
  double host_gib = 0;  // host memory that the job takes
};

// A job of the mix, ready to be estimated.
struct AskedWork {
  std::string_view label;  // "8B chat"; "" for the named job
  double share = 1;        // of the workload; shares sum to 1
  std::variant<Job, StatedRate> work;
  double floor = 0;        // speed that scores zero
  double least_batch = 0;  // users; a ranking takes no cards that hold fewer
  SoftwareNeeds software;  // that must support the cards
  // The steps to try if the job does not fit, each with the job that results.
  std::vector<std::pair<const Fallback*, Job>> ladder;
  // The results that `known_work_on` has computed.
  mutable std::map<std::tuple<const Gpu*, int, HostMemory>, std::pair<WorkResult, Missing>> results;

  // True for training and tuning.
  bool trains() const {
    const Job* job = std::get_if<Job>(&work);
    return job && is_training(job->task);
  }
  // Returns the label of the job's speed.
  std::string_view name() const { return label.empty() ? "speed" : label; }
};
using Mix = std::vector<AskedWork>;

// Returns the jobs of the workload that people ran on this day. Throws Error if there is none, or
// if the catalog lacks a record that a job names.
Mix mix_of(const Workload& workload, const Catalog& catalog, Date day);
// Returns the fewest users that a card must hold to be ranked for the job; 0 if the job says how
// many there are.
double least_batch(const Job& job, const Catalog& catalog);
// Returns the mix of one named job. `ladder` has the steps to try if the job does not fit; null
// means none.
Mix mix_of(const Job& job, const Ladder* ladder, const Catalog& catalog);

// Returns the result, and the cause if the speed or the memory cannot be estimated.
std::pair<WorkResult, Missing> work_on(const CardGroup& cards, const AskedWork& asked,
                                       const Calibration& calibration, const HostMemory& host);
// Returns the same for cards of a catalog, which it computes once for all rankings of a question.
const std::pair<WorkResult, Missing>& known_work_on(const CardGroup& cards, const AskedWork& asked,
                                                    const Calibration& calibration,
                                                    const HostMemory& host);

// Makes the jobs run only on cards that their software supports on this day.
void need_support(const Catalog& catalog, Date day, Mix& mix);

// Returns how the cards run one named job: as asked, or with a step of its ladder. On a `day`,
// their software must support them. `asked` of the result is null, so throughput() must not be
// called on it.
WorkResult way_to_run(const CardGroup& cards, const AskedJob& asked, const Catalog& catalog,
                      std::optional<Date> day = {});
// Returns how cards of several kinds run it, from their estimate.
WorkResult way_to_run(const JobEstimate& mixed, const AskedJob& asked, const Catalog& catalog);

// Returns the speed that counts in a ranking. For a rough estimate this is the low end of its
// interval, so unmeasured speeds cannot win a ranking.
double counted_speed(const Estimate& speed);

// Returns the decimal logarithm. std::log10 takes three times as long.
inline double decades_in(double ratio) { return std::log(ratio) * std::numbers::log10e; }

// Returns by how many decades the rate of a running job exceeds its floor. The rate is reduced by
// `worth` and `tools`.
double decades_above_floor(const WorkResult& result);

// True if the job runs at a speed that earns points.
bool is_useful(const WorkResult& result);

// True if it is also worth proposing, since each of several users can read at the speed.
bool is_worth_proposing(const WorkResult& result, const Calibration& calibration);

// Returns how many decades count if a rate is so many decades above its floor and the share `keeps`
// of it counts. Near the floor, this share of the decades counts instead, so that some are left.
inline double kept_decades(double decades, double keeps) {
  return keeps == 1 ? decades : std::max(decades + decades_in(keeps), keeps * decades);
}

// Returns the utility of a rate so many decades above the floor: from 0 at the floor up to 1 at
// the scale's decades.
inline double utility(double decades, const ScoreScale& scale) {
  return std::clamp(decades / scale.decades, 0.0, 1.0);
}
// Returns the utility of what counts of a result's speed, if it is `more_decades` higher. 0 if the
// job does not run.
double utility(const WorkResult& result, const ScoreScale& scale, double more_decades = 0);

}  // namespace gpupick
