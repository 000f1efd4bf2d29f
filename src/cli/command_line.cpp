#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <utility>

#include "cli/help.hpp"
#include "cli/usage.hpp"
#include "version.hpp"

namespace gpupick {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  gpupick recommend --vram 24 --budget 2000\n"
    "  gpupick recommend --for llm-inference --budget 1500 --why rtx-4090\n"
    "  gpupick diff rtx-4090 rtx-5090\n"
    "  gpupick validate data\n\n"
    "`gpupick COMMAND --help` shows a command's flags and examples.\n"
    "Exit status: 0 done; 1 nothing fits, or the data has errors; 2 usage or unreadable "
    "input.\n";

// Puts a command on the command line; what it takes is declared when its name is read.
void add(CLI::App& parent, const CommandInfo& info, CommandLine& line) {
  CLI::App& app = *parent.add_subcommand(info.name, info.help);
  app.preparse_callback([&app, &info, &line](std::size_t) {
    app.footer(std::string("Examples:\n") + info.examples + "\n");
    for (const CommandInfo* below : info.commands) add(app, *below, line);
    if (!info.commands.empty()) app.require_subcommand(info.make ? 0 : 1, 1);
    if (!info.make) return;
    line.info = &info;
    line.outer = std::exchange(line.command, info.make());
    Flags flags(app);
    line.command->declare(flags);
  });
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& args, Session& session) {
  CommandLine line;
  CLI::App app{"gpupick: which GPU to buy for AI work, why, and how much of that is known",
               "gpupick"};
  app.set_version_flag("--version", "gpupick " + std::string(version),
                       "Display program version information and exit");
  app.set_help_flag("-h,--help", "print this help");
  app.require_subcommand(1);
  app.fallthrough();
  app.failure_message(CLI::FailureMessage::simple);
  app.footer(examples);
  app.formatter_fn([](const CLI::App* asked, const std::string&, CLI::AppFormatMode) {
    return help_page(*asked);
  });
  Flags flags(app);
  bind(flags, session.global);
  for (const CommandInfo* info : all_commands()) add(app, *info, line);
  try {
    app.parse(std::vector<std::string>(args.rbegin(), args.rend()));
    return line;
  } catch (const CLI::ParseError& error) {
    const bool answered = error.get_exit_code() == 0;
    if (answered)
      app.exit(error, session.out, session.err);
    else
      session.err << usage_error(app, error, args);
    return {nullptr, nullptr, nullptr, answered ? ExitStatus::done : ExitStatus::refused};
  }
}

}  // namespace gpupick
