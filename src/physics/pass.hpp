// One pass of work on each device in training or in making images, and the numbers that it consists
// of, by law. The renderers make the formula from them.
#pragma once

#include <variant>

#include "base/units.hpp"
#include "calibration/calibration.hpp"
#include "physics/device.hpp"

namespace gpupick {

// What is known of the error of a speed.
struct Accuracy {
  const Interval* interval = nullptr;  // null where nothing is
  bool measured = false;               // else it is that of what no measurement has
};

// What every device computes of a micro-step of a language model, whatever comes on top.
struct MicroStep {
  double tokens = 0;
  double active = 0;         // parameters by which each is multiplied
  double passes = 0;         // operations per such parameter and token
  OperationsPerSecond rate;  // of products
  Seconds products, attention, moving;

  Seconds total() const { return products + attention + moving; }
};

struct PretrainingStep {
  MicroStep step;
  Seconds exchange;
};

struct TuningStep {
  MicroStep step;
  Seconds layers;  // that no rate shortens
  Seconds dequantising;
  double sharding = 1;  // time of several devices that shard over one
  Seconds exchange;
};

struct NetworkStep {
  Seconds computing, moving, waiting, exchange;
};

struct ImageStep {
  double steps = 0;      // of denoising
  double gmacs = 0;      // 10^9 multiply-adds of one, but those between tokens
  double attention = 0;  // likewise, those; at this share of the others' speed
  double attention_share = 1;
  OperationsPerSecond held;  // the rate that the board's power holds
  Seconds computing, moving, decoding, host, sending;
};

struct VisionStep {
  double images = 0;  // of the network's own size, that the time is of
  Seconds computing, moving;
};

struct Pass {
  double units = 0;  // tokens, samples or images that all devices finish in it
  Seconds total;
  Bound bound = Bound::compute;
  Accuracy accuracy;
  std::variant<PretrainingStep, TuningStep, NetworkStep, ImageStep, VisionStep> parts;

  double speed() const { return units / total.value; }
};

}  // namespace gpupick
