// Finds the command for the arguments. Only that command is created and declares its flags; the
// others only have a name and a line of help.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace gpupick {

// The result of parsing: a command to run, or the status of an answer already printed.
struct CommandLine {
  const CommandInfo* info = nullptr;
  std::unique_ptr<Command> outer;    // its parent, kept because flags are bound to it; may be null
  std::unique_ptr<Command> command;  // null if the answer is `status`
  ExitStatus status = ExitStatus::done;
};

// Parses the arguments and stores the global flags in the session. Prints help, version and errors
// itself; without arguments it prints how to start.
CommandLine parse_command_line(const std::vector<std::string>& args, Session& session);

}  // namespace gpupick
