// The program as a library: runs one command line and returns text and an exit status.
#pragma once

#include <chrono>
#include <cstddef>
#include <istream>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace gpupick {

class Catalog;

// Everything besides files that a run can see of its surroundings.
struct Environment {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  std::chrono::year_month_day today;  // for the warning about old prices only
  std::size_t width = 80;  // columns of the terminal; 0 without one: tables are not narrowed
  bool colour = false;
  std::string pci_devices = {};  // folder of PCI devices, as /sys/bus/pci/devices; "" for none
  std::string config = {};       // file of the user's defaults; "" for none
  bool err_is_terminal = false;  // long work shows its progress there
  bool bars = false;             // bars beside numbers that are compared
  bool unicode = false;          // the terminal shows UTF-8
  std::size_t height = 0;        // lines of the terminal; 0 without one
  bool paths = true;             // models and workloads may be named by the path of a file
  // Titles and addresses of the pages that an answer in HTML leads to, the list of all first.
  std::vector<std::pair<std::string, std::string>> links = {};
  // Returns what a command prints, or "" if it is not installed or fails; null: none is run.
  std::string (*output_of)(const std::string& command) = nullptr;
  // A catalog that was read before, and the path by which --catalog names it. A program that runs
  // many command lines reads it once; null: it is read from the path.
  const Catalog* catalog = nullptr;
  std::string catalog_path = {};
};

// Runs the program. `args` does not include the program's name. Returns the exit status: 0 done; 1
// done, but nothing fits or the data has errors; 2 usage, unknown name, unreadable input.
int run(const std::vector<std::string>& args, Environment& environment);

}  // namespace gpupick
