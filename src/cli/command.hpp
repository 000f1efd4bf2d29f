// A command: its flags, and its action. Each command has a file in src/cli/commands, and the list
// below puts it on the command line. Only the command that the arguments name is created and
// declares its flags; the others have a name and a line of help.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/flags.hpp"
#include "cli/session.hpp"

namespace gpupick {

class Command {
 public:
  virtual ~Command() = default;

  virtual void declare(Flags&) {}
  // Runs the command with the values of the flags. Throws Error if it refuses them.
  virtual ExitStatus run(Session& session) = 0;
};

// A group of the flags that `COMMAND -h` shows: its heading, and their names.
struct BriefGroup {
  const char* heading;
  std::span<const char* const> flags;
};

// The help of a command, and how to create it when it is needed.
struct CommandInfo {
  const char* name;
  const char* help;
  const char* examples;
  std::unique_ptr<Command> (*make)();  // null if it only has subcommands
  std::span<const CommandInfo* const> commands = {};
  bool prints_findings = false;            // also prints github, gitlab and sarif
  std::span<const BriefGroup> brief = {};  // the flags of -h; empty if it shows all, as --help does
};

template <class One>
std::unique_ptr<Command> make_command() {
  return std::make_unique<One>();
}

struct CommandGroup {
  const char* heading;
  std::span<const CommandInfo* const> commands;
};
std::span<const CommandGroup> command_groups();

std::span<const CommandInfo* const> all_commands();

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
