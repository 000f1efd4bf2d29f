// Constants fitted on published measurements, few and each with a meaning (docs/models.md#physics).
// Data, in data/calibration.json.
#pragma once

#include <gpupick/memory.hpp>
#include <string>
#include <vector>

namespace gpupick {

// Cards that reach the same share of their peaks.
struct SpeedClass {
  std::string id;
  std::string stack;
  std::vector<std::string> architectures;
  std::string memory;             // only cards with HBM ("hbm") or without ("other"); "" for any
  std::optional<bool> tensor;     // only cards with, or without, tensor cores
  double decode_efficiency = 0;   // share of the bandwidth that decoding reaches
  double prefill_efficiency = 0;  // share of the 16-bit rate that reading a prompt reaches
  double cards = 0;               // measured; 0: constants of a class taken for near
};

// What an engine on a stack spends per layer and token, whatever the card.
struct Engine {
  std::string id;
  std::string stack;
  double layer_seconds = 0;
};

// Of measured cards, each left out of the fit, 80 % lay between low x and high x the estimate.
struct Interval {
  std::string id;  // "decode" or "prefill", with "-unseen" for a class without measured cards
  double low = 0, high = 0;
};

struct Calibration {
  Runtime runtime;
  std::vector<SpeedClass> classes;
  std::vector<Engine> engines;
  std::vector<Interval> intervals;
};

}  // namespace gpupick
