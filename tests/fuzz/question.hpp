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

Asked any_question(Decisions& decisions);

}  // namespace gpupick
