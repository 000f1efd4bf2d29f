// A user's defaults: a JSON object of flags without their dashes, as {"kwh": 0.32, "host":
// "workstation"}, for what the command line leaves open. Only flags that say who asks and how may
// stand in it: prices, cost of use, work and the options of every command.
#pragma once

#include <optional>
#include <string>

#include "cli/session.hpp"

namespace CLI {
class App;
}

namespace gpupick {

// The file of defaults that holds for the session; nothing where there is none, or it is left out.
std::optional<std::string> defaults_path(const Session& session);

// How many defaults the file gives; nothing where it is no file of defaults. Throws Error with
// file, line and column where one of them is not legal.
std::optional<std::size_t> checked_defaults(const File& file);

// Gives the flags of the command that was asked for, below `app`, the defaults of the file that it
// has flags for, and says so on the error stream. Throws Error with file, line and column where the
// file is no such object.
void apply_defaults(const std::string& path, CLI::App& app, Session& session);

}  // namespace gpupick
