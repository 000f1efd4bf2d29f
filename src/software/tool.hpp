// Which tools run on which cards, and how well.
#pragma once

#include <array>
#include <string_view>

#include "cards/board.hpp"

namespace gpupick {

inline constexpr std::array<std::string_view, 4> tool_levels = {"none", "experimental", "partial",
                                                                "full"};

struct ToolRule : AnyRecord {
  static constexpr std::string_view list = "tool_rules", noun = "the tool rule",
                                    type_name = "ToolRule";
  static std::span<const Field> fields();

  std::string_view id;
  std::string_view tool;
  std::string_view stack;
  Texts scope;  // entries as in SoftwareRule: versions, gfx ids, architectures, "*"
  Texts os;     // of systems
  std::string_view level;
  Date from;
  std::string_view lacks;  // what is missing
  std::string_view source;
};

// A program or a library, and its tasks.
struct Tool : AnyRecord {
  static constexpr std::string_view list = "tools", noun = "the tool", type_name = "Tool";
  static std::span<const Field> fields();

  std::string_view id;  // its name, as in ToolRule
  Texts tasks;          // tasks that it does; empty: all of its workload
  Day last_release;
  Day ended;  // announced by its maintainers
  std::string_view source;
};

// Returns the rule's level as an index of tool_levels.
std::size_t level_of(const ToolRule& rule);

}  // namespace gpupick
