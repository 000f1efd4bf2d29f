#include "cli/commands/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <map>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "record/csv.hpp"

namespace gpupick {
namespace {

// The flag whose value the column holds; null where there is no such column.
const JobFlag* find_column(std::string_view name) {
  for (const JobFlag& flag : job_flags())
    if (flag.column && flag.key() == name) return &flag;
  return nullptr;
}

// The next line, without its end; false where there is none. A file of one endless line is refused.
bool next_line(std::istream& in, std::string& line) {
  constexpr std::size_t longest = std::size_t{1} << 20U;
  line.clear();
  for (char c = 0; in.get(c);) {
    if (c == '\n') return true;
    if (line.size() == longest) throw Error("a row of --rows is longer than 1 MiB");
    line += c;
  }
  return !line.empty();
}

Words read_header(const std::string& line, const std::string& path) {
  Words header = cells_of(line);
  if (header.front().starts_with("\xEF\xBB\xBF")) header.front().erase(0, 3);
  std::set<std::string> seen;
  for (const std::string& column : header) {
    if (!seen.insert(column).second)
      throw Error(fmt::format("{}:1: duplicate column '{}'", printable(path), printable(column)));
    if (column != "card" && column != "count" && !find_column(column))
      throw Error(fmt::format("{}:1: no column is called '{}'; known are card, {}", printable(path),
                              printable(column), enumerate(row_columns(), "and")));
  }
  if (!seen.contains("card"))
    throw Error(fmt::format("{}:1: the header needs the column card", printable(path)));
  return header;
}

// Rows of one file.
class Rows {
 public:
  Rows(Words header, Question& question) : header_(std::move(header)), question_(question) {
    for (const std::string& column : header_) flags_.push_back(find_column(column));
  }

  // Throws Error where the row is wrong.
  JobEstimate answer(const std::string& line) {
    const Words cells = cells_of(line);
    if (cells.size() > header_.size())
      throw Error(fmt::format("{} cells, but the header names {}", cells.size(), header_.size()));
    JobOptions options = question_.options.job;
    std::string name, count;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].empty()) continue;
      if (header_[i] == "card")
        name = cells[i];
      else if (header_[i] == "count")
        count = cells[i];
      else
        options.of(*flags_[i]).text = cells[i];
    }
    return estimate_job(cards(name, count), question_.jobs.make(options), question_);
  }

 private:
  CardGroup cards(const std::string& name, const std::string& count) {
    if (name.empty()) throw Error("the row names no card");
    auto known = known_.find(name);
    if (known == known_.end())
      known = known_.emplace(name, find_cards(name, question_.catalog, question_.query)).first;
    CardGroup cards = known->second;
    if (!count.empty()) cards.count = parse_card_count(count, count);
    check_joinable(cards, question_.catalog, question_.query);
    return cards;
  }

  const Words header_;
  std::vector<const JobFlag*> flags_;  // by column; null of card and count
  Question& question_;
  std::map<std::string, CardGroup> known_;  // names that were found
};

// Answers the rows after the header; false where one could not be read. `number` counts lines.
bool answer_rows(std::istream& in, Rows rows, std::size_t& number, std::ostream& out) {
  bool all_read = true;
  std::string line;
  while (out && next_line(in, line)) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      out << render_row(rows.answer(line));
    } catch (const Error& error) {
      out << render_row_error(number, error.what());
      all_read = false;
    }
    // Who writes rows one by one gets each answer before the next.
    if (in.rdbuf()->in_avail() <= 0) out.flush();
  }
  return all_read;
}

}  // namespace

Words row_columns() {
  Words names{"count"};
  for (const JobFlag& flag : job_flags())
    if (flag.column) names.push_back(flag.key());
  return names;
}

JobEstimate estimate_job(const CardGroup& cards, const AskedJob& asked, const Question& question) {
  const Catalog& catalog = question.catalog;
  const Choices choices{&catalog, asked.host, are_joinable(*cards.gpu, catalog, question.query)};
  JobEstimate out = estimate(*cards.gpu, cards.count, asked.job, catalog.calibration(), choices);
  add_obstacles(catalog, question.query.day, out);
  return out;
}

ExitStatus estimate_rows(const std::string& path, Question& question) {
  std::istream& in = question.session.inputs.open(path);
  std::string line;
  const bool has_header = next_line(in, line);
  std::size_t number = 1;
  const bool all_read = !has_header || answer_rows(in, Rows(read_header(line, path), question),
                                                   number, question.session.out);
  if (in.bad()) throw Error(fmt::format("cannot read '{}'", printable(path)));
  if (!has_header)
    throw Error(fmt::format("'{}' is empty; its first line must be a header", printable(path)));
  return all_read ? ExitStatus::done : ExitStatus::nothing_fits;
}

}  // namespace gpupick
