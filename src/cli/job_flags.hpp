// Makes jobs from flags and from rows of CSV, and reads the files of a model on disk.
#pragma once

#include <deque>
#include <map>
#include <string>

#include "cli/inputs.hpp"
#include "estimate/card_group.hpp"
#include "job/job_flags.hpp"

namespace gpupick {

// True for files, folders and standard input. A name in the catalog is no folder, even if one of
// that name is here.
bool names_files(const std::string& name, const Catalog& catalog);

// Returns the model in a file or a folder. Throws Error if there is none that can be read.
Model read_model_files(const std::string& path, Inputs& inputs, const Catalog& catalog,
                       Arena& arena);

// Sets the task of a language model whose task is not given: that of most of the workload's work
// with such models on the day.
void take_task_of(const Workload& workload, Date day, const Catalog& catalog, JobOptions& options);

// Returns the id of the workload that ranks cards for this job.
std::string_view workload_of(const JobOptions& options, const Catalog& catalog);

// Parses "4" or "1-4". Throws Error for any other text.
CardCounts parse_counts(const std::string& text);

// Returns "--lora-rank and --zero have no part in chat" for given flags, or "" if all have a part.
std::string idle_flags(const JobOptions& options, Task task);

// Makes jobs, and keeps the models that are not in the catalog.
class JobMaker {
 public:
  JobMaker(const Catalog& catalog, Inputs& inputs) : catalog_(catalog), inputs_(inputs) {}

  // Returns the job of the options. Throws Error if a name or a number is not legal.
  AskedJob make(const JobOptions& options);

 private:
  // True if the name of a model is the path of its files.
  bool is_path(const std::string& name) const;
  Task task_of(const JobOptions& options);
  const Model& sized_model(const std::string& size);
  const Model& model_in_files(const std::string& path);
  const Model& language_model(Task task, const JobOptions& options);
  const Model& draft_model(const std::string& name);
  const Model& named_model(const std::string& name);

  const Catalog& catalog_;
  Inputs& inputs_;
  Arena arena_;  // owns the texts of these models
  std::deque<Model> own_;
  std::map<std::string, const Model*> files_;  // by path
};

}  // namespace gpupick
