// Entry points of the parts of estimate: the search for a change, running in host memory, and
// speeds without the limit of memory. Private to the modules that estimate jobs.
#pragma once

#include <optional>

#include "estimate/estimate.hpp"

namespace gpupick {

// Returns the largest number of cards, up to `cards`, that can share the job.
double sharing(const Gpu& gpu, double cards, const Job& job);

// Returns the smallest change after which a job that does not fit `count` cards fits; empty if none
// is found.
Change smallest_change(const Gpu& gpu, double count, const Job& job, const Calibration& calibration,
                       Bytes usable_per_device, const Choices& choices);

// Returns the smallest change after which a chat runs partly in host memory, and how it then runs.
std::optional<std::pair<Change, Offload>> smallest_host_change(const Gpu& gpu, double count,
                                                               const Job& job,
                                                               const Calibration& calibration,
                                                               const Choices& choices);

// Returns the speeds of a chat that does not fit and runs partly in host memory. Nothing unless it
// runs with one stream under an engine whose devices take turns.
std::optional<Offload> offloaded(const JobEstimate& result, const Calibration& calibration,
                                 const HostMemory& host);

// Adds the speeds of the job. If they cannot be computed, sets `missing` instead. `full_context`
// asks a chat also for its speed at the end of the context.
void add_speeds(const Gpu& gpu, const Job& job, const Calibration& calibration, bool full_context,
                JobEstimate& out);

// Notes the targets that the speeds of the job miss: the speed and the first token of each user.
void add_target_notes(JobEstimate& out);

// Returns the days that training on all tokens takes.
Estimate days_of(const Job& job, const Estimate& speed);

// Returns the speeds that a job would reach on `devices` devices of one kind if it fitted them,
// without notes on its targets.
JobEstimate as_if_it_fitted(const Gpu& gpu, const Job& job, double devices,
                            const Calibration& calibration);

// Returns what the job's engine takes of the card when it starts; null if it is not known to take
// more than its backend.
const StartMemory* start_on(const Gpu& gpu, const Job& job, const Calibration& calibration);

// Fills in what the job leaves open and the cards decide: batch, draft tokens, trainer, ZeRO stage,
// paging, offload and decoding of images.
void resolve_for(const Gpu& gpu, double devices, const Calibration& calibration, Job& job);

// Fills in the number of draft tokens of a draft model, also if the job does not fit.
void resolve_draft(const Gpu& gpu, double devices, const Calibration& calibration, Job& job);

// Returns which property of the job (drafts, chosen tokens, states) was not measured under the
// engine with this many users, or `none`.
UnmeasuredCause unmeasured_kind(const Job& job, const SoftwareStack& stack);

// Returns the interval for a speed under an engine, of prefill if `reading`, else of decode; null
// if none is known.
const Interval* interval_of(const Gpu& gpu, const Job& job, const EngineConstants& fitted,
                            bool reading, const Calibration& calibration);

// Returns why the speed uses an interval for unmeasured cases, or `none` if it was measured.
UnmeasuredCause unmeasured_cause(const Job& job, const SoftwareStack& stack,
                                 const Calibration& calibration, const Interval* interval,
                                 double devices);

// Returns the value with the interval. It is rough if the interval is a guess or has few rows. If
// `interval` is null, the value has no interval.
Estimate with_interval(double value, const Interval* interval, const Calibration& calibration);

// Multiplies the ends of the estimate's interval by those of `spread`, which is a spread of speeds.
// A duration is multiplied by the inverse.
void widen(Estimate& estimate, const Interval& spread, bool is_duration);

}  // namespace gpupick
