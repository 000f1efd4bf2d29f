// Tables of the user's own, of prices or cards, to data files.
#pragma once

#include <functional>

#include "cli/session.hpp"

namespace gpupick {

using TableRead = std::function<Dataset(const File&, std::vector<Diagnostic>&)>;

// Reads a table and checks it as data is checked, against the catalog too. Prints what is wrong to
// `err` with line and column. Throws Error if anything is, or with `skip_bad` leaves out those
// rows. `command` names the command that takes --skip-bad.
Dataset read_checked_table(const std::string& path, const TableRead& read, const Catalog& catalog,
                           Inputs& inputs, std::ostream& err, bool skip_bad,
                           std::string_view command);

// Throws Error if the flags ask for a format other than JSON.
void check_json(const Session& session);

// Prints a data file, or with a path other than "-" writes it there and says `use`.
ExitStatus put_data_file(const std::string& text, const std::string& to, const std::string& use,
                         Session& session);

}  // namespace gpupick
