#include "catalog/tool.hpp"

#include <algorithm>

#include "catalog/source.hpp"

namespace gpupick {
namespace {

constexpr Field<ToolRule> tool_table[] = {
    {"id", &ToolRule::id, {.slug = true, .required = true}},
    {"tool", &ToolRule::tool, {.required = true}},
    {"stack", &ToolRule::stack, {.choices = stack_words, .required = true}},
    {"scope", &ToolRule::scope, {.required = true}},
    {"os", &ToolRule::os, {.choices = systems, .required = true}},
    {"level", &ToolRule::level, {.choices = tool_levels, .required = true}},
    {"from", &ToolRule::from, {.required = true}},
    {"lacks", &ToolRule::lacks},
    {"source", &ToolRule::source, {.refers_to = Source::list, .required = true}},
};

}  // namespace

std::span<const Field<ToolRule>> ToolRule::fields() { return tool_table; }

std::size_t level_of(const ToolRule& rule) {
  return static_cast<std::size_t>(std::find(tool_levels.begin(), tool_levels.end(), rule.level) -
                                  tool_levels.begin());
}

}  // namespace gpupick
