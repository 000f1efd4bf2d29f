// Feeds bytes to the program, for the fuzzer and the corpus test. Bytes after $ are a command line
// and, from the second line on, its standard input. Bytes after ! are decisions for a question made
// from the tables of fields and flags. Each command that reads files reads all other bytes.
#pragma once

#include <string>
#include <string_view>

namespace gpupick {

// Returns the fault of an answer; "" if there is none.
std::string feed(std::string_view bytes);

}  // namespace gpupick
