#include "cli/help.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/table.hpp"
#include "cli/options.hpp"

namespace gpupick {
namespace {

using Options = std::vector<const CLI::Option*>;

constexpr std::size_t first_column = 30, widest = 100;

// Returns the app's own options. Newer versions of CLI11 add those of its parent.
Options options_of(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  const Options inherited = parent ? parent->get_options() : Options{};
  return app.get_options([&](const CLI::Option* option) {
    return std::find(inherited.begin(), inherited.end(), option) == inherited.end();
  });
}

bool takes_any_number(const CLI::Option& option) {
  return option.get_expected_max() >= CLI::detail::expected_max_vector_size;
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
  return takes_any_number(option) ? out + " ..." : out;
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

// Returns the flags of every command, for the page of one command.
std::string global_flags(const CLI::App& app, std::size_t width) {
  const CLI::App* top = &app;
  while (top->get_parent()) top = top->get_parent();
  if (top == &app) return "";
  Options options = options_of(*top);
  std::erase_if(options,
                [](const CLI::Option* option) { return option->get_group() != global_group; });
  return section(global_group, options, width);
}

std::string commands(const CLI::App& app, std::size_t width) {
  std::string out;
  for (const CLI::App* command : app.get_subcommands({}))
    out += line(command->get_name(), command->get_description(), width);
  return out.empty() ? "" : "\nCommands:\n" + out;
}

}  // namespace

std::string help_page(const CLI::App& app, std::size_t page_width) {
  const std::size_t width = std::min(page_width, widest);
  Options arguments = options_of(app);
  std::erase_if(arguments, [](const CLI::Option* option) { return !option->get_positional(); });
  return app.get_description() + "\n\n" + usage(app, arguments) +
         (arguments.empty() ? "" : section("Arguments", arguments, width)) + flags(app, width) +
         global_flags(app, width) + commands(app, width) + "\n" + app.get_footer() + "\n";
}

}  // namespace gpupick
