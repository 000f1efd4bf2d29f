#include "cli/help.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/lists.hpp"
#include "base/table.hpp"
#include "cli/options.hpp"

namespace gpupick {
namespace {

using Options = std::vector<const CLI::Option*>;

constexpr std::size_t first_column = 30, widest = 100;
constexpr std::size_t heading_width = 8, name_width = 20;  // of the short help

// Returns the app's own options. Newer versions of CLI11 add those of its parent.
Options options_of(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  const Options inherited = parent ? parent->get_options() : Options{};
  return app.get_options([&](const CLI::Option* option) { return !contains(inherited, option); });
}

// Returns the command with its parents, as "gpupick catalog diff".
std::string full_name(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return parent ? full_name(*parent) + " " + app.get_name() : app.get_name();
}

// Returns "CARD CARD...", "[PATH...]" or "CARD".
std::string argument(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const int fewest = std::max(option.get_expected_min(), 1);
  std::string out = type;
  for (int i = 1; i < fewest; ++i) out += " " + type;
  if (option.get_expected_max() > fewest) out += "...";
  return option.get_required() ? out : "[" + out + "]";
}

// Returns the option as typed, as "--top N".
std::string option_name(const CLI::Option& option) {
  if (option.get_positional()) return argument(option);
  std::string out = option.get_name(false, true);
  if (option.get_type_size() == 0) return out;
  if (!option.get_type_name().empty()) out += " " + option.get_type_name();
  const bool any_number = option.get_expected_max() >= CLI::detail::expected_max_vector_size;
  return any_number ? out + " ..." : out;
}

std::string usage(const CLI::App& app, const Options& arguments) {
  std::string out = fmt::format("Usage: {} [OPTIONS]", full_name(app));
  for (const CLI::Option* one : arguments) out += " " + argument(*one);
  return out + (app.get_subcommands({}).empty() ? "\n" : " COMMAND\n");
}

// Returns a name and its help, on two lines if the name is long.
std::string line(const std::string& name, const std::string& help, std::size_t width) {
  const std::string indented = "  " + name;
  const bool fits = indented.size() < first_column;
  const std::string prefix =
      fits ? fmt::format("{:{}}", indented, first_column) : std::string(first_column, ' ');
  return (fits ? "" : indented + "\n") + wrapped(prefix, help, width, first_column);
}

std::string section(const std::string& heading, const Options& options, std::size_t width) {
  std::string out = fmt::format("\n{}:\n", heading);
  for (const CLI::Option* option : options)
    out += line(option_name(*option), option->get_description(), width);
  return out;
}

// Returns the flags by heading, in the order in which the headings first appear.
std::string flags(const CLI::App& app, std::size_t width) {
  const std::string usual = app.get_help_ptr()->get_group();
  std::string out;
  for (const std::string& group : app.get_groups()) {
    Options options = options_of(app);
    std::erase_if(options, [&](const CLI::Option* option) {
      return !option->nonpositional() || option->get_group() != group;
    });
    if (!options.empty()) out += section(group == usual ? "Options" : group, options, width);
  }
  return out;
}

std::string global_flags(const CLI::App& app, std::size_t width) {
  const CLI::App* top = &app;
  while (top->get_parent()) top = top->get_parent();
  if (top == &app) return "";
  Options options = options_of(*top);
  std::erase_if(options,
                [](const CLI::Option* option) { return option->get_group() != global_group; });
  return section(global_group, options, width);
}

// Returns the commands below the program by group, or those below a command.
std::string commands(const CLI::App& app, std::size_t width) {
  std::string out;
  if (!app.get_parent())
    for (const CommandGroup& group : command_groups()) {
      out += fmt::format("\n{}:\n", group.heading);
      for (const CommandInfo* command : group.commands)
        out += line(command->name, command->help, width);
    }
  else if (const auto below = app.get_subcommands({}); !below.empty()) {
    out += "\nCommands:\n";
    for (const CLI::App* command : below)
      out += line(command->get_name(), command->get_description(), width);
  }
  return out;
}

// Returns the first two lines below the heading of the examples.
std::string first_examples(const std::string& footer) {
  const std::size_t from = footer.find('\n') + 1;
  return footer.substr(from, footer.find('\n', footer.find('\n', from) + 1) + 1 - from);
}

// Returns the help of a flag on one line: without its asides in brackets or behind a colon, and up
// to a comma if it is longer than `width`.
std::string shortened(const std::string& help, std::size_t width) {
  std::string out = help.substr(0, help.find_first_of("(:;"));
  while (out.size() > width) {
    const std::size_t comma = out.rfind(',');
    out.resize(comma == std::string::npos ? width : comma);
  }
  while (out.ends_with(' ') || out.ends_with(',')) out.pop_back();
  return out;
}

const CLI::Option* option_of(const CLI::App& app, const char* flag) {
  const CLI::Option* option = app.get_option_no_throw(flag);
  return option || !app.get_parent() ? option : option_of(*app.get_parent(), flag);
}

}  // namespace

Apps given_apps(CLI::App& program) {
  Apps apps{&program};
  while (!apps.back()->get_subcommands().empty())
    apps.push_back(apps.back()->get_subcommands().front());
  return apps;
}

CLI::Option* find_option(const Apps& apps, const std::string& flag) {
  for (CLI::App* app : apps)
    if (CLI::Option* option = app->get_option_no_throw(flag)) return option;
  return nullptr;
}

Words long_names(const Apps& apps) {
  Words names;
  for (const CLI::App* app : apps)
    for (const CLI::Option* option : app->get_options())
      for (const std::string& name : option->get_lnames()) add_once(names, "--" + name);
  return names;
}

std::string help_page(const CLI::App& app, std::size_t page_width) {
  const std::size_t width = std::min(page_width, widest);
  Options arguments = options_of(app);
  std::erase_if(arguments, [](const CLI::Option* option) { return !option->get_positional(); });
  return app.get_description() + "\n\n" + usage(app, arguments) +
         (arguments.empty() ? "" : section("Arguments", arguments, width)) + flags(app, width) +
         global_flags(app, width) + commands(app, width) + "\n" + app.get_footer() + "\n";
}

std::string brief_page(const CLI::App& app, std::span<const BriefGroup> groups,
                       std::size_t page_width) {
  std::string out = first_examples(app.get_footer());
  const std::size_t last = std::min(page_width, widest);
  for (const BriefGroup& group : groups)
    for (const char* flag : group.flags) {
      const CLI::Option& option = *option_of(app, flag);
      const char* heading = flag == group.flags.front() ? group.heading : "";
      const std::string name = option.get_name(false, true) + " " + option.get_type_name();
      out += fmt::format("{:{}}{:{}}{}\n", heading, heading_width, name, name_width,
                         shortened(option.get_description(), last - heading_width - name_width));
    }
  return out + fmt::format("`{} --help` explains all options.\n", full_name(app));
}

}  // namespace gpupick
