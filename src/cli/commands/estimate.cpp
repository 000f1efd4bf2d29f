// Estimates one job, or the jobs of a CSV (--rows) with one line of JSON for each.
#include "estimate/estimate.hpp"

#include <fmt/format.h>

#include <istream>
#include <set>
#include <unordered_map>

#include "answer/answers.hpp"
#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/question.hpp"
#include "ranking/mix.hpp"
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

// Reads the next line without its end; false if there is none. Flushes the answers so far before it
// waits for more of the line. Throws Error if the line is too long.
bool next_line(std::istream& in, std::size_t number, std::string& line, std::ostream& out) {
  constexpr std::size_t longest = std::size_t{1} << 20U;
  line.clear();
  while (true) {
    if (in.rdbuf()->in_avail() <= 0) out.flush();
    char c = 0;
    if (!in.get(c)) break;
    if (c == '\n') return true;
    if (line.size() == longest) throw Error("line {} of --rows is longer than 1 MiB", number);
    line += c;
  }
  return !line.empty();
}

Words row_columns() {
  Words names{"count"};
  for (const JobFlag& flag : job_flags())
    if (flag.is_column()) names.push_back(flag.key());
  return names;
}

Words read_header(std::string_view line, const std::string& path) {
  Words header = cells_of(without_mark(line), separator_in(line));
  if (header == Words{""})
    throw Error("{}:1: the first line must be a header, with the column card", printable(path));
  std::set<std::string> seen;
  for (std::string& column : header) {
    column = lower_case(column);
    if (!seen.insert(column).second)
      throw Error("{}:1: duplicate column '{}'", printable(path), printable(column));
    const Words known = row_columns();
    if (column != "card" && column != "count" && !find_column(column))
      throw Error("{}:1: no column is called '{}'{}; known are card, {}", printable(path),
                  printable(column), did_you_mean(column, {known.begin(), known.end()}),
                  enumerate(known, "and"));
  }
  if (!seen.contains("card"))
    throw Error("{}:1: the header needs the column card", printable(path));
  return header;
}

// A job on one or several kinds of cards as asked, and the best way to run it.
struct BoxEstimate {
  JobEstimate result;
  WorkResult way;
};

// Estimates the job on these cards, with the obstacles besides memory. `joinable`: true if more of
// the first could share the job.
BoxEstimate estimate_job(const std::vector<CardGroup>& box, const AskedJob& asked, bool joinable,
                         const Question& question) {
  const Catalog& catalog = question.catalog;
  const CardGroup& cards = box.front();
  const Date day = question.query.day;
  if (box.size() > 1) {
    JobEstimate mixed = estimate_mixed(box, asked.job, catalog.calibration(), asked.host);
    add_obstacles(catalog, day, mixed);
    return {mixed, way_to_run(mixed, asked, catalog)};
  }
  const Choices choices{&catalog, asked.host, joinable};
  BoxEstimate out{estimate(*cards.gpu, cards.count, asked.job, catalog.calibration(), choices),
                  way_to_run(cards, asked, catalog, day)};
  add_obstacles(catalog, day, out.result);
  return out;
}

class Rows {
 public:
  // `files`: whether the rows may name models in files.
  Rows(Words header, char separator, bool files, Question& question)
      : header_(std::move(header)), separator_(separator), files_(files), question_(question) {
    for (const std::string& column : header_) flags_.push_back(find_column(column));
  }

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

  // Returns the cell. Throws Error if it names a file and may not. A row may be a stranger's, whose
  // file could be a pipe without end.
  const std::string& checked(const JobFlag& flag, const std::string& cell) const {
    const bool model = flag.is_called("--model") || flag.is_called("--draft-model");
    if (!model || !names_files(cell, question_.catalog)) return cell;
    if (cell == "-") throw Error("a row cannot read standard input; name a model");
    if (!files_)
      throw Error("'{}' is a file; rows name models of the catalog, or add `--allow-files`",
                  printable(cell));
    return cell;
  }

  const AskedJob& job(const Words& cells) {
    std::string key;  // the cells that describe the job
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (flags_[i]) key += cells[i] + '\n';
    const auto made = jobs_.find(key);
    if (made != jobs_.end()) return made->second;
    JobOptions options = question_.options.job;
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (flags_[i] && !cells[i].empty())
        options.of(*flags_[i]).text = checked(*flags_[i], cells[i]);
    const AskedJob asked = question_.jobs.make(options);
    if (jobs_.size() == most_known) jobs_.clear();
    return jobs_.emplace(std::move(key), asked).first->second;
  }

  const Words header_;
  const char separator_;
  const bool files_;
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
  while (out && next_line(in, number + 1, line, out)) {
    if (++number % between == 0) progress.show(fmt::format("{} rows ...", number));
    if (is_empty_row(line)) continue;
    try {
      out << rows.answer(line) << '\n';
    } catch (const Error& error) {
      out << to_json_line(row_of_errors(number, error.what())) << '\n';
      all_read = false;
    }
  }
  return all_read;
}

