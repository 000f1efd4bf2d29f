// The program as another program may call it: one command line in, text and an exit status out.
#pragma once

#include <chrono>
#include <cstddef>
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
  std::chrono::year_month_day today;  // for the warning that prices are old, and nothing else
  std::size_t width = 80;  // columns of the terminal; 0 for none, where tables stay whole
  bool colour = false;
  std::string pci_devices = {};  // the folder of them, as /sys/bus/pci/devices; "" for none
  std::string config = {};       // the file of the user's defaults, where there is one
  bool err_is_terminal = false;  // where long work says that it goes on
};

// Exit status: 0 done; 1 done, but nothing fits or the data has errors; 2 usage, unknown name,
// unreadable input. `args` is without the program's name.
int run(const std::vector<std::string>& args, Environment& environment);

}  // namespace gpupick
