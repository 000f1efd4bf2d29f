// The formulas behind estimates with their numbers filled in, so that a reader can check them by
// hand. Private to src/answer.
#pragma once

#include <string>

#include "estimate/estimate.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// The formula of a speed, of offloaded decode and prefill, of the operations of training, and of
// the days that training takes.
std::string basis_text(const JobEstimate& estimate, const Speed& speed);
std::string basis_text(const Offload& offload);
std::string basis_text(const Offload::Prompt& prompt);
std::string basis_text(const Work& work);
std::string days_basis_text(const OpenWork& work);

}  // namespace gpupick
