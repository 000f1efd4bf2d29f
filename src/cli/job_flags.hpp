// Jobs from flags and from rows of CSV.
#pragma once

#include <deque>
#include <map>
#include <string>

#include "cli/inputs.hpp"
#include "estimate/card_group.hpp"
#include "job/job_flags.hpp"

namespace gpupick {

// The task that was asked, or that of the network that was named, or chat.
Task usual_task(const JobOptions& options, const Catalog& catalog);

// The id of the profile that ranks cards for such a job.
std::string_view profile_of(const JobOptions& options, const Catalog& catalog);

// "4", or "1-4". Throws Error where it is neither.
CardCounts parse_counts(const std::string& text);

// "--lora-rank and --zero have no part in chat", of flags that were given; "" where all have one.
std::string idle_flags(const JobOptions& options, Task task);

// Makes jobs, and keeps the models that are not in the catalog.
class JobMaker {
 public:
  JobMaker(const Catalog& catalog, Inputs& inputs) : catalog_(catalog), inputs_(inputs) {}

  // The job that the options describe, with the task's defaults. Throws Error where a name or a
  // number is none.
  AskedJob make(const JobOptions& options);

 private:
  const Model& sized_model(const std::string& size);
  const Model& configured_model(const std::string& name);
  const Model& language_model(Task task, const JobOptions& options);
  const Model& draft_model(const std::string& name);
  const Model& named_model(const std::string& name);

  const Catalog& catalog_;
  Inputs& inputs_;
  Arena arena_;  // of the texts of these
  std::deque<Model> own_;
  std::map<std::string, const Model*> configs_;  // by path
};

}  // namespace gpupick
