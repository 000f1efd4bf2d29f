// The help page of a command. The layout of CLI11 differs between its versions; this one is the
// same for all, and docs/cli.md shows it.
#pragma once

#include <span>
#include <string>

#include "cli/command.hpp"

namespace CLI {
class App;
}

namespace gpupick {

// Returns the page with lines of at most `page_width` columns.
std::string help_page(const CLI::App& app, std::size_t page_width);

// Returns the page of -h, one line a flag: examples, then the flags of these groups.
std::string brief_page(const CLI::App& app, std::span<const BriefGroup> groups,
                       std::size_t page_width);

}  // namespace gpupick
