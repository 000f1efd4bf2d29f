// The values of the flags, in groups that several commands share.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "answer/listing.hpp"
#include "cli/flags.hpp"
#include "job/job_flags.hpp"
#include "ranking/limits.hpp"

namespace gpupick {

struct GlobalOptions {
  std::string format = "text";
  std::string catalog;  // replaces the built-in data; "" keeps it
  Words add;            // data added to it
  std::string as_of;
  std::string color = "auto";
  bool bars = false;
  std::string config;      // file of the user's defaults; "" for the usual one
  bool no_config = false;  // ignores the user's defaults
};

// The value of a limit; its kind decides which member is used.
struct LimitOption {
  std::optional<double> amount;
  Words words;
  std::string text;
  bool on = false;
};

// One entry per row of the table of limits.
using LimitOptions = std::array<LimitOption, std::size(limit_rows)>;

struct PriceOptions {
  std::string condition = "any";
  Words price;                 // CARD=USD
  std::string prices;          // a CSV file
  std::string currency;        // EUR=1.08
  std::string region;          // "" for the US
  std::optional<double> vat;   // %
  std::string host_cost, kwh;  // amounts of money as typed; "" for the default
  std::optional<double> years, hours_per_day, utilization, pue, ram, host_gb_s;  // RAM in GiB
  bool always_on = false;
};

struct WorkOptions {
  std::string workload;  // a name or a file with a workload; "" for the usual one
  std::string prefer;    // "" for the workload's own
  Words weight;          // speed=0.6
  bool unsupported = false, boards = false;
  std::string market;  // "" for none
  std::string os;      // "" for the best
  std::string host;    // "" for the workload's own
};

struct JobOption {
  std::string text;  // as typed; "" for a switch
  bool on = false;   // a switch that was given

  bool given() const { return on || !text.empty(); }
};

// The flags of a job. Flags that were not given use the task's defaults.
class JobOptions {
 public:
  JobOptions() : options_(job_flags().size()) {}

  JobOption& of(const JobFlag& flag) { return options_[row(flag)]; }
  const JobOption& of(const JobFlag& flag) const { return options_[row(flag)]; }
  const std::string& text(std::string_view flag) const { return of(job_flag(flag)).text; }
  const JobFlag* first_given() const;
  // True if a flag that names a job was given: its task, model or size.
  bool named() const;

 private:
  static std::size_t row(const JobFlag& flag) {
    return static_cast<std::size_t>(&flag - job_flags().data());
  }

  std::vector<JobOption> options_;  // one per row of the table
};

// All flags that may be part of a question. Each command binds those that it offers.
struct QuestionOptions {
  LimitOptions limits;
  PriceOptions prices;
  WorkOptions work;
  JobOptions job;
  std::string gpus;                       // number of cards that share the job: "4", "1-4"
  std::optional<double> memory_gib = {};  // of a card of which nothing else is known
};

inline constexpr const char* global_group = "Options of every command";
inline constexpr const char* job_group = "Job (unset options use the task's default)";

void bind(Flags& flags, GlobalOptions& options);
void bind(Flags& flags, LimitOptions& options);
void bind(Flags& flags, PriceOptions& options);
// Binds --sort and --top of a list, of which people see the `usual` number.
void bind(Flags& flags, ListView& view, std::string_view usual);
void bind_use(Flags& flags, PriceOptions& options);
void bind_currency(Flags& flags, PriceOptions& options);
void bind_host(Flags& flags, WorkOptions& options);
void bind(Flags& flags, WorkOptions& options);
// Binds the flags that are always offered and those of `offers`.
void bind(Flags& flags, JobOptions& options, std::initializer_list<Offer> offers);

}  // namespace gpupick
