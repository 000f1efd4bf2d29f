#include "cli/ask.hpp"

#include <fmt/format.h>

#include <gpupick/gpupick.hpp>
#include <sstream>

#include "base/error.hpp"

namespace gpupick {
namespace {

std::string on_one_line(const std::string& json) {
  std::string out;
  for (std::size_t i = 0; i < json.size(); ++i)
    if (json[i] == '\n')
      i = json.find_first_not_of(' ', i + 1) - 1;
    else
      out += json[i];
  return out;
}

// Returns what a command says on the error stream, for somebody who does not type commands.
std::string without_prefixes(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("see `")) continue;
    for (const std::string_view prefix : {"gpupick: error: ", "gpupick: "})
      if (line.starts_with(prefix)) line.erase(0, prefix.size());
    out += (out.empty() ? "" : "\n") + line;
  }
  return out;
}

// Returns the answer to a question whose arguments are still text.
Reply ask(std::string_view command, std::string_view arguments) {
  try {
    const McpTool& tool = find_tool(command);
    Arena arena;
    Document document({"arguments", arguments});
    document.parse_all(arena, true);
    const auto* object = document.root().as<Node::Object>();
    if (!object) throw Error("arguments are an object, not {}", document.root().type_name());
    const auto now = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
    return ask(tool, command_pages(), *object, {}, {now});
  } catch (const Error& error) {
    return {2, "", error.what()};
  }
}

}  // namespace

Reply CommandRunner::run(const Words& args) const {
  std::istringstream nothing;
  std::ostringstream out, remarks;
  Environment environment{nothing, out, remarks, today, 0};
  environment.config = config;
  environment.paths = false;
  environment.links = links;
  const int status = gpupick::run(args, environment);
  return {status, out.str(), without_prefixes(remarks.str())};
}

Words flags_of(const GlobalOptions& global) {
  Words out;
  const auto add = [&](std::string_view flag, const std::string& value) {
    if (value == "-") throw Error("every question reads the data; name it as a file");
    if (!value.empty()) out.push_back(fmt::format("{}={}", flag, value));
  };
  add("--catalog", global.catalog);
  for (const std::string& path : global.add) add("--add", path);
  add("--as-of", global.as_of);
  add("--config", global.config);
  if (global.no_config) out.emplace_back("--no-config");
  return out;
}

Reply ask(const McpTool& tool, const std::vector<CommandPage>& pages, const Node::Object& arguments,
          const Words& flags, const CommandRunner& runner) {
  try {
    const Words question = command_line_of(tool, pages, arguments);
    Words args{"--format=json"};
    args.insert(args.end(), flags.begin(), flags.end());
    args.insert(args.end(), question.begin(), question.end());
    Reply reply = runner.run(args);
    reply.answer = reply.status == 2 ? "" : on_one_line(reply.answer);
    return reply;
  } catch (const Error& error) {
    return {2, "", error.what()};
  }
}

std::string reply_to(std::string_view command, std::string_view arguments) {
  const Reply reply = ask(command, arguments);
  Data rest = {{"status", reply.status}};
  if (!reply.remarks.empty()) rest[reply.status == 2 ? "error" : "notes"] = reply.remarks;
  std::string out = to_json_line(rest);
  out.pop_back();  // the brace
  if (!reply.answer.empty()) out += fmt::format(", \"answer\": {}", reply.answer);
  return out + "}";
}

}  // namespace gpupick
