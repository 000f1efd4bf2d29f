// The flags that describe a job, and the computer it runs in. One row per flag says how it is asked
// for, in which tasks it has a part, how a value enters the job, and what the job assumes of it.
// The table feeds the options, their help, the columns of `estimate --rows`, the note on flags
// without a part, and the line of assumptions. A new flag is a row, and the physics that uses it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "catalog/catalog.hpp"
#include "job/host.hpp"
#include "job/job.hpp"
#include "job/task.hpp"

namespace gpupick {

// What the flags describe.
struct AskedJob {
  Job job;
  Host host;
  const Ladder* ladder = nullptr;  // what is done where the job does not fit; null: nothing
};

// A value that a job assumes: a switch, a number or a word; nothing where the cards decide it.
using Assumed = std::variant<std::monostate, bool, double, std::string_view>;

// Which commands offer a flag.
enum class Offer : std::uint8_t {
  always,
  of_one_model,  // not where every model is tried
  with_host      // only where the computer around the cards counts
};

// Where the assumption stands in a list of them, from 1; 0 where it is not listed.
struct Places {
  std::uint8_t answers = 0, training = 0, networks = 0;
};

struct JobFlag {
  std::string_view names;      // "--batch,--users"; of an assumption without a flag its name
  std::string_view type = {};  // of its value in the help; "" for a switch
  std::string_view help = {};  // {} stands for the legal words, or those known
  std::span<const std::string_view> words = {};        // legal ones; any where empty
  std::vector<std::string_view> (*known)() = nullptr;  // what it may name, for the help
  std::size_t most = 0;                  // of a whole number from 0 on; 0 for other values
  bool (*part_in)(Task task) = nullptr;  // whether it has a part in the task; null: in all
  Offer offer = Offer::always;
  bool column = false;  // of --rows
  // Enters the value as it was typed behind `flag`. Throws Error where it is none. Null for what
  // names the model.
  void (*set)(AskedJob& asked, const Catalog& catalog, std::string_view flag,
              const std::string& text) = nullptr;
  // What the job assumes; nothing where it says nothing.
  std::optional<Assumed> (*assumed)(const Job& job) = nullptr;
  Places places = {};

  bool is_flag() const { return names.starts_with("--"); }
  // "--batch"
  std::string_view name() const { return names.substr(0, names.find(',')); }
  // "--batch or --users"
  std::string any_name() const;
  // "kv_quant", in JSON and of the column.
  std::string key() const;
  bool has_part_in(Task task) const;
};

// In the order of the help.
std::span<const JobFlag> job_flags();

// The row of the flag of this name, which there must be.
const JobFlag& job_flag(std::string_view name);

// Throws Error where the flag has legal words and this is none of them.
void check_word(const JobFlag& flag, const std::string& word);

// What the job assumes, by key, in the order of its weight.
std::vector<std::pair<std::string, Assumed>> assumptions(const Job& job);

}  // namespace gpupick
