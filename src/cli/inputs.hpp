// Reads files, and turns options into a catalog and a query.
#pragma once

#include <deque>
#include <fstream>
#include <gpupick/gpupick.hpp>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/dataset.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// Reads files, folders (all *.json below them, sorted by name) and standard input ("-"). Throws
// Error if one cannot be read.
class Inputs {
 public:
  // `terminal`: the stream for progress; null shows none. `paths`: see Environment.
  Inputs(std::istream& in, std::ostream* terminal, bool paths)
      : in_(in), terminal_(terminal), paths_(paths) {}
  std::vector<File> read(const std::string& path);
  // Returns the text of a file or of standard input.
  File read_one(const std::string& path);
  // Returns the start of a file, `most` bytes at most.
  File read_start(const std::string& path, std::size_t most);
  // Keeps a text as long as those that were read.
  std::string_view keep(std::string text);
  // Opens a file or standard input for reading line by line.
  std::istream& open(const std::string& path);
  std::ostream* terminal() const { return terminal_; }
  bool takes_paths() const { return paths_; }

 private:
  std::istream& in_;
  std::ostream* terminal_;
  bool paths_;
  std::optional<File> standard_;  // standard input, once read
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

// Returns the catalog that the flags select. Prints the errors of the data to `err` and throws
// Error if there are any. With `errors`, it counts them instead and rejects only data that cannot
// be read.
Catalog load_catalog(const GlobalOptions& options, Inputs& inputs, std::ostream& err,
                     std::size_t* errors = nullptr);

// Returns the day of --as-of, or else that of the data.
Date day_of(const Catalog& catalog, const GlobalOptions& global);

// Returns the query with the limits, prices and day of the flags.
Query make_query(const Catalog& catalog, const GlobalOptions& global, const LimitOptions& limits,
                 const PriceOptions& prices);

// Adds the purpose of the cards to the query: workload, weights, host and use. A workload read from
// a file is kept in `own_data`.
void add_work(const Catalog& catalog, const WorkOptions& work, const PriceOptions& prices,
              Inputs& inputs, std::deque<Dataset>& own_data, std::ostream& err, Query& query);

}  // namespace gpupick
