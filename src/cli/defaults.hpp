// The user's defaults: a JSON object of flags without dashes, as {"kwh": 0.32, "host":
// "workstation"}. They set flags that the command line does not give. Only flags that describe the
// user and the answer may have a default: prices, cost of use, work and the options of every
// command.
#pragma once

#include <optional>
#include <string>

#include "base/error.hpp"
#include "cli/session.hpp"
#include "schema/diagnostic.hpp"

namespace CLI {
class App;
}

namespace gpupick {

// Returns a value as it would be typed, or nullopt. A list has its entries; false has no words.
std::optional<Words> typed(const Node& value);

// Returns the path of the session's defaults file, or nullopt if there is none.
std::optional<std::string> defaults_path(const Session& session);

// The refusal of a default; the message begins with file, line and column.
struct RefusedDefault : Error {
  explicit RefusedDefault(Diagnostic finding);
  Diagnostic found;
};

// Returns the number of defaults in the file, or nullopt if it is not a defaults file. Throws
// RefusedDefault if no command could take a default.
std::optional<std::size_t> checked_defaults(const File& file, const Session& session);

// Returns the message of an error with file, line and column if a default causes it.
std::string located_in_defaults(const std::string& message, Session& session);

// Applies the defaults in the file to the given command below `app`, as far as the command has
// those flags. Prints a note on the error stream. Throws Error with file, line and column if the
// file is not a legal object of defaults.
void apply_config(const std::string& path, CLI::App& app, Session& session);

}  // namespace gpupick
