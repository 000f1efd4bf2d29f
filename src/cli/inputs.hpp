// Files and what the flags mean: from options to catalog and query.
#pragma once

#include <deque>
#include <fstream>
#include <gpupick/gpupick.hpp>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// Texts of files and folders (their *.json, by name, also below) and of standard input ("-").
// Throws Error where one cannot be read.
class Inputs {
 public:
  // `terminal`: where progress is shown; null for nowhere.
  Inputs(std::istream& in, std::ostream* terminal) : in_(in), terminal_(terminal) {}
  std::vector<File> read(const std::string& path);
  // The text of a file or of standard input.
  File read_one(const std::string& path);
  // A file, or standard input, to be read line by line.
  std::istream& open(const std::string& path);
  std::ostream* terminal() const { return terminal_; }

 private:
  std::istream& in_;
  std::ostream* terminal_;
  std::optional<File> standard_;  // what was read of it
  std::deque<std::string> texts_;
  std::deque<std::ifstream> streams_;
};

// Shows that these files are being read, where that takes about a second or more.
void show_reading(const std::vector<File>& files, Progress& progress);

// The catalog that the flags ask for. Data with errors is refused: they go to `err`, and Error is
// thrown. Where they are to be counted in `errors`, only what can't be read is refused.
Catalog load_catalog(const GlobalOptions& options, Inputs& inputs, std::ostream& err,
                     std::size_t* errors = nullptr);

// The price observations of a CSV, checked beside the catalog. Wrong rows go to `err` with line and
// column, and Error is thrown.
Dataset read_price_table(const std::string& path, const Catalog& catalog, Inputs& inputs,
                         std::ostream& err);

// Lays the observations of the file of --prices over the catalog, where it is a table of them.
void lay_prices_over(Catalog& catalog, const PriceOptions& options, Inputs& inputs,
                     std::ostream& err);

// What the flags ask of its cards: limits, prices and the day.
Query make_query(const Catalog& catalog, const GlobalOptions& global, const LimitOptions& limits,
                 const PriceOptions& prices, Inputs& inputs, std::ostream& err);

// Adds what the cards are for: the workload, its weights, the host and the years of use. A workload
// read from a file is kept in `own_data`.
void add_work(const Catalog& catalog, const WorkOptions& work, const PriceOptions& prices,
              Inputs& inputs, std::deque<Dataset>& own_data, std::ostream& err, Query& query);

}  // namespace gpupick
