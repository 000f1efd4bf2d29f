// A command: its flags and what it does with them. Each stands in a file of src/cli/commands, and
// its row in the list below puts it on the command line.
#pragma once

#include <memory>
#include <span>

#include "cli/flags.hpp"
#include "cli/session.hpp"

namespace gpupick {

class Command {
 public:
  Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  virtual ~Command() = default;

  // Binds the flags to the command's members.
  virtual void declare(Flags&) {}
  // Answers with what the flags left there. Throws Error where it refuses.
  virtual ExitStatus run(Session& session) = 0;
};

// What the help says of a command, and how it is made once it is asked for.
struct CommandInfo {
  const char* name;
  const char* help;
  const char* examples;
  std::unique_ptr<Command> (*make)();  // null for one that only has commands below it
  std::span<const CommandInfo* const> commands = {};
  bool prints_findings = false;  // has the forms github, gitlab and sarif too
};

template <class One>
std::unique_ptr<Command> make_command() {
  return std::make_unique<One>();
}

// In the order of the help.
std::span<const CommandInfo* const> all_commands();

}  // namespace gpupick
