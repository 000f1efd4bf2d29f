#include <exception>
#include <gpupick/gpupick.hpp>
#include <new>
#include <stdexcept>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/defaults.hpp"

namespace gpupick {
namespace {

// Throws Error if standard input is named twice. --to names standard output.
void check_standard_input(const std::vector<std::string>& args) {
  std::size_t named = 0;
  for (std::size_t i = 0; i < args.size(); ++i)
    named += (args[i] == "-" && (i == 0 || args[i - 1] != "--to")) ||
             (args[i].starts_with("--") && args[i].ends_with("=-") && args[i] != "--to=-");
  if (named > 1) throw Error("standard input (-) is named twice, and is read once; name a file");
}

ExitStatus answer(const std::vector<std::string>& args, Session& session) {
  check_standard_input(args);
  const CommandLine line = parse_command_line(args, session);
  if (!line.command) return line.status;
  if (is_of_findings(session.page().format) && !line.info->prints_findings)
    throw Error("--format {} is for the findings of validate", session.global.format);
  const ExitStatus status = line.command->run(session);
  if (!session.remark.empty()) {
    session.out.flush();
    session.err << session.remark;
  }
  return status;
}

int refuse(const std::string& why, Session& session) {
  session.err << "gpupick: error: " << why << '\n';
  return static_cast<int>(ExitStatus::refused);
}

}  // namespace

int run(const std::vector<std::string>& args, Environment& environment) {
  Session session(args, environment);
  try {
    return static_cast<int>(answer(args, session));
  } catch (const Error& error) {
    return refuse(located_in_defaults(error.what(), session), session);
  } catch (const std::bad_alloc&) {
    return refuse("there is not enough memory for this input", session);
  } catch (const std::length_error&) {
    return refuse("there is not enough memory for this input", session);
  } catch (const std::exception& error) {
    return refuse(error.what(), session);
  }
}

}  // namespace gpupick
