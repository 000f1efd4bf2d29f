// What the flags of a command hold, by groups that several commands share.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "cli/flags.hpp"
#include "job/job_flags.hpp"
#include "ranking/limits.hpp"

namespace gpupick {

// Flags of every command.
struct GlobalOptions {
  std::string format = "text";
  std::string catalog;  // replaces the built-in data where not empty
  Words add;            // laid over it
  std::string as_of;
  std::string color = "auto";
  std::string config;      // the file of the user's defaults; "" for the usual one
  bool no_config = false;  // without them
};

// What was given of a limit, as its kind has it.
struct LimitOption {
  std::optional<double> amount;
  Words words;
  std::string text;
};

// By row of the table of limits.
using LimitOptions = std::array<LimitOption, std::size(limit_rows)>;

struct PriceOptions {
  bool offered = false;  // by the command
  std::string condition = "any";
  Words price;                                                             // CARD=USD
  std::string prices;                                                      // a CSV file
  std::optional<double> host_cost;                                         // USD
  std::optional<double> years, hours_per_day, utilization, kwh, pue, ram;  // of use; GiB
  bool always_on = false;
};

struct WorkOptions {
  std::string workload;  // a name, or a file with a profile; "" for the usual one
  std::string prefer;    // "" for the workload's own
  Words weight;          // speed=0.6
  bool unsupported = false, boards = false;
  std::string market;  // "" for none
  std::string os;      // "" for the best
  std::string host;    // "" for the workload's own
};

// What was given of a flag of a job.
struct JobOption {
  std::string text;  // as it was typed; "" of a switch
  bool on = false;   // of a switch

  bool given() const { return on || !text.empty(); }
};

// A job for language models and other networks; what is not given has the task's default.
class JobOptions {
 public:
  JobOptions() : options_(job_flags().size()) {}

  JobOption& of(const JobFlag& flag) { return options_[row(flag)]; }
  const JobOption& of(const JobFlag& flag) const { return options_[row(flag)]; }
  // What was typed for the flag of this name.
  const std::string& text(std::string_view flag) const { return of(job_flag(flag)).text; }
  // The first flag that was given; null for none.
  const JobFlag* first_given() const;
  // Whether one was given that names a job.
  bool named() const;

 private:
  static std::size_t row(const JobFlag& flag) {
    return static_cast<std::size_t>(&flag - job_flags().data());
  }

  std::vector<JobOption> options_;  // by row of the table
};

// The flags that may shape a question; each command binds those that it offers.
struct QuestionOptions {
  LimitOptions limits;
  PriceOptions prices;
  WorkOptions work;
  JobOptions job;
  std::string gpus;  // how many cards share the job: "4", "1-4"
};

inline constexpr const char* global_group = "Options of every command";
inline constexpr const char* job_group = "Job (unset options use the task's default)";

void bind(Flags& flags, GlobalOptions& options);
void bind(Flags& flags, LimitOptions& options);
void bind(Flags& flags, PriceOptions& options);
void bind_use(Flags& flags, PriceOptions& options);
void bind(Flags& flags, WorkOptions& options);
// Those that are offered always, or in these cases.
void bind(Flags& flags, JobOptions& options, std::initializer_list<Offer> offers);

}  // namespace gpupick
