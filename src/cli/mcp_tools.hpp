// The tools of `gpupick mcp`: questions that an assistant or another program may ask. Each is a
// command with some of its flags. No flag whose value is the path of a file is among them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answer/data.hpp"
#include "cli/pages.hpp"
#include "schema/document.hpp"

namespace gpupick {

struct McpTool {
  std::string_view name;  // of the command and of its answer too
  std::string_view title;
  std::string_view help;  // what it answers, and when to use it
  // Names of arguments and flags, without dashes, between spaces.
  std::array<std::string_view, 4> words;
  std::optional<double> top = {};  // what --top is unless it is given
  std::string_view always = {};    // a flag of every question
};

std::span<const McpTool> mcp_tools();

// Returns the tool with this name. Throws Error, which names the others, if there is none.
const McpTool& find_tool(std::string_view name);

// An argument of a tool: the flag or argument of its command, under a name without dashes.
struct ToolArgument {
  std::string name;  // "kv_quant"
  FlagRow flag;
};

std::vector<ToolArgument> arguments_of(const McpTool& tool, const std::vector<CommandPage>& pages);

// Returns the tool as tools/list describes it, with the schemas of its arguments and its answer.
Data description_of(const McpTool& tool, const std::vector<CommandPage>& pages);

// Returns the command line of a question. Throws Error if a name or a value is wrong.
Words command_line_of(const McpTool& tool, const std::vector<CommandPage>& pages,
                      const Node::Object& given);

}  // namespace gpupick
