#include "advice/tools.hpp"

#include <algorithm>

namespace gpupick {
namespace {

constexpr std::size_t partial = 2;  // of tool_levels

}  // namespace

Toolbox::Toolbox(const Workload& workload, const Catalog& catalog, std::string_view os, Date day,
                 const ScoreScale& scale)
    : software_(catalog.software()),
      os_(os),
      first_(day),
      last_(shifted(day, static_cast<int>(scale.years * days_per_year))),
      worth_{0, scale.experimental, scale.partial, 1} {
  for (const ToolUse& use : workload.tools) {
    Tool& tool = tools_.emplace_back(Tool{&use, {}});
    for (const ToolRule& rule : catalog.of<ToolRule>())
      if (rule.tool == use.tool) tool.rules.push_back({&rule, level_of(rule)});
    std::ranges::stable_sort(tool.rules, std::ranges::greater(), &LevelRule::level);
  }
}

double Toolbox::share_of_use(Date day) const {
  return std::clamp(1.0 * days_between(first_, day) / days_between(first_, last_), 0.0, 1.0);
}

// What stands on a toolkit that ends within the years of use runs in part at best from then on.
ToolCoverage Toolbox::on(const Gpu& gpu) const {
  ToolCoverage out;
  const auto toolkit = support_of(software_, gpu, gpu.stack.value_or(""), first_);
  if (toolkit && toolkit->level == Support::legacy && toolkit->rule->legacy_until &&
      first_day(*toolkit->rule->legacy_until) <= last_)
    out.until = toolkit->rule->legacy_until;
  const double until_then = out.until ? share_of_use(first_day(*out.until)) : 1;
  double sum = 0, runs = 0;
  for (const auto& [use, rules] : tools_) {
    std::size_t level = 0;
    const auto rule = std::ranges::find_if(
        rules, [&](const LevelRule& one) { return speaks_of(*one.rule, gpu, os_); });
    if (rule != rules.end()) level = rule->level;
    sum += use->weight;
    runs += use->weight * (until_then * worth_[level] +
                           (1 - until_then) * std::min(worth_[level], worth_[partial]));
    ++out.all;
    if (level + 1 == tool_levels.size())
      ++out.full;
    else
      (level == 0 ? out.missing : out.partly).push_back(use->tool);
  }
  if (sum > 0) out.share = runs / sum;
  return out;
}

}  // namespace gpupick
