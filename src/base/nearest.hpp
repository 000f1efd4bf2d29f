// The known words that a mistyped one resembles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace gpupick {

// Returns up to three entries of `known` that resemble `given`, nearest first.
std::vector<std::string> nearest(std::string_view given, const Phrases& known);

// Returns "; did you mean a, b or c?", or "" if nothing is near.
std::string did_you_mean(std::string_view given, const Phrases& known);

// Returns "; known are a, b and c", or "" if nothing is known.
std::string known_are(const Phrases& known);

}  // namespace gpupick
