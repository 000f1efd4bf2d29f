#include "software/software.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "models/task_defaults.hpp"
#include "schema/source.hpp"

namespace gpupick {
std::span<const Field> SoftwareRule::fields() {
  static constexpr auto table = sourced<SoftwareRule>({
      {"software", &SoftwareRule::software, {.required = true}},
      {"stack", &SoftwareRule::stack, {.refers_to = "stacks", .required = true}},
      {"from", &SoftwareRule::from, {.required = true}},
      {"release", &SoftwareRule::release},
      {"current", &SoftwareRule::current, {.required = true}},
      {"legacy", &SoftwareRule::legacy},
      {"legacy_until", &SoftwareRule::legacy_until},
      {"unstated", &SoftwareRule::unstated},
      {"note", &SoftwareRule::note},
  });
  return table;
}

std::span<const Field> ToolRule::fields() {
  static constexpr auto table = sourced<ToolRule, slug_id>({
      {"tool", &ToolRule::tool, {.required = true}},
      {"stack", &ToolRule::stack, {.refers_to = "stacks", .required = true}},
      {"scope", &ToolRule::scope, {.required = true}},
      {"os", &ToolRule::os, {.choices = systems, .required = true}},
      {"level", &ToolRule::level, {.choices = tool_levels, .required = true}},
      {"from", &ToolRule::from, {.required = true}},
      {"lacks", &ToolRule::lacks},
  });
  return table;
}

std::span<const Field> Tool::fields() {
  static constexpr auto table = sourced<Tool>({
      {"tasks", &Tool::tasks, {.refers_to = TaskDefaults::list}},
      {"last_release", &Tool::last_release},
      {"ended", &Tool::ended},
  });
  return table;
}

namespace {

bool is_of_versions(std::string_view entry) { return !entry.empty() && is_digit(entry.front()); }

// True if the version lies in "7.5+", "5.0-7.0" or "8.9"; nothing for other forms.
std::optional<bool> covers_version(std::string_view entry, std::string_view version) {
  const bool open = entry.ends_with('+');
  if (open) entry.remove_suffix(1);
  const std::size_t dash = std::min(open ? entry.size() : entry.find('-'), entry.size());
  const std::string_view low = entry.substr(0, dash);
  const std::string_view high = dash < entry.size() ? entry.substr(dash + 1) : low;
  const auto above = compare_versions(version, low), below = compare_versions(version, high);
  if (!above || !below || high.empty()) return {};
  return *above >= 0 && (open || *below <= 0);
}

}  // namespace

std::optional<bool> names_card(Texts entries, const Gpu& gpu) {
  bool unknown = false;
  for (const std::string_view entry : entries) {
    if (entry == "*") return true;
    if (is_of_versions(entry)) {
      if (!gpu.compute_capability)
        unknown = true;
      else if (covers_version(entry, *gpu.compute_capability) == true)
        return true;
    } else if (entry.starts_with("gfx")) {
      if (!gpu.gfx_id)
        unknown = true;
      else if (entry == *gpu.gfx_id)
        return true;
    } else if (entry == gpu.architecture) {
      return true;
    }
  }
  if (unknown) return {};
  return false;
}

const SoftwareRule* rule_on(std::span<const SoftwareRule> rules, std::string_view software,
                            Text stack, Date day) {
  const SoftwareRule* best = nullptr;
  const auto holds = [&](const SoftwareRule& rule) { return first_day(rule.from) <= day; };
  for (const SoftwareRule& rule : rules) {
    if (rule.software != software || rule.stack != stack) continue;
    const bool later = best && first_day(best->from) < first_day(rule.from);
    if (!best || (holds(*best) ? holds(rule) && later : holds(rule) || !later)) best = &rule;
  }
  return best;
}

std::optional<SupportAnswer> support_by(const SoftwareRule* rule, const Gpu& gpu) {
  if (!gpu.stack) return {};
  if (!rule) return SupportAnswer{};
  const std::optional<bool> current = names_card(rule->current, gpu);
  if (current == true) return SupportAnswer{Support::current, rule};
  const std::optional<bool> legacy = names_card(rule->legacy, gpu);
  if (!current || !legacy || names_card(rule->unstated, gpu).value_or(true)) return {};
  return SupportAnswer{*legacy ? Support::legacy : Support::none, rule};
}

std::optional<SupportAnswer> support_of(std::span<const SoftwareRule> rules, const Gpu& gpu,
                                        std::string_view software, Date day) {
  return support_by(rule_on(rules, software, gpu.stack, day), gpu);
}

std::string_view name_of(Support level) { return support_levels[static_cast<std::size_t>(level)]; }

bool is_support_range(std::string_view entry) {
  return is_of_versions(entry) ? covers_version(entry, "0").has_value() : !entry.empty();
}

std::size_t level_of(const ToolRule& rule) {
  return static_cast<std::size_t>(std::ranges::find(tool_levels, rule.level) - tool_levels.begin());
}

}  // namespace gpupick
