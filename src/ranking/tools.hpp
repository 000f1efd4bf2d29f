// How much of the usual software of a workload runs on a card (docs/models.md#score).
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "catalog/catalog.hpp"
#include "job/task.hpp"

namespace gpupick {

// Which of the workload's tools run on a card: `full` of `all` run without restrictions.
struct ToolCoverage {
  std::size_t full = 0, all = 0;
  // By task: the weight of the tools that run in full, of all that do the task. One that runs in
  // part counts in part if it answers questions: they need one program, training needs several.
  std::array<double, task_rows.size()> shares{};
  Phrases partly, missing;
  std::optional<Date> until;  // end of support by the maker's toolkit, if within the years of use
};

class Toolbox {
 public:
  // `os` is one of `systems`, or "" for the best of them. The years of use start on `day`. A tool
  // that is no longer developed has no weight.
  Toolbox(const Workload& workload, const Catalog& catalog, std::string_view os, Date day,
          const ScoreScale& scale);

  ToolCoverage on(const Gpu& gpu) const;

 private:
  struct LevelRule {
    const ToolRule* rule;
    std::size_t tool;  // index of the workload's tool
    std::size_t level;
  };
  // The rules for the cards of one software stack.
  struct StackRules {
    std::string_view stack;
    const SoftwareRule* toolkit;
    std::vector<LevelRule> rules;  // by tool, highest level first
  };
  double share_of_use(Date day) const;  // up to that day

  std::vector<ToolUse> tools_;
  std::vector<std::array<bool, task_rows.size()>> does_;  // whether each tool does each task
  std::vector<StackRules> stacks_;
  double partial_;     // weight of a program that answers with restrictions
  Date first_, last_;  // first and last day of use
};

}  // namespace gpupick
