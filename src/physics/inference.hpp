// How long a language model takes to write and to read tokens on a card, or on several that share
// it (docs/models.md#inference). Plain arithmetic over the constants of calibration.hpp.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "physics/device.hpp"
#include "physics/memory.hpp"

namespace gpupick {

// The constants that hold for a job on a card: those of its class and of the engine on its stack.
struct EngineConstants {
  const SoftwareStack* stack = nullptr;
  const Engine* engine = nullptr;
  const EngineBuild* build = nullptr;
  const SpeedClass* speed_class = nullptr;
  // Between two consumer boards, GB/s. They don't reach each other's memory, and share what the
  // host moves between them.
  double consumer_gb_s = std::numeric_limits<double>::infinity();
  const ServingConstants* serving = nullptr;  // null where the engine does not serve
};

// Nothing where no card of the class, or no engine on the stack, was measured under this runtime.
// `stack` is the card's own where empty; `day` chooses among builds.
std::optional<EngineConstants> constants_for(const Gpu& gpu, const Engine& engine,
                                             const Calibration& calibration,
                                             std::string_view stack = "",
                                             Date day = {9999, 12, 31});

// One step in which every stream writes a token, or with speculative decoding several.
struct DecodeStep {
  double streams = 1;
  double written = 1;    // tokens of each stream that it writes
  Bytes weights, cache;  // read in the step, of all streams on all devices
  Bytes state;           // read and written
  Bytes activations;     // likewise
  Operations attention;  // over the cache, at this rate of one device
  OperationsPerSecond attention_rate{std::numeric_limits<double>::infinity()};
  double cache_share = 1;    // speed of reading the cache against reading the weights
  BytesPerSecond bandwidth;  // of one device, as the sheet says
  double efficiency = 1;     // share of it that is reached
  Operations work;
  OperationsPerSecond rate;  // reached by one device
  Seconds per_stream;        // of the scheduler and of sampling
  double layers = 0;
  Seconds per_layer;
  double states = 0;  // layers that keep one
  Seconds per_state;
  double steps = 0;  // operations of the layers that plain ones do not have
  Seconds per_step;
  double shards = 1;      // devices that work at the same time
  bool overlaps = false;  // the time per layer runs beside the rest
  double turns = 1;       // speed of devices that work in turn, against one
  Seconds linking;        // between shards
  double drafts = 0;      // tokens that a model drafts, one after the other
  Seconds per_draft;

  BytesPerSecond reached() const { return bandwidth * (efficiency * shards); }
  Seconds reading_cache() const { return cache / cache_share / reached(); }
  // To read it or to multiply it, whichever takes longer.
  Seconds over_cache() const {
    return std::max(reading_cache(), attention / (attention_rate * shards));
  }
  Seconds reading() const { return (weights + state + activations) / reached() + over_cache(); }
  Seconds computing() const { return work / (rate * shards); }
  Seconds waiting() const { return per_layer * layers + per_state * states + per_step * steps; }
  Seconds total() const;  // for each token that a stream writes
  Bound bound() const;
};

// Nothing where a figure that it needs is not known. `devices` share the job.
std::optional<DecodeStep> decode_step(const Gpu& gpu, const Job& job, double devices,
                                      const EngineConstants& fitted);

// Reading a prompt of every stream.
struct Prefill {
  double tokens = 0;           // of all streams
  Operations linear;           // in the layers' weights but experts, of all tokens
  Operations experts;          // likewise
  Operations attention;        // between the tokens
  OperationsPerSecond rate;    // of one device: the sheet's, less where its power falls short
  double efficiency = 1;       // share of it that the weights' products reach
  double linear_share = 1;     // speed of weights' products against those of 16 bit
  double attention_share = 1;  // ... of attention
  double expert_share = 1;     // ... and of the experts
  Seconds vectors;             // of the vector units: states, sending tokens to experts
  Seconds moving;              // of activations
  Seconds reading;             // of the weights, once for every micro-batch
  double speedup = 1;          // of several devices over one
  Seconds waiting;
  Seconds drafting;  // the same of the model that drafts

  Seconds total() const;
};

std::optional<Prefill> prefill(const Gpu& gpu, const Job& job, double devices,
                               const EngineConstants& fitted);

// Whether devices that share every layer can share its heads evenly; true of those that take turns.
bool heads_come_out_even(const Job& job, const Engine& engine, double devices);

// As many draft tokens a step as make it fastest.
double fastest_draft(const Gpu& gpu, const Job& job, double devices, const EngineConstants& fitted);

// How many streams of `tokens` fit beside the weights, at least one.
double streams_that_fit(const Gpu& gpu, const Job& job, double devices, const Engine& engine,
                        double tokens);

}  // namespace gpupick
