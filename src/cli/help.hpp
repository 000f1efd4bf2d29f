// The help page of a command, and the message for a wrong one. The layout of CLI11 differs between
// its versions; this one is the same for all, and docs/cli.md shows it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace CLI {
class ParseError;
}

namespace gpupick {

// The program and the given commands below it, outermost first.
using Apps = std::vector<CLI::App*>;
Apps given_apps(CLI::App& program);

// Returns the option of the first app that declares the flag, or null.
CLI::Option* find_option(const Apps& apps, const std::string& flag);

// Returns the long names of all flags with their dashes, each once. Newer versions of CLI11 list
// the flags of an outer app again in the inner one.
Words long_names(const Apps& apps);

std::string help_page(const CLI::App& app, std::size_t page_width);

// Returns the page of -h, one line a flag: examples, then the flags of these groups.
std::string brief_page(const CLI::App& app, std::span<const BriefGroup> groups,
                       std::size_t page_width);

// Returns the message for a wrong command line, with a suggestion.
std::string usage_error(CLI::App& app, const CLI::ParseError& error,
                        const std::vector<std::string>& args);

}  // namespace gpupick
