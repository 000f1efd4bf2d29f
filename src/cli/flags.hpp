// The flags, bound to a CLI11 command. Private to cli*.cpp.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace gpupick {

// Flags of every command.
struct GlobalOptions {
  std::string format = "text";
  std::string catalog;           // replaces the built-in data where not empty
  std::vector<std::string> add;  // laid over it
  std::string as_of;
};

// Which cards are asked for and at which prices.
struct LimitOptions {
  std::optional<double> vram, budget, max_power, psu, max_slots, max_length;
  std::vector<std::string> vendor, stack, segment, form_factor, cooling, needs, only, exclude;
  std::string min_compute_capability, released_after;
};

struct PriceOptions {
  std::string condition = "any";
  std::vector<std::string> price;   // CARD=USD
  std::string prices;               // a CSV file
  std::optional<double> host_cost;  // USD
};

struct WorkOptions {
  std::string workload;  // a name, or a file with a profile; "" for the usual one
  std::string prefer = "balanced";
  std::vector<std::string> weight;  // speed=0.6
  bool unsupported = false;
};

// A job for language models and other networks; what is empty is the task's default.
struct JobOptions {
  std::string task, model, params, quant, kv_quant, engine, attention, precision, optimizer;
  std::string context, prompt, generate, batch, accumulate, tokens, resolution, lora_rank;
  bool checkpointing = false, no_checkpointing = false;
  bool offload = false;
  std::optional<int> zero;
  std::string host_bandwidth;  // GB/s
  std::string pcie;            // GB/s, or generation x lanes

  bool operator==(const JobOptions&) const = default;
  // Whether they name a job at all.
  bool named() const { return !(task.empty() && model.empty() && params.empty()); }
};

inline constexpr const char* job_group = "Job (what is not given has the default of the task)";

void bind(CLI::App& command, GlobalOptions& options);
void bind(CLI::App& command, LimitOptions& options);
void bind(CLI::App& command, PriceOptions& options);
void bind(CLI::App& command, WorkOptions& options);
void bind(CLI::App& command, JobOptions& options);

}  // namespace gpupick
