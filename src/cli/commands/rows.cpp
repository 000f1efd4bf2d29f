#include "cli/commands/rows.hpp"

#include <fmt/format.h>

#include <istream>
#include <set>
#include <unordered_map>

#include "answer/answers.hpp"
#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/text.hpp"
#include "estimate/estimate.hpp"
#include "schema/csv.hpp"

namespace gpupick {
namespace {

// Returns the flag whose value the column has, or null if there is no such column.
const JobFlag* find_column(std::string_view name) {
  for (const JobFlag& flag : job_flags())
    if (flag.is_column() &&
        (flag.key() == name || contains(split(flag.names, ","), "--" + std::string(name))))
      return &flag;
  return nullptr;
}

// Reads the next line without its end; false if there is none. Throws Error if it is too long.
bool next_line(std::istream& in, std::size_t number, std::string& line) {
  constexpr std::size_t longest = std::size_t{1} << 20U;
  line.clear();
  for (char c = 0; in.get(c);) {
    if (c == '\n') return true;
    if (line.size() == longest) throw Error("line {} of --rows is longer than 1 MiB", number);
    line += c;
  }
  return !line.empty();
}

Words read_header(std::string line, const std::string& path) {
  if (line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
  Words header = cells_of(line, separator_in(line));
  if (header == Words{""})
    throw Error("{}:1: the first line must be a header, with the column card", printable(path));
  std::set<std::string> seen;
  for (std::string& column : header) {
    column = lower_case(column);
    if (!seen.insert(column).second)
      throw Error("{}:1: duplicate column '{}'", printable(path), printable(column));
    if (column != "card" && column != "count" && !find_column(column))
      throw Error("{}:1: no column is called '{}'; known are card, {}", printable(path),
                  printable(column), enumerate(row_columns(), "and"));
  }
  if (!seen.contains("card"))
    throw Error("{}:1: the header needs the column card", printable(path));
  return header;
}

class Rows {
 public:
  Rows(Words header, char separator, Question& question)
      : header_(std::move(header)), separator_(separator), question_(question) {
    for (const std::string& column : header_) flags_.push_back(find_column(column));
  }

  // Returns the row's answer in JSON. Throws Error if the row is wrong.
  std::string answer(const std::string& line) {
    const Words cells = cells_of(line, separator_);
    if (cells.size() > header_.size())
      throw Error("{} cells, but the header names {}", cells.size(), header_.size());
    std::string name, count;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (header_[i] == "card") name = cells[i];
      if (header_[i] == "count") count = cells[i];
    }
    const auto& [box, joinable] = cards_of(name, count);
    const auto& [result, way] = estimate_job(box, job(cells), joinable, question_);
    return to_json_line(row_of_answers(result, way));
  }

 private:
  struct KnownCards {
    std::vector<CardGroup> box;
    bool joinable = false;
  };

  // Limit on the cards and jobs that are cached for repeated rows.
  static constexpr std::size_t most_known = 10000;

  KnownCards cards_of(const std::string& name, const std::string& count) {
    if (name.empty()) throw Error("the row names no card");
    auto known = known_.find(name);
    if (known == known_.end()) {
      const std::vector<CardGroup> box = find_box(name, question_.catalog, question_.query);
      const bool joinable = are_joinable(*box.front().gpu, question_.catalog, question_.query);
      if (known_.size() == most_known) known_.clear();
      known = known_.emplace(name, KnownCards{box, joinable}).first;
    }
    KnownCards found = known->second;
    if (count.empty()) return found;
    CardGroup& cards = found.box.front();
    const int asked = parse_card_count(count, count);
    if (found.box.size() > 1 || (cards.count > 1 && cards.count != asked))
      throw Error("the card '{}' and the count {} differ; give one of them", printable(name),
                  asked);
    cards.count = asked;
    if (!found.joinable) check_joinable(cards, question_.catalog, question_.query);
    return found;
  }

  const AskedJob& job(const Words& cells) {
    std::string key;  // the cells that describe the job
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (flags_[i]) key += cells[i] + '\n';
    const auto made = jobs_.find(key);
    if (made != jobs_.end()) return made->second;
    JobOptions options = question_.options.job;
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (flags_[i] && !cells[i].empty()) options.of(*flags_[i]).text = cells[i];
    const AskedJob asked = question_.jobs.make(options);
    if (jobs_.size() == most_known) jobs_.clear();
    return jobs_.emplace(std::move(key), asked).first->second;
  }

  const Words header_;
  const char separator_;
  std::vector<const JobFlag*> flags_;  // by column; null for card and count
  Question& question_;
  std::unordered_map<std::string, KnownCards> known_;  // by name
  std::unordered_map<std::string, AskedJob> jobs_;     // by their cells
};

// Answers the rows after the header. Returns false if one could not be read.
bool answer_rows(std::istream& in, Rows rows, std::ostream& out, Progress& progress) {
  constexpr std::size_t between = 100000;  // rows between updates, about a second
  std::size_t number = 1;                  // of the line
  bool all_read = true;
  std::string line;
  while (out && next_line(in, number + 1, line)) {
    if (++number % between == 0) progress.show(fmt::format("{} rows ...", number));
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      out << rows.answer(line);
    } catch (const Error& error) {
      out << to_json_line(row_of_errors(number, error.what()));
      all_read = false;
    }
    // Flush when no input is buffered, for interactive use.
    if (in.rdbuf()->in_avail() <= 0) out.flush();
  }
  return all_read;
}

}  // namespace

Words row_columns() {
  Words names{"count"};
  for (const JobFlag& flag : job_flags())
    if (flag.is_column()) names.push_back(flag.key());
  return names;
}

BoxEstimate estimate_job(const std::vector<CardGroup>& box, const AskedJob& asked, bool joinable,
                         const Question& question) {
  const Catalog& catalog = question.catalog;
  const CardGroup& cards = box.front();
  if (box.size() > 1) {
    const JobEstimate mixed = estimate_mixed(box, asked.job, catalog.calibration(), asked.host);
    return {mixed, way_to_run(mixed, asked, catalog)};
  }
  const Choices choices{&catalog, asked.host, joinable};
  BoxEstimate out{estimate(*cards.gpu, cards.count, asked.job, catalog.calibration(), choices),
                  way_to_run(cards, asked, catalog)};
  add_obstacles(catalog, question.query.day, out.result);
  return out;
}

ExitStatus estimate_rows(const std::string& path, Question& question) {
  std::istream& in = question.session.inputs.open(path);
  std::string line;
  const bool has_header = next_line(in, 1, line);
  // Rows printed to a terminal show the progress themselves.
  Session& session = question.session;
  Progress progress(session.out_is_terminal() ? nullptr : session.inputs.terminal());
  const bool all_read =
      !has_header || answer_rows(in, Rows(read_header(line, path), separator_in(line), question),
                                 session.out, progress);
  if (in.bad()) throw Error("cannot read '{}'", printable(path));
  if (!has_header) throw Error("'{}' is empty; its first line must be a header", printable(path));
  return all_read ? ExitStatus::done : ExitStatus::nothing_fits;
}

}  // namespace gpupick
