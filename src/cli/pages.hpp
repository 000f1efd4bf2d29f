// The commands and their flags as other programs read them: manual pages for man, completions for
// bash, zsh and fish. All are made from the tables that --help shows.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace gpupick {

// A flag or an argument as the help shows it.
struct FlagRow {
  Words names;  // "--batch", "--users"; of an argument its name
  std::string type, help, group;
  bool is_argument = false;
  Words choices;  // that a shell may offer

  bool takes_value() const { return !type.empty(); }
};

// A command with flags, or the program itself, which has those of every command.
struct CommandPage {
  Words name;  // "catalog", "diff"; empty for the program
  std::string help, examples;
  std::vector<FlagRow> flags;
};

// The program, then its commands; those of commands stand in place of them.
std::vector<CommandPage> command_pages();

// The page in the man macros of roff.
std::string man_page(const CommandPage& page, const std::vector<CommandPage>& all);

std::string bash_completion(const std::vector<CommandPage>& pages);
std::string zsh_completion(const std::vector<CommandPage>& pages);
std::string fish_completion(const std::vector<CommandPage>& pages);

}  // namespace gpupick
