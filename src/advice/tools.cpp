#include "advice/tools.hpp"

#include <algorithm>

namespace gpupick {
namespace {

constexpr std::size_t partial = 2;  // of tool_levels

}  // namespace

Toolbox::Toolbox(const Workload& workload, const Catalog& catalog, std::string_view os, Date day,
                 const ScoreScale& scale)
    : tools_(workload.tools),
      first_(day),
      last_(shifted(day, static_cast<int>(scale.years * days_per_year))),
      worth_{0, scale.experimental, scale.partial, 1} {
  for (const std::string_view stack : stack_words)
    stacks_.push_back({stack, rule_on(catalog.software(), stack, stack, day), {}});
  for (const ToolRule& rule : catalog.of<ToolRule>()) {
    if (!os.empty() && std::ranges::find(rule.os, os) == rule.os.end()) continue;
    const auto tool =
        std::ranges::find_if(tools_, [&](const ToolUse& use) { return same(use.tool, rule.tool); });
    const auto stack = std::ranges::find_if(
        stacks_, [&](const StackRules& one) { return same(one.stack, rule.stack); });
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
  return std::clamp(1.0 * days_between(first_, day) / days_between(first_, last_), 0.0, 1.0);
}

// What stands on a toolkit that ends within the years of use runs in part at best from then on.
ToolCoverage Toolbox::on(const Gpu& gpu) const {
  static const StackRules none{"", nullptr, {}};
  const auto found = std::ranges::find(stacks_, gpu.stack.value_or(""), &StackRules::stack);
  const StackRules& stack = found == stacks_.end() ? none : *found;
  const NamedCard card = gpu;
  ToolCoverage out;
  const auto toolkit = support_by(stack.toolkit, card);
  if (toolkit && toolkit->level == Support::legacy && toolkit->rule->legacy_until &&
      first_day(*toolkit->rule->legacy_until) <= last_)
    out.until = toolkit->rule->legacy_until;
  const double until_then = out.until ? share_of_use(first_day(*out.until)) : 1;
  double sum = 0, runs = 0;
  auto rule = stack.rules.begin();
  for (std::size_t i = 0; i < tools_.size(); ++i) {
    const ToolUse& use = tools_[i];
    std::size_t level = 0;
    for (; rule != stack.rules.end() && rule->tool == i; ++rule)
      if (level == 0 && names_card(rule->rule->scope, card) == true) level = rule->level;
    sum += use.weight;
    runs += use.weight * (until_then * worth_[level] +
                          (1 - until_then) * std::min(worth_[level], worth_[partial]));
    ++out.all;
    if (level + 1 == tool_levels.size())
      ++out.full;
    else
      (level == 0 ? out.missing : out.partly).push_back(use.tool);
  }
  if (sum > 0) out.share = runs / sum;
  return out;
}

}  // namespace gpupick
