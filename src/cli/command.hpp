// A command: its flags, and its action. Each command has a file in src/cli/commands, and the list
// below puts it on the command line.
#pragma once

#include <memory>
#include <span>

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

}  // namespace gpupick
