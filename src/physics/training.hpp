// The time that training takes on one card or several (docs/models.md#training). Plain arithmetic
// over the constants of calibration.hpp.
#pragma once

#include <optional>

#include "base/units.hpp"
#include "calibration/calibration.hpp"
#include "cards/gpu.hpp"
#include "job/job.hpp"
#include "physics/pass.hpp"

namespace gpupick {

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
