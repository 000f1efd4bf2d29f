// Checks that every output must pass, whatever the question and the data.
#pragma once

#include <string>

#include "support.hpp"

namespace gpupick {

// Returns the fault of the output with its line; "" if there is none. Faults are a wrong exit
// status, bytes that could act on a terminal, and malformed JSON.
std::string fault_of(const std::vector<std::string>& args, const Run& run);

// Like fault_of, for answers to `any_question`, whose texts are known. Also finds numbers that are
// not finite, cells that a spreadsheet computes, and links, images and HTML in Markdown.
std::string fault_of_known(const std::vector<std::string>& args, const Run& run);

}  // namespace gpupick
