#include <CLI/CLI.hpp>
#include <utility>

#include "base/lists.hpp"
#include "cli/command.hpp"
#include "cli/defaults.hpp"
#include "cli/foreign_words.hpp"
#include "cli/help.hpp"
#include "version.hpp"

namespace gpupick {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  gpupick recommend --vram 24 --budget 2000\n"
    "  gpupick recommend --for llm-inference --budget 1500 --why rtx-4090\n"
    "  gpupick diff rtx-4090 rtx-5090\n"
    "  gpupick validate data\n\n"
    "`gpupick help COMMAND` shows the options and examples of a command.\n"
    "Exit status: 0 done; 1 nothing fits, or data has errors; 2 usage or bad input.\n";

constexpr const char* start =
    "gpupick recommends a GPU for AI work. Start with one of these:\n\n"
    "  gpupick recommend --vram 24 --budget 2000          which card to buy\n"
    "  gpupick estimate rtx-4090 --model llama-3.1-8b     does it fit, and how fast\n"
    "  gpupick diff rtx-4090 rtx-5090                     two cards side by side\n\n"
    "`gpupick --help` lists all commands.\n";

// Adds a command to the command line. Its flags and subcommands are declared when its name is read.
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

struct Program {
  CLI::App app{"gpupick: which GPU to buy for AI work, why, and how much of that is known",
               "gpupick"};
  CommandLine line;            // the result of parsing
  bool asked_briefly = false;  // for help, by -h

  explicit Program(Session& session) {
    app.set_version_flag("-V,--version", "gpupick " + std::string(version), "print the version");
    app.set_help_flag("-h,--help", "print this help");
    app.require_subcommand(1);
    app.fallthrough();
    app.failure_message(CLI::FailureMessage::simple);
    app.footer(examples);
    app.formatter_fn([&](const CLI::App* asked, const std::string&, CLI::AppFormatMode) {
      const std::size_t width = session.page().width;
      const bool brief = asked_briefly && line.info && !line.info->brief.empty();
      return brief ? brief_page(*asked, line.info->brief, width) : help_page(*asked, width);
    });
    session.global = {};
    Flags flags(app);
    bind(flags, session.global);
    for (const CommandInfo* info : all_commands()) add(app, *info, line);
  }

  void read(const Words& args) {
    asked_briefly = contains(args, "-h");
    app.parse(Words(args.rbegin(), args.rend()));
  }
};

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& given, Session& session) {
  if (given.empty()) {
    session.out << start;
    return {};
  }
  const Words args = with_our_command(given);
  Program program(session);
  try {
    program.read(args);
    try {
      if (const auto path = defaults_path(session)) apply_config(*path, program.app, session);
    } catch (const RefusedDefault& refused) {
      if (!program.line.info || !program.line.info->prints_findings) throw;
      session.refused_default = refused.found;
    }
    return std::move(program.line);
  } catch (const CLI::ParseError& error) {
    CLI::App& app = program.app;
    const Apps apps = given_apps(app);
    const Words ours =
        with_our_flags(with_our_command_behind_flags(args),
                       [&](const std::string& flag) { return find_option(apps, flag); });
    if (ours != args) return parse_command_line(ours, session);
    // An unknown command has no help, so --help after it is an error.
    const Words rest = app.remaining(true);
    const bool unknown = apps.back()->get_require_subcommand_min() > 0 &&
                         apps.back()->get_subcommands().empty() && !rest.empty();
    const bool answered = error.get_exit_code() == 0 && !unknown;
    if (answered)
      app.exit(error, session.out, session.err);
    else
      session.err << (unknown ? usage_error(app, CLI::ExtrasError(rest), args)
                              : usage_error(app, error, args));
    return {nullptr, nullptr, nullptr, answered ? ExitStatus::done : ExitStatus::refused};
  }
}

}  // namespace gpupick
