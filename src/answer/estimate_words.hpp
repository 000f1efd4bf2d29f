// The words for an estimate: its speeds, bounds, causes, memory parts and notes. Private to
// src/answer.
#pragma once

#include <string>
#include <string_view>

#include "ranking/mix.hpp"

namespace gpupick {

std::string_view name_of(Bound bound);
std::string_view name_of(MemoryUse part);   // in JSON: "cache"
std::string_view words_of(MemoryUse part);  // in text: "KV cache"
// Why the estimate has a wider interval; "" if it has the usual one.
std::string unmeasured_text(const JobEstimate& estimate);
std::string note_text(const Note& note);

// A clause such as "its bandwidth is not known", or "" if nothing is missing.
std::string to_text(const Missing& missing);

// "fits, 2 of 11.8 GiB free".
std::string fit_text(const JobEstimate& estimate, const WorkResult& way);
// "2.6 tokens/s (1.3-3.9)", or "33.4 s/image (24.7-63)" for a rate below one per second.
std::string rate_text(const Estimate& rate, std::string_view unit);
// A speed as one phrase of its line, such as "29.3 with a full context". Speeds that follow from
// others have their interval only with the formulas.
std::string speed_phrase(const JobEstimate& estimate, const Speed& speed, bool explain);
std::string limit_text(Bound bound);
// The formula of a speed. If the answer shows another unit, the inverse comes first.
std::string speed_basis_text(const JobEstimate& estimate, const Speed& speed);
// The label of the line on which the output stands.
std::string_view line_of(Output output, Task task);

}  // namespace gpupick
