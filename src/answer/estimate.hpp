// Functions that both the text and the data of an estimate call.
#pragma once

#include "answer/answer.hpp"
#include "estimate/change.hpp"
#include "ranking/mix.hpp"

namespace gpupick {

inline constexpr const char* estimate_schema = "estimate/3";

// "4 cards and --zero 3", with `mark` before and after the flags.
std::string change_text(const Change& change, std::string_view mark);

// Returns the share of an image network's denoiser that stays on the card, if the rest is sent for
// each evaluation.
Number denoiser_on_card(const WorkResult& way);

// Returns the estimate behind the speed that is shown: of the other way, if that sends weights.
const JobEstimate& timed_by(const JobEstimate& estimate, const WorkResult& way);

Data estimate_data(const JobEstimate& estimate, const WorkResult& way);

// Returns a table of one row. Its columns depend on the task only.
Table estimate_table(const JobEstimate& estimate, const WorkResult& way);

}  // namespace gpupick
