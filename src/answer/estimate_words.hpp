// The words for the bounds, causes, memory parts and notes of an estimate. Private to src/answer.
#pragma once

#include <string>
#include <string_view>

#include "estimate/estimate.hpp"

namespace gpupick {

std::string_view name_of(Bound bound);
std::string_view name_of(MemoryUse part);   // in JSON: "cache"
std::string_view words_of(MemoryUse part);  // in text: "KV cache"
// Why the estimate has a wider interval; "" if it has the usual one.
std::string unmeasured_text(const JobEstimate& estimate);
std::string note_text(const Note& note);

// A clause such as "its bandwidth is not known", or "" if nothing is missing.
std::string to_text(const Missing& missing);

}  // namespace gpupick
