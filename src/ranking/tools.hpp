// How much of the usual software of a kind of work runs on a card (docs/models.md#score).
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "catalog/catalog.hpp"
#include "job/task.hpp"

namespace gpupick {

// What runs of the workload's tools on a card.
struct ToolCoverage {
  std::size_t full = 0, all = 0;
  std::array<double, task_rows.size()>
      shares{};  // by task: of its tools by weight, that run as they are
  Phrases partly, missing;
  std::optional<Date> until;  // when support by the maker's toolkit ends, within the years of use
};

class Toolbox {
 public:
  // Under one of the systems, "" for the best of them, from the day on for the years of use.
  // A tool whose development has ended has no weight.
  Toolbox(const Workload& workload, const Catalog& catalog, std::string_view os, Date day,
          const ScoreScale& scale);

  ToolCoverage on(const Gpu& gpu) const;

 private:
  struct LevelRule {
    const ToolRule* rule;
    std::size_t tool;  // of the workload's
    std::size_t level;
  };
  // Of the cards of one software stack.
  struct StackRules {
    std::string_view stack;
    const SoftwareRule* toolkit;
    std::vector<LevelRule> rules;  // by tool, the highest level of each first
  };
  double share_of_use(Date day) const;  // before that day

  std::vector<ToolUse> tools_;
  std::vector<std::array<bool, task_rows.size()>> does_;  // of each tool, by task
  std::vector<StackRules> stacks_;
  Date first_, last_;  // days of use
};

}  // namespace gpupick
