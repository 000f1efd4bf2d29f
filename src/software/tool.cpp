#include "software/tool.hpp"

#include <algorithm>

#include "models/task_defaults.hpp"
#include "schema/source.hpp"

namespace gpupick {
namespace {

constexpr Field tool_table[] = {
    {"id", &ToolRule::id, {.slug = true, .required = true}},
    {"tool", &ToolRule::tool, {.required = true}},
    {"stack", &ToolRule::stack, {.refers_to = "stacks", .required = true}},
    {"scope", &ToolRule::scope, {.required = true}},
    {"os", &ToolRule::os, {.choices = systems, .required = true}},
    {"level", &ToolRule::level, {.choices = tool_levels, .required = true}},
    {"from", &ToolRule::from, {.required = true}},
    {"lacks", &ToolRule::lacks},
    {"source", &ToolRule::source, {.refers_to = Source::list, .required = true}},
};

constexpr Field tool_record_table[] = {
    {"id", &Tool::id, {.required = true}},
    {"tasks", &Tool::tasks, {.refers_to = TaskDefaults::list}},
    {"last_release", &Tool::last_release},
    {"ended", &Tool::ended},
    {"source", &Tool::source, {.refers_to = Source::list, .required = true}},
};

}  // namespace

std::span<const Field> Tool::fields() { return tool_record_table; }
std::span<const Field> ToolRule::fields() { return tool_table; }

std::size_t level_of(const ToolRule& rule) {
  return static_cast<std::size_t>(std::ranges::find(tool_levels, rule.level) - tool_levels.begin());
}

}  // namespace gpupick