// Answers each row as it is read. A row that cannot be read gets its error as the answer and makes
// the status nothing_fits. Throws Error if the header is wrong or the file cannot be read.
ExitStatus estimate_rows(const std::string& path, bool files, Question& question) {
  std::istream& in = question.session.inputs.open(path);
  std::string line;
  const bool has_header = next_line(in, 1, line, question.session.out);
  // Rows printed to a terminal show the progress themselves.
  Session& session = question.session;
  Progress progress(session.out_is_terminal() ? nullptr : session.inputs.terminal());
  const bool all_read =
      !has_header ||
      answer_rows(in, Rows(read_header(line, path), separator_in(line), files, question),
                  session.out, progress);
  if (in.bad()) throw Error("cannot read '{}'", printable(path));
  if (!has_header) throw Error("{} is empty; its first line must be a header", quoted_path(path));
  return all_read ? ExitStatus::done : ExitStatus::nothing_fits;
}

// Returns the cheapest cards that the job fits in the asked computer, that are fast enough to be of
// use and faster than it runs already: one card, and two of a kind if they cost less.
std::vector<Ranked> cheapest_that_fit(const AskedJob& asked, const WorkResult& already,
                                      Question& question) {
  question.add_workload();
  Query query = question.query;
  query.job = asked.job;
  query.host_memory = asked.host;
  std::vector<Ranked> out;
  for (const int most : {1, 2}) {
    query.counts = {1, most};
    const Ranking ranking = rank_admitted(question.catalog, query);
    const Ranked* cheapest = nullptr;
    for (const Ranked& card : ranking.ranked)
      if (card.is_trusted() &&
          is_worth_proposing(card.work.front(), question.catalog.calibration()) &&
          !(already.is_comparable() && card.work.front().speed.value <= already.speed.value) &&
          (!cheapest || card.price->usd < cheapest->price->usd))
        cheapest = &card;
    if (cheapest && (out.empty() || cheapest->price->usd < out.front().price->usd))
      out.push_back(*cheapest);
  }
  return out;
}

class EstimateJob : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("card", name_, "CARD",
                   "a card, CARD:N for N of them, or CARD+CARD for several kinds", false);
    bind(flags, asked_.job, {Offer::of_one_model, Offer::with_host});
    flags.text("--rows", rows_, "FILE",
               fmt::format("a CSV of jobs: the column card, and any of {}; one JSON line each; - "
                           "reads standard input",
                           join(row_columns(), ", ")));
    flags.toggle("--allow-files", allow_files_,
                 "rows may name the files of models, not only models of the catalog");
    flags.toggle("--explain", explain_, "the formulas with their numbers");
    flags.exclude("--rows", "--explain");
  }

  ExitStatus run(Session& session) override {
    if (name_.empty() && rows_.empty())
      throw Error("name a card, as in `gpupick estimate rtx-4090`, or give --rows FILE");
    if (!name_.empty() && !rows_.empty()) throw Error("--rows names the cards; leave the card out");
    const Format format = session.page().format;
    if (!rows_.empty() && format != Format::text && format != Format::json)
      throw Error("--rows answers in JSON, one line for each row; leave --format out");
    Question question(asked_, session);
    if (!rows_.empty()) return estimate_rows(rows_, allow_files_, question);
    const std::vector<CardGroup> box =
        find_box(question.card_name(name_), question.catalog, question.query);
    const AskedJob asked = question.make_job();
    const bool joinable = are_joinable(*box.front().gpu, question.catalog, question.query);
    const auto& [result, way] = estimate_job(box, asked, joinable, question);
    EstimateView view{way, asked.host, {}, explain_};
    if (!result.runs_as_asked()) view.fitting = cheapest_that_fit(asked, way, question);
    session.print(answer(result, view));
    return way.how() == Runs::no ? ExitStatus::nothing_fits : ExitStatus::done;
  }

 private:
  QuestionOptions asked_;
  std::string name_, rows_;
  bool explain_ = false, allow_files_ = false;
};

}  // namespace

extern const CommandInfo estimate_command = {
    "estimate", "whether a job fits a card, how fast it runs, and what it waits for",
    "  gpupick estimate rtx-4090 --model llama-3.1-8b --quant q4_k_m --context 8k\n"
    "  gpupick estimate 3090:2 --model llama-3-70b --explain\n"
    "  gpupick estimate 3090+4090 --model llama-3.3-70b\n"
    "  gpupick estimate h100-sxm:4 --task serve --model llama-3.1-70b --users 32\n"
    "  gpupick estimate rtx-4090 --task qlora --model mistral-7b-v0.3\n"
    "  gpupick estimate 3060-12gb --task image --model sd-1.5\n"
    "  gpupick estimate 3090 --model my-model/config.json\n"
    "  gpupick estimate --rows jobs.csv",
    make_command<EstimateJob>};

}  // namespace gpupick
