// What the main functions of the fitters share.
#pragma once

#include <iostream>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace gpupick {

// The exit status of `run`; 2 where it throws an Error, which is told on standard error.
inline int run_tool(const char* name, int (*run)(const std::vector<std::string>&), int argc,
                    char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const Error& error) {
    std::cerr << name << ": " << error.what() << '\n';
    return 2;
  }
}

}  // namespace gpupick
