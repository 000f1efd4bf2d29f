// Arguments to the command that they ask for. Only the command that is asked for is made and
// declares its flags; of the others the name and a line of help are known.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace gpupick {

// What the arguments ask for: a command, or else an answer that needs none.
struct CommandLine {
  const CommandInfo* info = nullptr;
  std::unique_ptr<Command> outer;    // under which it stands; its flags are bound to it
  std::unique_ptr<Command> command;  // null where the answer is `status`, already printed
  ExitStatus status = ExitStatus::done;
};

// Reads the arguments; the flags of every command go to the session. Prints the help, the version,
// what was wrong, or where to start if there are none.
CommandLine parse_command_line(const std::vector<std::string>& args, Session& session);

}  // namespace gpupick
