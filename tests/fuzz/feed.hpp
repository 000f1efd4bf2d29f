// What the fuzzer and the corpus test feed. Bytes after $ are a command line and, from the second
// line on, its standard input; after ! they are the decisions of a question that is made from the
// tables of fields and flags; any others are read by each command that reads files.
#pragma once

#include <string>
#include <string_view>

namespace gpupick {

// What is wrong with an answer; "" where nothing is.
std::string feed(std::string_view bytes);

}  // namespace gpupick
