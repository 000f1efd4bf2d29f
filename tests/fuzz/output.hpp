// What must hold of any output, whatever was asked of whatever data.
#pragma once

#include <string>

#include "support.hpp"

namespace gpupick {

// What is wrong with the output, and the line of it; "" where nothing is. Bytes that could act on a
// terminal are, in JSON what is no JSON.
std::string fault_of(const std::vector<std::string>& args, const Run& run);

// The same of an answer to `any_question`, whose texts are known: numbers that are not finite,
// cells that a spreadsheet computes, links, images and HTML in Markdown.
std::string fault_of_known(const std::vector<std::string>& args, const Run& run);

}  // namespace gpupick
