// Whole command lines from the tables of commands and flags, with what they read from standard
// input: changed data, prices, rows, a model's config or defaults, made from their tables too.
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
