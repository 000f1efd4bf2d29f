// How long training takes on a card, or on several (docs/models.md#training). Plain arithmetic over
// the constants of calibration.hpp.
#pragma once

#include <optional>

#include "base/units.hpp"
#include "calibration/calibration.hpp"
#include "cards/gpu.hpp"
#include "job/job.hpp"
#include "physics/pass.hpp"

namespace gpupick {

// A micro-step of a language model's training: lora, qlora, full or pretrain. Nothing where no card
// like it was measured, or a figure that it needs is not known.
std::optional<Pass> training_pass(const Gpu& gpu, const Job& job, double devices,
                                  const Calibration& calibration);

// What training on all tokens of a job takes however it is done: 6 operations for each parameter
// and token, 4 where only adapters learn; without attention and what is computed again.
struct Work {
  double passes = 0;      // operations per parameter and token
  double parameters = 0;  // by which a token is multiplied
  double tokens = 0;

  Operations total() const { return {passes * parameters * tokens}; }
};
Work training_work(const Job& job);

// A step of training the job's network. Nothing also where its training was not measured.
std::optional<Pass> network_pass(const Gpu& gpu, const Job& job, double devices,
                                 const Calibration& calibration);

}  // namespace gpupick
