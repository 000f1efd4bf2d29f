// Whole command lines from the tables of commands and flags, and their standard input from tables
// too: changed data, prices, rows, a model's config, defaults or messages of an assistant.
#pragma once

#include <string>
#include <vector>

#include "fuzz/decisions.hpp"

namespace gpupick {

struct Asked {
  std::vector<std::string> args;
  std::string in;
};

// A command line of which each flag belongs to the command and has a value that the flag takes. It
// reads no input. Some are refused: a flag may not suit another, or a name the task.
std::vector<std::string> legal_line(Decisions& decisions);

Asked any_question(Decisions& decisions);

}  // namespace gpupick
