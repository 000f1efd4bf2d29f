// The help page of a command. CLI11 lays pages out in another way from version to version; this is
// the one way of the program, which docs/cli.md shows.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace gpupick {

// Lines of at most so many columns.
std::string help_page(const CLI::App& app, std::size_t page_width);

}  // namespace gpupick
