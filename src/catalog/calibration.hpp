// Constants fitted on published measurements, few and each with a meaning
// (docs/models.md#constants). Data, in data/calibration.json, which `gpupick_fit` writes
// (docs/accuracy.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/date.hpp"

namespace gpupick {

// What an engine for language models takes of a device's memory, and how it works over several.
struct Engine {
  std::string id;
  std::string like;                // the engine whose classes and builds are its own too, or ""
  double backend_gib = 0;          // of driver and engine, per device
  double usable_share = 1;         // of the nominal memory
  double unified_share = 1;        // of memory that the system shares
  double batch = 0;                // tokens of a prompt processed at once
  double hidden_bytes = 0;         // of buffers, per such token and hidden value
  double ffn_bytes = 0;            // ... and value of the feed-forward net
  double logit_bytes = 0;          // ... and word of the vocabulary
  double score_bytes = 0;          // of a score that eager attention keeps; 0: it has no such
  double cache_block = 1;          // tokens for which the cache is made at once
  double live_caches = 0;          // at once, of models that copy theirs; 0: one
  double state_bytes = 2;          // a value of layers that keep a state instead of a cache
  bool gguf = false;               // reads llama.cpp's files, else tensors
  bool embedding_on_host = false;  // unless it is the head too
  bool pipeline_parallel = false;  // several devices take turns; else each works on every layer
  bool half_accumulate = false;    // multiplies with FP16 accumulation where that is faster
  bool overlaps = false;           // the time per layer runs beside reading, not after it
  double cache_copies =
      0;  // times that the cache is read at all query heads; 0: once, as it stands
  double split_2 = 1, split_4 = 1, split_8 = 1;  // speed of one stream over so many devices in turn
  double pipeline_exponent = 1;  // of the speed-up that a full pipeline of prompts would have
  double power_exponent = 0;     // how far the board power limits the matrix rate, and
  double tflops_per_watt = 0;    // at what rate per watt
  double f16_gain = 1;           // of unquantised weights over quantised ones when reading a prompt
  double link_efficiency = 1;    // share of the link's rate that sums over devices reach
  std::string source;
};

// Cards that reach the same share of their peaks under an engine.
struct SpeedClass {
  std::string id;
  std::string engine;
  std::string stack;
  std::vector<std::string> architectures;  // any of the stack where empty
  std::string memory;             // only cards with HBM ("hbm") or without ("other"); "" for any
  std::optional<bool> tensor;     // only cards with, or without, tensor cores
  double decode_efficiency = 0;   // share of the bandwidth that decoding reaches
  double prefill_efficiency = 0;  // share of the matrix rate that products of weights reach
  double fp8_efficiency = 0;      // ... of the rate of FP8 and FP4 units; 0: the same
  double cards = 0;               // measured; 0: constants of a class taken for near
  std::string like;               // that class, where the fit is to keep them alike
  std::string note;               // what who reads an estimate of it must know
};

// What an engine's builds on a stack spend, whatever the card. The newest not later than the day
// counts.
struct EngineBuild {
  std::string id;
  std::string engine;
  std::string stack;
  Date from;
  double layer_seconds = 0;      // per layer and step
  double sequence_seconds = 0;   // per stream and step
  double allreduce_seconds = 0;  // per sum over devices, two a layer
  double attention_share = 1;    // speed of attention in a prompt against the products of weights
};

// Cards that train alike.
struct TrainingClass {
  std::string id;
  std::vector<std::string> architectures;
  std::string memory;               // as of SpeedClass
  double matrix = 1;                // share of the matrix rate that is reached, against Ampere's
  double memory_bandwidth = 1;      // share of the bandwidth
  double attention = 1;             // share of the matrix rate that attention reaches
  bool first_tensor_cores = false;  // slower with some networks than their rate (before_ampere)
  // Measured in training networks, in pre-training and in fine-tuning; 0: taken for near.
  double cards = 0, pretraining_cards = 0, tuning_cards = 0;
};

// Cards that make images alike. Of several that hold a card the one that asks most of it counts.
struct ImageClass {
  std::string id;
  std::string stack;                       // any where empty
  std::vector<std::string> architectures;  // any of the stack where empty
  std::optional<bool> tensor;              // as of SpeedClass
  double factor = 1;                       // speed against CUDA with tensor cores
  double cards = 0;                        // measured; 0: taken for near
};

// Named constants of a law that is the same for all cards.
struct Law {
  std::string id;
  std::vector<std::pair<std::string, double>> constants;
  std::string source;

  // Throws Error where there is no such constant.
  double at(std::string_view key) const;
  // The constant, or another value where there is none.
  double value_or(std::string_view key, double otherwise) const;
};

// Of measured cards, each left out of the fit, 80 % lay between low x and high x the estimate.
struct Interval {
  std::string id;  // "decode", "prefill", ...; with "-unseen" for a class without measured cards
  double low = 0, high = 0;
  double rows = 0;     // behind it: under 30 it is a guess
  bool guess = false;  // so it is too where none of them is of the cards that it is used for
};

struct Calibration {
  std::vector<Engine> engines;
  std::vector<SpeedClass> classes;
  std::vector<EngineBuild> engine_builds;
  std::vector<TrainingClass> training_classes;
  std::vector<ImageClass> image_classes;
  std::vector<Law> laws;
  std::vector<Interval> intervals;

  // Null where there is none.
  const Law* find_law(std::string_view id) const;
  const Interval* find_interval(std::string_view id) const;
  // Throws Error where there is none.
  const Law& law(std::string_view id) const;
  const Engine& engine(std::string_view id) const;
  // The law of an optimizer, by its name ("adamw").
  const Law& optimizer(std::string_view name) const;

  // Optimizers that adapt the step of each weight and keep fewer bytes than this one, by name,
  // those of most bytes first.
  std::vector<std::string_view> smaller_optimizers(std::string_view name) const;
};

}  // namespace gpupick
