// The command line: arguments, files, the terminal and the exit status. The only module that does
// I/O. Tests run whole command lines through `run` in-process.
#pragma once

#include <cstddef>
#include <gpupick/date.hpp>
#include <istream>
#include <ostream>
#include <string>
#include <vector>

namespace gpupick {

// Everything a run may see of the world beside files.
struct Environment {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  Date today;              // for the warning that prices are old, and nothing else
  std::size_t width = 80;  // columns of the terminal
  bool colour = false;
};

// Exit status: 0 done; 1 done, but nothing fits or the data has errors; 2 usage, unknown name,
// unreadable input. `args` is without the program's name.
int run(const std::vector<std::string>& args, Environment& environment);

}  // namespace gpupick
