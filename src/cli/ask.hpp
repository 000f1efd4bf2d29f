// Questions that another program asks: a tool with its arguments in JSON. `gpupick mcp` and the
// library answer them by running the tool's command, as if somebody had typed it.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "cli/mcp_tools.hpp"
#include "cli/options.hpp"

namespace gpupick {

// The output of a run: its answer, and its error stream without prefixes.
struct Reply {
  int status = 0;  // see gpupick::run
  std::string answer, remarks;
};

// Runs a command line in the process. It has no terminal, cannot use `here`, and reads no files of
// models or workloads.
struct CommandRunner {
  std::chrono::year_month_day today;
  std::string config = {};  // file of the user's defaults; "" for none
  std::vector<std::pair<std::string, std::string>> links = {};  // see Environment

  Reply run(const Words& args) const;
};

// Returns the flags of every command as they were given, except those of the output. Throws Error
// if one names standard input, which only one question could read.
Words flags_of(const GlobalOptions& global);

// Returns the answer of a tool as JSON on one line. If the question is refused, the status is 2,
// there is no answer, and the remarks give the reason.
Reply ask(const McpTool& tool, const std::vector<CommandPage>& pages, const Node::Object& arguments,
          const Words& flags, const CommandRunner& runner);

// Returns the reply to a question in JSON, as include/gpupick/ask.h describes it.
std::string reply_to(std::string_view command, std::string_view arguments);

}  // namespace gpupick
