// Readers of tools that print pairs of key and value, and the helpers that all readers of
// tool_output.cpp share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/tool_output.hpp"

namespace gpupick {

using Lines = std::vector<std::string>;

Lines lines_of(std::string_view text);

// Returns the text without blanks and quotes around it.
std::string trimmed(std::string_view text);

// Returns the number at the start of a text, such as "8188MiB", or nothing.
std::optional<double> leading_number(std::string_view text);

// Returns an amount of memory in GiB, or nothing. `unit_gib` counts if the text has no unit.
std::optional<double> memory_of(std::string_view text, double unit_gib);

// Returns ":738c" for "0x738c" and "29772(0x744c)", "10de:2684" for NVIDIA's "0x268410DE", or "".
std::string device_id(std::string_view text);

// Return the cards in JSON, in lines of XML, in lines such as "key : value", and in CSV whose
// header names the columns.
std::vector<SeenCard> in_json(std::string_view text);
std::vector<SeenCard> in_xml(const Lines& lines);
std::vector<SeenCard> in_pairs(const Lines& lines);
std::vector<SeenCard> in_csv(const Lines& lines);

}  // namespace gpupick
