#include "cli/usage.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/text.hpp"

namespace gpupick {
namespace {

// The program and the commands that were given, outermost first.
std::vector<const CLI::App*> given_apps(const CLI::App& app) {
  std::vector<const CLI::App*> apps{&app};
  while (!apps.back()->get_subcommands().empty())
    apps.push_back(apps.back()->get_subcommands().front());
  return apps;
}

// Each once; newer CLI11 names an outer app's flags with the inner one's too.
std::vector<std::string> flags_of(const std::vector<const CLI::App*>& apps) {
  std::vector<std::string> names;
  for (const CLI::App* app : apps)
    for (const CLI::Option* option : app->get_options())
      for (const std::string& name : option->get_lnames())
        if (std::find(names.begin(), names.end(), "--" + name) == names.end())
          names.push_back("--" + name);
  return names;
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::string flag_of(const std::string& arg) { return arg.substr(0, arg.find('=')); }

}  // namespace

std::string usage_error(const CLI::App& app, const CLI::ParseError& error,
                        const std::vector<std::string>& args) {
  const std::vector<const CLI::App*> apps = given_apps(app);
  const std::vector<std::string> flags = flags_of(apps), commands = commands_of(*apps.back());
  std::string name, message = printable(error.what(), 1000), hint;
  for (const CLI::App* one : apps) name += (name.empty() ? "" : " ") + one->get_name();
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) {
    const auto unknown = std::find_if(args.begin(), args.end(), [&](const std::string& arg) {
      return arg.starts_with("--") &&
             std::find(flags.begin(), flags.end(), flag_of(arg)) == flags.end();
    });
    const bool flag = unknown != args.end();
    const std::string given = flag ? flag_of(*unknown) : args.empty() ? "" : args.back();
    message = fmt::format("'{}' was not expected", printable(given));
    hint = did_you_mean(given, flag ? flags : commands);
  } else if (dynamic_cast<const CLI::RequiredError*>(&error) && !commands.empty()) {
    const bool other =
        !args.empty() && !args.back().starts_with("-") && args.back() != apps.back()->get_name();
    message = other ? fmt::format("no command is called '{}'", printable(args.back()))
                    : fmt::format("a command is needed: {}", enumerate(commands));
    hint = other ? did_you_mean(args.back(), commands) : "";
  } else if (message.ends_with('.')) {
    message.pop_back();
  }
  return fmt::format("gpupick: error: {}{}\nsee `{} --help`\n", message, hint, name);
}

}  // namespace gpupick
