#include "catalog/tool.hpp"

#include <algorithm>

#include "catalog/software.hpp"
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

template <class List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

std::span<const Field<ToolRule>> ToolRule::fields() { return tool_table; }

std::size_t level_of(const ToolRule& rule) {
  return static_cast<std::size_t>(std::find(tool_levels.begin(), tool_levels.end(), rule.level) -
                                  tool_levels.begin());
}

bool speaks_of(const ToolRule& rule, const Gpu& gpu, std::string_view os) {
  return rule.stack == gpu.stack && (os.empty() || contains(rule.os, os)) &&
         names_card(rule.scope, gpu) == true;
}

}  // namespace gpupick
