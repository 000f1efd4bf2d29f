// Reads files, and the catalog that the global flags select.
#pragma once

#include <deque>
#include <fstream>
#include <gpupick/gpupick.hpp>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/dataset.hpp"
#include "cli/options.hpp"

namespace gpupick {

// A progress line for long work, on the error stream if that is a terminal. It is erased when the
// work is done, before anything else is printed.
class Progress {
 public:
  explicit Progress(std::ostream* terminal) : terminal_(terminal) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() {
    if (shown_) *terminal_ << "\r\033[K" << std::flush;
  }

  void show(const std::string& text) {
    if (terminal_) *terminal_ << "\r\033[Kgpupick: " << text << std::flush;
    shown_ = terminal_ != nullptr;
  }

 private:
  std::ostream* terminal_;
  bool shown_ = false;
};

// Returns "'data.csv'", or "standard input" for "-".
std::string quoted_path(const std::string& path);

// Reads files, folders (all *.json below them, sorted by name) and standard input ("-"). Throws
// Error if one cannot be read.
class Inputs {
 public:
  // `terminal`: the stream for progress; null shows none. `paths`: see Environment.
  Inputs(std::istream& in, std::ostream* terminal, bool paths)
      : in_(in), terminal_(terminal), paths_(paths) {}
  explicit Inputs(const Environment& environment)
      : Inputs(environment.in, environment.err_is_terminal ? &environment.err : nullptr,
               environment.paths) {
    known_ = environment.catalog;
    known_path_ = environment.catalog_path;
  }
  std::vector<File> read(const std::string& path);
  // Returns the text of a file or of standard input.
  File read_one(const std::string& path);
  File read_start(const std::string& path, std::size_t most);
  // Keeps a text as long as those that were read.
  std::string_view keep(std::string text);
  // The number of texts that are kept, and a way to drop those behind the first `kept`.
  std::size_t kept() const { return texts_.size(); }
  void drop_behind(std::size_t kept) { texts_.resize(kept); }
  // Opens a file or standard input for reading line by line.
  std::istream& open(const std::string& path);
  std::ostream* terminal() const { return terminal_; }
  bool takes_paths() const { return paths_; }
  // Returns the catalog of this path if it was read before this run; null if not.
  const Catalog* known_catalog(const std::string& path) const {
    return known_ && path == known_path_ ? known_ : nullptr;
  }

 private:
  std::istream& in_;
  std::ostream* terminal_;
  bool paths_;
  const Catalog* known_ = nullptr;
  std::string known_path_;
  std::optional<std::string> standard_;  // standard input, once read
  std::deque<std::string> texts_;
  std::deque<std::ifstream> streams_;
};

// Shows that the files are being read, if that takes about a second or more.
void show_reading(const std::vector<File>& files, Progress& progress);

// Prints the errors, under another name if one is given, and returns their number.
std::size_t list_errors(std::vector<Diagnostic> diagnostics, std::ostream& err,
                        std::string_view name = {});

// Prints the errors, and throws Error if there are any. `advice` ends its message.
void refuse_errors(std::vector<Diagnostic> diagnostics, std::ostream& err, const std::string& what,
                   std::string_view advice = {});

// Reads and checks the data of a path, with references into `context`. Prints its errors to `err`
// and throws Error if there are any. With `errors`, it counts them instead and rejects only data
// that cannot be read.
Dataset read_checked(const std::string& path, const Catalog& context, Inputs& inputs,
                     std::ostream& err, std::size_t* errors = nullptr);

// Returns the catalog that the flags select. Treats errors of its data as read_checked does.
Catalog load_catalog(const GlobalOptions& options, Inputs& inputs, std::ostream& err,
                     std::size_t* errors = nullptr);

}  // namespace gpupick
