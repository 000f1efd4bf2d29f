// The time that a language model takes to write and to read tokens on one card, or on several that
// share it (docs/models.md#inference). Plain arithmetic over the constants of calibration.hpp.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

#include "physics/device.hpp"
#include "physics/memory.hpp"

namespace gpupick {

// The constants for a job on a card: those of the card's class and of the engine on its stack.
struct EngineConstants {
  const SoftwareStack* stack = nullptr;
  const Engine* engine = nullptr;
  const EngineBuild* build = nullptr;
  const SpeedClass* speed_class = nullptr;
  // Rate between two consumer boards, GB/s. They can't reach each other's memory, and share the
  // rate at which the host moves data between them.
  double consumer_gb_s = std::numeric_limits<double>::infinity();
  const ServingConstants* serving = nullptr;  // null if the engine does not serve
};

// Returns the constants, or nothing if there is no class or no build for the card under this
// engine. An empty `stack` means the card's own; `day` selects the build.
std::optional<EngineConstants> constants_for(const Gpu& gpu, const Engine& engine,
                                             const Calibration& calibration,
                                             std::string_view stack = "",
                                             Date day = {9999, 12, 31});

// One step, in which every stream writes a token, or several with speculative decoding.
struct DecodeStep {
  double streams = 1;
  double written = 1;    // tokens that each stream writes
  Bytes weights, cache;  // read in the step, by all streams on all devices
  Bytes state;           // read and written
  Bytes activations;     // read and written
  Operations attention;  // over the cache, at `attention_rate` per device
  OperationsPerSecond attention_rate{std::numeric_limits<double>::infinity()};
  double cache_share = 1;    // speed of reading the cache relative to reading weights
  BytesPerSecond bandwidth;  // of one device, by the data sheet
  double efficiency = 1;     // share of `bandwidth` that is reached
  Operations work;
  OperationsPerSecond rate;  // that one device reaches
  Seconds per_stream;        // for scheduling and sampling
  double layers = 0;
  Seconds per_layer;
  double states = 0;  // layers that keep a state
  Seconds per_state;
  double steps = 0;  // small operations that the layers have beyond plain ones
  Seconds per_step;
  double shards = 1;      // devices that work at the same time
  bool overlaps = false;  // the time per layer overlaps with the rest
  double turns = 1;       // speed of devices that take turns, relative to one device
  Seconds linking;        // sums over the shards
  double drafts = 0;      // tokens that a draft model writes, one after the other
  Seconds per_draft;

  BytesPerSecond reached() const { return bandwidth * (efficiency * shards); }
  Seconds reading_cache() const { return cache / cache_share / reached(); }
  // Returns the longer of the times to read the cache and to multiply it.
  Seconds over_cache() const {
    return std::max(reading_cache(), attention / (attention_rate * shards));
  }
  Seconds reading() const { return (weights + state + activations) / reached() + over_cache(); }
  Seconds computing() const { return work / (rate * shards); }
  Seconds waiting() const { return per_layer * layers + per_state * states + per_step * steps; }
  Seconds total() const;  // for each token that a stream writes
  Bound bound() const;
};

// Returns the step of `devices` that share the job, or nothing if a needed figure is unknown.
std::optional<DecodeStep> decode_step(const Gpu& gpu, const Job& job, double devices,
                                      const EngineConstants& fitted);

// Reading one prompt of every stream.
struct Prefill {
  double tokens = 0;           // of all streams
  Operations linear;           // with the layers' weights except experts, for all tokens
  Operations experts;          // with the experts' weights, for all tokens
  Operations attention;        // between the tokens
  OperationsPerSecond rate;    // of one device, limited by its power
  double efficiency = 1;       // share of `rate` that products with weights reach
  double linear_share = 1;     // speed of products with weights relative to 16 bit
  double attention_share = 1;  // speed of attention relative to those products
  double expert_share = 1;     // speed of products with experts relative to those
  Seconds vectors;             // of the vector units: states, routing tokens to experts
  Seconds moving;              // of activations
  Seconds reading;             // of the weights, once per micro-batch
  double speedup = 1;          // of several devices over one
  Seconds waiting;
  Seconds drafting;  // prefill of the draft model

  Seconds total() const;
};

std::optional<Prefill> prefill(const Gpu& gpu, const Job& job, double devices,
                               const EngineConstants& fitted);

// Returns the time from one token of a stream to its next while others come and go: a step, and a
// token's share of the time in which the prompts of the other streams are read.
Seconds time_per_token(const DecodeStep& step, const std::optional<Prefill>& prompts,
                       double generate);

// Returns how many heads of attention or of the cache the devices can't share evenly; 0 if they
// can, or take turns.
double uneven_heads(const Job& job, const Engine& engine, double devices);

// True if there are none.
bool heads_come_out_even(const Job& job, const Engine& engine, double devices);

// Returns the number of draft tokens per step that is fastest.
double fastest_draft(const Gpu& gpu, const Job& job, double devices, const EngineConstants& fitted);

// Returns how many streams of `tokens` tokens fit next to the weights, but at least 1.
double streams_that_fit(const Gpu& gpu, const Job& job, double devices, const Engine& engine,
                        double tokens);

// Returns the rate of products with these weights on one device, or nothing if unknown. An
// operation on half the bits takes half the power, so a board sustains the same share of both
// rates.
std::optional<OperationsPerSecond> product_rate(const Gpu& gpu, const Job& job,
                                                const EngineConstants& fitted);

// Returns the share of that rate that the products reach.
double product_share(const Gpu& gpu, const Job& job, const EngineConstants& fitted);

// Returns the FP32 rate of one device in TFLOPS; 0 if unknown.
double vector_tflops(const Gpu& gpu);

// Returns the parameters of active experts times the tokens that each of them multiplies. An expert
// multiplies whole tiles: at least one, and on average its last tile is half empty.
double tiled_experts(const Model& model, double tokens, const Engine& engine);

// Returns the speed of products with weights relative to 16 bit. It is below 1 for four-bit weights
// on cards without kernels that unpack these during the product.
double weight_speed(const Quantisation& quant, const EngineConstants& fitted);

// Returns the speed of products with experts relative to 16 bit. It is also below 1 for experts in
// a separate four-bit format on cards without FP4 units.
double expert_speed(const Gpu& gpu, const Quantisation& quant, const EngineConstants& fitted);

// The products of a decode step, and the rate of one device.
struct Products {
  Operations work;
  OperationsPerSecond rate;
};

// Returns the products of a step of `tokens` tokens. `matrix` is the rate that the matrix units
// reach.
Products products_of(const Gpu& gpu, const Job& job, const EngineConstants& fitted, double tokens,
                     OperationsPerSecond matrix);

}  // namespace gpupick
