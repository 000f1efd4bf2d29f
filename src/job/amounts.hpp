// Amounts of a job as people type them: "8k" tokens, "300B", a slot "4x8". Each throws Error,
// naming the flag, where the text is none.
#pragma once

#include <string>
#include <string_view>

#include "base/units.hpp"

namespace gpupick {

// "8192", "8k", "1M": thousands of 1,024.
double parse_tokens(const std::string& text, std::string_view flag);

// A whole number from 1 to a million.
double parse_count(const std::string& text, std::string_view flag);

// "13B", "300M", "1.5T": thousands of 1,000.
double parse_amount(const std::string& text, std::string_view flag);

// "2", "500ms".
double parse_seconds(const std::string& text, std::string_view flag);

// "0.75", from 0.01 to 0.99.
double parse_chance(const std::string& text, std::string_view flag);

// A side of an image.
double parse_pixels(const std::string& text, std::string_view flag);

// GB/s of a computer's memory.
double parse_bandwidth(const std::string& text, std::string_view flag);

// GiB of a computer's memory.
double parse_ram(const std::string& text, std::string_view flag);

// The rate of "4x8", generation and lanes, or of "12", GB/s.
BytesPerSecond parse_slot(const std::string& text, std::string_view flag);

}  // namespace gpupick
