// Shared by the main functions of the fitters.
#pragma once

#include <iostream>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace gpupick::fit {

// Returns the exit status of `run`. If it throws an Error, prints it to standard error and returns
// 2.
inline int run_tool(const char* name, int (*run)(const std::vector<std::string>&), int argc,
                    char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const Error& error) {
    std::cerr << name << ": " << error.what() << '\n';
    return 2;
  }
}

}  // namespace gpupick::fit
