// The help page of a command. The layout of CLI11 differs between its versions; this one is the
// same for all, and docs/cli.md shows it.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace gpupick {

// Returns the page with lines of at most `page_width` columns.
std::string help_page(const CLI::App& app, std::size_t page_width);

}  // namespace gpupick
