// Error messages for wrong command lines, with a suggestion.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace gpupick {

// Returns the message for standard error. Its last line refers to the help.
std::string usage_error(CLI::App& app, const CLI::ParseError& error,
                        const std::vector<std::string>& args);

}  // namespace gpupick
