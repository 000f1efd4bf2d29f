// What was wrong with a command line, and what would work.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace gpupick {

// The message for standard error, with the help to turn to on its last line.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error,
                        const std::vector<std::string>& args);

}  // namespace gpupick
