// Parsers for the amounts of a job on the command line: "8k" tokens, "300B", a slot "4x8". Each
// throws Error that names the flag if the text is invalid.
#pragma once

#include <string>
#include <string_view>

#include "base/units.hpp"

namespace gpupick {

// Returns tokens from "8192", "8k" or "1M"; k is 1,024.
double parse_tokens(const std::string& text, std::string_view flag);

// Returns a whole number from 1 to 1,000,000.
double parse_count(const std::string& text, std::string_view flag);

// Returns a count from "13B", "300M" or "1.5T"; M is 1,000,000.
double parse_amount(const std::string& text, std::string_view flag);

// Returns seconds from "2" or "500ms".
double parse_seconds(const std::string& text, std::string_view flag);

// Returns a share from 0.01 to 0.99, such as "0.75".
double parse_chance(const std::string& text, std::string_view flag);

// Returns a share from 0.01 to 0.99 of the draft tokens, or above 1 the mean tokens of a step.
double parse_acceptance(const std::string& text, std::string_view flag);

// Returns the side of a square image or the height of a video in pixels, from 64 to 8192: of
// "1024", "720p", or "1216x832", whose area or shorter side counts.
double parse_pixels(const std::string& text, std::string_view flag, bool of_video);

// Returns the bandwidth of the computer's memory in GB/s, from 1 to 10,000.
double parse_bandwidth(const std::string& text, std::string_view flag);

// Returns the size of the computer's memory in GiB, from 1 to 1,000,000.
double parse_ram(const std::string& text, std::string_view flag);

// Returns the rate of a slot from "4x8" (generation x lanes) or "12" (GB/s).
BytesPerSecond parse_slot(const std::string& text, std::string_view flag);

}  // namespace gpupick
