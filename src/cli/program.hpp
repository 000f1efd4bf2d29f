// One command line: the options of all commands, and what they share. Private to cli*.cpp.
#pragma once

#include <functional>
#include <gpupick/gpupick.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/inputs.hpp"
#include "cli/job_flags.hpp"
#include "render/render.hpp"

namespace gpupick {

class Program {
 public:
  explicit Program(Environment& environment);
  int run(const std::vector<std::string>& args);

 private:
  // Exit status.
  static constexpr int done = 0, nothing_fits = 1, refused = 2;

  // Each declares a command: its flags, its examples, what it does.
  void add_recommend();
  void add_diff();
  void add_show();
  void add_list();
  void add_workloads();
  void add_estimate();
  void add_fit();
  void add_models();
  void add_validate();
  void add_catalog();
  void add_generate();
  CLI::App& command(const char* name, const char* help, const char* examples,
                    std::function<int()> body);

  // What commands do that takes more than a few lines.
  int list_cards();
  int estimate_job();
  int estimate_rows();
  int fit_models();
  int validate_paths();

  int report(const CLI::ParseError& error, const std::vector<std::string>& args);
  Page page() const;
  // Reads the data and what the flags ask of it.
  void load();
  // The same for a ranking, by a job where the flags name one.
  void load_with_job();
  // The job of the flags, with a note on those that have no part in it.
  Job asked_job(JobMaker& maker);
  // The card of this name, if it existed on the day asked.
  const Gpu& card(const std::string& name) const;
  // "CARD", "CARD:N" or "N x CARD".
  CardGroup configuration(const std::string& text) const;
  CardGroup several_of(const std::string& name, const std::string& count,
                       const std::string& text) const;
  // What may make a job fit the card.
  Choices choices(const Gpu& gpu) const;
  // With what stands in its way besides.
  JobEstimate estimated(const Gpu& gpu, double count, const Job& job) const;
  std::vector<std::string> formats_of(const Model& model, const std::string& engine) const;
  // Throws Error where this is no count of cards; `text` is what the user wrote.
  static int checked_count(const std::string& count, const std::string& text);
  // Whether several of the card can work together.
  bool are_joinable(const Gpu& gpu) const;
  // Throws Error where so many of it can't.
  void check_joinable(const CardGroup& cards) const;
  void check_header(std::vector<std::string>& header);
  // Throws Error where this is neither a figure nor price_usd.
  void check_column(const std::string& key) const;

  Environment& environment_;
  Inputs inputs_;
  CLI::App app_{"gpupick: which GPU to buy for AI work, why, and how much of that is known",
                "gpupick"};
  std::function<int()> command_;
  GlobalOptions global_;
  LimitOptions limits_;
  PriceOptions prices_;
  WorkOptions work_;
  JobOptions job_;
  RankingView view_;
  std::string why_, gpus_, name_, sort_, diff_workload_, old_, new_, rows_;
  std::vector<std::string> names_, columns_;
  bool all_ = false, outcomes_ = false, strict_ = false, coverage_ = false;
  std::optional<Catalog> catalog_;
  Query query_;
  std::optional<JobMaker> maker_;  // holds what the query's job points to
  std::deque<Workload> own_workload_;
};

}  // namespace gpupick
