// How far off a speed may be: which interval speaks for it, whether anything like it was measured,
// and what that makes of a number (docs/accuracy.md).
#pragma once

#include <cstdint>

#include "base/estimate.hpp"
#include "physics/inference.hpp"
#include "physics/pass.hpp"

namespace gpupick {

// Why the interval is that of what no measurement has.
enum class UnmeasuredCause : std::uint8_t {
  none,
  drafts,             // speculative decoding
  chosen_tokens,      // models that attend to chosen or pooled tokens alone
  states,             // models whose layers keep a state
  network,            // images of the network
  several_devices,    // of the card's kind
  paged,              // an optimizer's states in host memory
  trainer,            // a program for fine-tuning
  card,               // cards of its kind at this work
  card_under_engine,  // ... under the engine
  several_kinds       // of cards in one computer
};

// What of the job's kind no measurement under the engine has, for so many users.
UnmeasuredCause unmeasured_kind(const Job& job, const SoftwareStack& stack);

// Of speeds under an engine, of prompts where `reading`: how far off it was depends on how many
// streams share it.
Accuracy accuracy_of(const Gpu& gpu, const Job& job, const EngineConstants& fitted, bool reading,
                     const Calibration& calibration);

// Why the interval is that of what was left out of the fit.
UnmeasuredCause unmeasured_cause(const Job& job, const SoftwareStack& stack,
                                 const Calibration& calibration, const Accuracy& accuracy,
                                 double devices);

// The value with an interval, or without one where it is null.
Estimate with_interval(double value, const Interval* interval, const Calibration& calibration);

// An amount of work at a speed that is known, in time.
Estimate duration(double amount, const Estimate& speed);

// The estimate with an interval that holds those of the whole spread too; a duration's is that of
// the speed turned over.
void widen(Estimate& estimate, const Interval& spread, bool is_duration);

}  // namespace gpupick
