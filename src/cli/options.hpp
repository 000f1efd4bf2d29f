// What the flags of a command hold, by groups that several commands share.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "advice/limits.hpp"
#include "cli/flags.hpp"

namespace gpupick {

// Flags of every command.
struct GlobalOptions {
  std::string format = "text";
  std::string catalog;  // replaces the built-in data where not empty
  Words add;            // laid over it
  std::string as_of;
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
  std::string condition = "any";
  Words price;                      // CARD=USD
  std::string prices;               // a CSV file
  std::optional<double> host_cost;  // USD
};

struct WorkOptions {
  std::string workload;  // a name, or a file with a profile; "" for the usual one
  std::string prefer = "balanced";
  Words weight;  // speed=0.6
  bool unsupported = false;
};

// A job for language models and other networks; what is empty is the task's default.
struct JobOptions {
  std::string task, model, params, quant, kv_quant, engine, attention, precision, optimizer;
  std::string context, prompt, generate, batch, accumulate, tokens, resolution, lora_rank;
  bool checkpointing = false, no_checkpointing = false;
  bool offload = false;
  std::optional<std::size_t> zero;
  std::string host_bandwidth;  // GB/s
  std::string pcie;            // GB/s, or generation x lanes

  bool operator==(const JobOptions&) const = default;
  // Whether they name a job at all.
  bool named() const { return !(task.empty() && model.empty() && params.empty()); }
};

// The flags that may shape a question; each command binds those that it offers.
struct QuestionOptions {
  LimitOptions limits;
  PriceOptions prices;
  WorkOptions work;
  JobOptions job;
  std::string gpus;  // how many cards share the job: "4", "1-4"
};

inline constexpr const char* job_group = "Job (what is not given has the default of the task)";

// Which flags of a job a command offers.
enum class JobFlags {
  usual,      // what a job is
  any_model,  // the same for every model in turn
  with_host   // also the computer around the cards
};

void bind(Flags& flags, GlobalOptions& options);
void bind(Flags& flags, LimitOptions& options);
void bind(Flags& flags, PriceOptions& options);
void bind(Flags& flags, WorkOptions& options);
void bind(Flags& flags, JobOptions& options, JobFlags which = JobFlags::usual);

}  // namespace gpupick
