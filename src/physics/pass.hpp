// One pass of work on each device, in training or in running a network, and the numbers that it
// consists of, one struct per formula. The renderers print the formula from them. training.hpp has
// the passes of training.
#pragma once

#include <algorithm>
#include <optional>
#include <variant>

#include "base/units.hpp"
#include "calibration/calibration.hpp"
#include "cards/gpu.hpp"
#include "job/job.hpp"
#include "physics/device.hpp"

namespace gpupick {

// The part of a language model's micro-step that every device computes, without the additions of
// PretrainingStep and TuningStep.
struct MicroStep {
  double tokens = 0;
  double active = 0;         // parameters that each token is multiplied by
  double passes = 0;         // operations per such parameter and token
  OperationsPerSecond rate;  // of matrix products
  Seconds products, attention, moving;

  Seconds total() const { return products + attention + moving; }
};

struct PretrainingStep {
  MicroStep step;
  Seconds exchange;
};

struct TuningStep {
  MicroStep step;
  Seconds layers;  // latency of the layers, which no rate shortens
  Seconds dequantising;
  double sharding = 1;  // time of devices that shard, relative to one device
  Seconds exchange;     // of gradients, or of frozen weights that devices shard
};

struct NetworkStep {
  Seconds computing, moving, waiting, exchange;
};

struct ImageStep {
  double steps = 0;      // denoising steps
  double gmacs = 0;      // 10^9 multiply-adds per step, except those between tokens
  double attention = 0;  // 10^9 multiply-adds per step between tokens
  double attention_share = 1;
  OperationsPerSecond held;  // rate that is reached within the board's power
  Seconds computing, moving, decoding, host, sending;
  // Evaluations of the denoiser, and the weights that are sent for each while the device computes.
  double evaluations = 0;
  Bytes swapped;
  BytesPerSecond from_host;

  Seconds swapping() const {
    return swapped.value > 0 ? swapped * evaluations / from_host : Seconds{};
  }
  Seconds denoising() const { return std::max(computing + moving, swapping()); }
};

struct VisionStep {
  double images = 0;  // images of the network's size that the time covers
  Seconds computing, moving;
  Seconds exchange;  // of gradients, in training on several devices
};

struct EmbeddingStep {
  double operations = 0;  // with the layers' weights
  double attention = 0;   // operations between tokens
  OperationsPerSecond rate, attention_rate;
  Seconds computing, moving, waiting;
};

struct Pass {
  double units = 0;  // tokens, samples or images that all devices finish in the pass
  Seconds total;
  Bound bound = Bound::compute;
  const Interval* interval = nullptr;  // of the speed; null if none is known
  std::variant<PretrainingStep, TuningStep, NetworkStep, ImageStep, VisionStep, EmbeddingStep>
      parts;

  double speed() const { return units / total.value; }
};

// The rates that a device reaches in a network's matrix products and in moving its values: shares
// of the data sheet's figures by class of cards, as measured in training.
struct Reach {
  const TrainingClass* cards = nullptr;  // the class of the card
  OperationsPerSecond rate;              // the peak, times the class's share relative to Ampere's
  BytesPerSecond bandwidth;
  bool tensor = false;
  double held = 1;  // share of its matrix rates that the board's power sustains
};

// Returns the rates of one device in 16 bit, or in 32 bit with `single`. Returns nothing if no
// class contains the card, or if its bandwidth or every rate is unknown.
std::optional<Reach> reach_of(const Gpu& gpu, bool single, const Calibration& calibration);

// Returns the pass that makes a batch of images or clips on each device. Empty if no class contains
// the card, or if a figure is unknown.
std::optional<Pass> image_pass(const Gpu& gpu, const Job& job, double devices,
                               const Calibration& calibration);

// Returns the pass of a network over a batch of images on each device: inference, or a step of
// training if the task trains. Empty if the work of the network or a figure of the card is unknown.
std::optional<Pass> vision_pass(const Gpu& gpu, const Job& job, double devices,
                                const Calibration& calibration);

// Returns the pass that turns a batch of texts into vectors or scores on each device. Empty if a
// figure of the card is unknown.
std::optional<Pass> embedding_pass(const Gpu& gpu, const Job& job, double devices,
                                   const Calibration& calibration);

// Returns a micro-step of training a language model: lora, qlora, full or pretrain. Empty if no
// class contains the card, or if a needed figure is unknown.
std::optional<Pass> training_pass(const Gpu& gpu, const Job& job, double devices,
                                  const Calibration& calibration);

// The operations that training on all tokens of a job takes at least: 6 for each parameter and
// token, or 4 if only adapters are trained. Leaves out attention and recomputation.
struct Work {
  double passes = 0;      // operations per parameter and token
  double parameters = 0;  // that each token is multiplied by
  double tokens = 0;

  Operations total() const { return {passes * parameters * tokens}; }
};
Work training_work(const Job& job);

// Returns a step of training the job's network. Empty if no class contains the card, if a needed
// figure is unknown, or if neither measured training nor inference of the network covers it.
std::optional<Pass> network_pass(const Gpu& gpu, const Job& job, double devices,
                                 const Calibration& calibration);

}  // namespace gpupick
