// How long training and image generation take on a card, or on several (docs/models.md#training,
// docs/models.md#images). Plain arithmetic over the constants of calibration.hpp.
#pragma once

#include <optional>
#include <string>

#include "base/units.hpp"
#include "catalog/calibration.hpp"
#include "catalog/gpu.hpp"
#include "physics/job.hpp"

namespace gpupick {

// One pass of work on each device, and what it consists of.
struct Pass {
  double units = 0;  // tokens, samples or images that all devices finish in it
  Seconds total;
  std::string bound;     // "compute", "bandwidth", "latency" or "link"
  std::string basis;     // the formula with its numbers
  std::string interval;  // id of what is known of its error
};

// A micro-step of a language model's training: lora, qlora, full or pretrain. Nothing where no card
// like it was measured, or a figure that it needs is not known.
std::optional<Pass> training_pass(const Gpu& gpu, const Job& job, double devices,
                                  const Calibration& calibration);

// What training on all tokens of a job takes however it is done: 6 operations for each parameter
// and token, 4 where only adapters learn; without attention and what is computed again.
struct Work {
  Operations total;
  std::string basis;  // the formula with its numbers
};
Work training_work(const Job& job);

// A step of training the job's network. Nothing also where its training was not measured.
std::optional<Pass> network_pass(const Gpu& gpu, const Job& job, double devices,
                                 const Calibration& calibration);

// Null where no class holds the card.
const ImageClass* image_class(const Gpu& gpu, const Calibration& calibration);

// Generating a batch of images. Nothing where the card is of no class, or a figure is not known.
std::optional<Pass> image_pass(const Gpu& gpu, const Job& job, double devices,
                               const Calibration& calibration);

}  // namespace gpupick
