#include "ranking/tools.hpp"

#include <algorithm>

#include "base/lists.hpp"

namespace gpupick {
namespace {

bool is_maintained(const Tool* tool, Date day, const ScoreScale& scale) {
  if (!tool) return true;
  if (tool->ended && first_day(*tool->ended) <= day) return false;
  return !tool->last_release || days_between(last_day(*tool->last_release), day) <= scale.tool_days;
}

bool does(const Tool* tool, std::string_view task) {
  return !tool || tool->tasks.empty() || contains(tool->tasks, task);
}

}  // namespace

Toolbox::Toolbox(const Workload& workload, const Catalog& catalog, std::string_view os, Date day,
                 const ScoreScale& scale)
    : partial_(scale.partial_tool),
      first_(day),
      last_(shifted(day, static_cast<int>(scale.years * days_per_year))) {
  for (const ToolUse& use : workload.tools) {
    const Tool* tool = catalog.find<Tool>(use.tool);
    if (!is_maintained(tool, day, scale)) continue;
    tools_.push_back(use);
    std::array<bool, task_rows.size()>& does_task = does_.emplace_back();
    for (const TaskRow& row : task_rows)
      does_task[static_cast<std::size_t>(row.task)] = does(tool, row.name);
  }
  for (const SoftwareStack& stack : catalog.of<SoftwareStack>())
    stacks_.push_back({stack.id, rule_on(catalog.software(), stack.id, stack.id, day), {}});
  for (const ToolRule& rule : catalog.of<ToolRule>()) {
    if (!os.empty() && !contains(rule.os, os)) continue;
    const auto tool = std::ranges::find(tools_, rule.tool, &ToolUse::tool);
    const auto stack = std::ranges::find(stacks_, rule.stack, &StackRules::stack);
    if (tool == tools_.end() || stack == stacks_.end()) continue;
    stack->rules.push_back(
        {&rule, static_cast<std::size_t>(tool - tools_.begin()), level_of(rule)});
  }
  for (StackRules& stack : stacks_)
    std::ranges::stable_sort(stack.rules, [](const LevelRule& a, const LevelRule& b) {
      return a.tool != b.tool ? a.tool < b.tool : a.level > b.level;
    });
}

double Toolbox::share_of_use(Date day) const {
  if (first_ == last_) return 1;
  return std::clamp(1.0 * days_between(first_, day) / days_between(first_, last_), 0.0, 1.0);
}

// A tool counts only until the maker's toolkit ends support for the card.
ToolCoverage Toolbox::on(const Gpu& gpu) const {
  static const StackRules none{"", nullptr, {}};
  const auto found = std::ranges::find(stacks_, gpu.stack.value_or(""), &StackRules::stack);
  const StackRules& stack = found == stacks_.end() ? none : *found;
  ToolCoverage out;
  const auto toolkit = support_by(stack.toolkit, gpu);
  if (toolkit && toolkit->level == Support::legacy && toolkit->rule->legacy_until &&
      first_day(*toolkit->rule->legacy_until) <= last_)
    out.until = toolkit->rule->legacy_until;
  const double until_then = out.until ? share_of_use(first_day(*out.until)) : 1;
  std::array<double, task_rows.size()> all{}, full{};  // weights of tools, by task
  auto rule = stack.rules.begin();
  for (std::size_t i = 0; i < tools_.size(); ++i) {
    const ToolUse& use = tools_[i];
    std::size_t level = 0;
    for (; rule != stack.rules.end() && rule->tool == i; ++rule)
      if (level == 0 && names_card(rule->rule->scope, gpu) == true) level = rule->level;
    const bool runs = level + 1 == tool_levels.size();
    const bool runs_partly = tool_levels[level] == "partial";
    for (std::size_t task = 0; task < task_rows.size(); ++task) {
      if (!does_[i][task]) continue;
      const bool answers = runs_partly && is_inference(task_rows[task].task);
      all[task] += use.weight;
      full[task] += (runs ? 1 : answers ? partial_ : 0) * use.weight * until_then;
    }
    ++out.all;
    if (runs)
      ++out.full;
    else
      (level == 0 ? out.missing : out.partly).push_back(use.tool);
  }
  for (std::size_t task = 0; task < task_rows.size(); ++task)
    out.shares[task] = all[task] > 0 ? full[task] / all[task] : 1;
  return out;
}

}  // namespace gpupick
