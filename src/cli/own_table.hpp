// Imports the user's tables of prices or cards as data files (`prices import`, `catalog import`).
#pragma once

#include <functional>
#include <string>

#include "cli/flags.hpp"
#include "cli/session.hpp"

namespace gpupick {

// The flags that imports of prices and of cards share.
struct ImportOptions {
  std::string path, source, to;
  bool skip_bad = false;

  // Declares the flags. `table` is the help of FILE, `from` that of --source.
  void declare(Flags& flags, const char* table, const char* from);
  // Returns a record for a source of the user's own, with texts that these options keep. Returns
  // nothing if --source is not given, or names a source of the catalog. `usual_id` is for a name
  // without letters.
  std::optional<Source> own_source(const Catalog& catalog, const char* usual_id, Date today);

 private:
  std::string id_;
};

using TableRead = std::function<Dataset(const File&, std::vector<Diagnostic>&)>;

// Reads a table and checks it as data is checked, against the catalog too. Prints what is wrong
// with line and column. Throws Error if anything is, or with `skip_bad` leaves out those rows.
// `skipping`: what leaves them out, for the error.
Dataset read_checked_table(const std::string& path, const TableRead& read, const Catalog& catalog,
                           Session& session, bool skip_bad, std::string_view skipping);

// Throws Error if the flags ask for a format other than JSON.
void check_json(const Session& session);

// Prints a data file, or with a path other than "-" writes it there and says `use`.
ExitStatus put_data_file(const std::string& text, const std::string& to, const std::string& use,
                         Session& session);

}  // namespace gpupick
