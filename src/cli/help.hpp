// The help page of a command. CLI11 lays pages out in another way from version to version; this is
// the one way of the program, which docs/cli.md shows.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace gpupick {

std::string help_page(const CLI::App& app);

}  // namespace gpupick
