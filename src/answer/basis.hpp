// The formulas behind estimates with their numbers filled in, so that a reader can check them by
// hand; also the words for bounds, causes, memory parts and notes. Private to src/answer.
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

std::string_view name_of(Bound bound);
std::string_view name_of(MemoryUse part);   // in JSON: "cache"
std::string_view words_of(MemoryUse part);  // in text: "KV cache"
// Why the estimate has a wider interval; "" if it has the usual one.
std::string unmeasured_text(const JobEstimate& estimate);
std::string note_text(const Note& note);

// A clause such as "its bandwidth is not known", or "" if nothing is missing.
std::string to_text(const Missing& missing);

}  // namespace gpupick
