#include "advice/tools.hpp"

namespace gpupick {

Toolbox::Toolbox(const Workload& workload, const Catalog& catalog, std::string_view os,
                 const ScoreScale& scale)
    : os_(os), worth_{0, scale.experimental, scale.partial, 1} {
  for (const ToolUse& use : workload.tools) {
    Tool& tool = tools_.emplace_back(Tool{&use, {}});
    for (const ToolRule& rule : catalog.of<ToolRule>())
      if (rule.tool == use.tool) tool.rules.push_back(&rule);
  }
}

ToolCoverage Toolbox::on(const Gpu& gpu) const {
  ToolCoverage out;
  double sum = 0, runs = 0;
  for (const auto& [use, rules] : tools_) {
    std::size_t level = 0;
    for (const ToolRule* rule : rules)
      if (const auto found = level_on(*rule, gpu, os_)) level = std::max(level, *found);
    sum += use->weight;
    runs += use->weight * worth_[level];
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
