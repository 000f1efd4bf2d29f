// The flags that describe a job and the computer it runs in. The row of a flag has its words on the
// command line, the tasks it applies to, how its value enters the job, and the value that the job
// assumes. The table feeds the options, their help, the columns of `estimate --rows`, the note on
// flags that do not apply, and the line of assumptions. A new flag is a row, and the physics that
// uses it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "catalog/catalog.hpp"
#include "job/job.hpp"
#include "job/task.hpp"

namespace gpupick {

// The job and the computer that the flags describe.
struct AskedJob {
  Job job;
  HostMemory host;
  const Ladder* ladder = nullptr;  // steps to try if the job does not fit; null: none
};

// A value that a job assumes: a switch, a number or a word; monostate if the cards decide it.
using Assumed = std::variant<std::monostate, bool, double, std::string_view>;

// The commands that offer a flag.
enum class Offer : std::uint8_t {
  always,
  of_one_model,  // not those that try every model
  with_host      // only those for which the computer around the cards counts
};

// How the value of a flag enters a job, and which value a job assumes.
struct JobValue {
  // Stores the text given for `flag` in the job. Throws Error if it is invalid. Null for the task
  // and for flags that name a model, which the command line handles itself.
  void (*set)(AskedJob& asked, const Catalog& catalog, std::string_view flag,
              const std::string& text) = nullptr;
  // Returns the value that the job assumes, or nothing if it should not be listed.
  std::optional<Assumed> (*assumed)(const Job& job) = nullptr;
};

struct JobFlag {
  std::string_view names;      // "--batch,--users"; the name of an assumption without a flag
  std::string_view type = {};  // of the value, in the help; "" for a switch
  std::string_view help = {};  // {} is replaced by the legal words or the known names
  std::span<const std::string_view> words = {};  // legal words; empty: any
  Phrases (*known)() = nullptr;                  // names that are known, for the help
  std::size_t most = 0;                  // largest whole number, from 0 on; 0 for other values
  bool (*part_in)(Task task) = nullptr;  // whether the flag applies to the task; null: to all
  Offer offer = Offer::always;
  bool for_all_rows = false;  // no column of --rows
  JobValue value = {};

  bool is_flag() const { return names.starts_with("--"); }
  // True if the flag is a column of --rows; switches are none.
  bool is_column() const { return !type.empty() && !for_all_rows; }
  // Returns "--batch".
  constexpr std::string_view name() const { return names.substr(0, names.find(',')); }
  bool is_called(std::string_view flag) const;
  // Returns "--batch or --users".
  std::string any_name() const;
  // Returns "kv_quant", the name in JSON and of the column.
  std::string key() const;
  bool has_part_in(Task task) const;
};

// Returns the flags in the order of the help.
std::span<const JobFlag> job_flags();

// Returns the names of the flags whose values are listed as assumptions of the task, in the order
// of the list.
std::span<const std::string_view> assumed_flags(Task task);

// Returns the row of the flag with this name, which must exist.
const JobFlag& job_flag(std::string_view name);

// Throws Error if the flag has legal words and `word` is not one of them.
void check_word(const JobFlag& flag, const std::string& word);

// Returns the values that the job assumes, by key, the most important first.
std::vector<std::pair<std::string, Assumed>> assumptions(const Job& job);

}  // namespace gpupick
