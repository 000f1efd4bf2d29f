// How far off a speed may be: the interval that applies to it, whether a similar case was measured,
// and the estimate with that interval (docs/accuracy.md).
#pragma once

#include <cstdint>

#include "base/estimate.hpp"
#include "physics/inference.hpp"
#include "physics/pass.hpp"

namespace gpupick {

// Why an estimate uses an interval for unmeasured cases: what was not measured.
enum class UnmeasuredCause : std::uint8_t {
  none,
  drafts,             // speculative decoding
  chosen_tokens,      // models that attend only to selected or pooled tokens
  states,             // models whose layers keep a state, with several users
  network,            // images of this network
  several_devices,    // several devices of this kind
  paged,              // optimizer states in host memory
  swapped,            // images with weights that are sent from host memory
  trainer,            // this trainer for fine-tuning
  card,               // cards of this kind at this work
  card_under_engine,  // cards of this kind under the engine
  several_kinds       // cards of several kinds in one computer
};

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
