// The commands and their flags as data for other programs: manual pages, and completions for bash,
// zsh and fish. They come from the tables that --help shows.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace gpupick {

struct FlagRow {
  Words names = {};  // "--batch", "--users"; for an argument, its name
  std::string type, help, group;
  bool is_argument = false;
  Words choices = {};                     // words that a shell may offer
  std::optional<NumberRange> range = {};  // of a number
  int fewest = 1, most = 1;               // values

  bool takes_value() const { return !type.empty(); }
};

// A command with its flags, or the program itself with the flags of every command.
struct CommandPage {
  Words name;  // "catalog", "diff"; empty for the program
  std::string help, examples;
  std::vector<FlagRow> flags;
};

// Returns the page of the program, then those of its commands. Subcommands come before their
// command, which has a page only if it can run itself.
std::vector<CommandPage> command_pages();

// Returns the page as roff with man macros.
std::string man_page(const CommandPage& page, const std::vector<CommandPage>& all);

std::string bash_completion(const std::vector<CommandPage>& pages);
std::string zsh_completion(const std::vector<CommandPage>& pages);
std::string fish_completion(const std::vector<CommandPage>& pages);

}  // namespace gpupick
