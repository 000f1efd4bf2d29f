#include "cli/program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/usage.hpp"
#include "version.hpp"

namespace gpupick {
namespace {

// Prices older than this on the day of asking earn a warning.
constexpr int stale_days = 90;

}  // namespace

Program::Program(Environment& environment) : environment_(environment), inputs_(environment.in) {
  app_.set_version_flag("--version", "gpupick " + std::string(version));
  app_.set_help_flag("-h,--help", "print this help");
  app_.require_subcommand(1);
  app_.fallthrough();
  app_.failure_message(CLI::FailureMessage::simple);
  app_.footer(
      "Examples:\n"
      "  gpupick recommend --vram 24 --budget 2000\n"
      "  gpupick recommend --for llm-inference --budget 1500 --why rtx-4090\n"
      "  gpupick diff rtx-4090 rtx-5090\n"
      "  gpupick validate data\n\n"
      "`gpupick COMMAND --help` shows a command's flags and examples.\n"
      "Exit status: 0 done; 1 nothing fits, or the data has errors; 2 usage or unreadable "
      "input.\n");
  bind(app_, global_);
  add_recommend();
  add_diff();
  add_show();
  add_list();
  add_workloads();
  add_validate();
  add_estimate();
  add_fit();
  add_models();
  add_catalog();
  add_generate();
}

int Program::run(const std::vector<std::string>& args) {
  try {
    std::vector<std::string> reversed(args.rbegin(), args.rend());
    app_.parse(reversed);
    const bool for_findings = global_.format == "github" || global_.format == "sarif";
    if (for_findings && !app_.got_subcommand("validate"))
      throw Error(fmt::format("--format {} is for the findings of validate", global_.format));
    return command_();
  } catch (const CLI::ParseError& error) {
    return report(error, args);
  } catch (const Error& error) {
    environment_.err << "gpupick: error: " << error.what() << '\n';
    return refused;
  }
}

int Program::report(const CLI::ParseError& error, const std::vector<std::string>& args) {
  if (error.get_exit_code() == 0) return app_.exit(error, environment_.out, environment_.err);
  environment_.err << usage_error(app_, error, args);
  return refused;
}

Page Program::page() const {
  static constexpr std::pair<std::string_view, Format> formats[] = {
      {"text", Format::text},         {"json", Format::json},     {"csv", Format::csv},
      {"markdown", Format::markdown}, {"github", Format::github}, {"sarif", Format::sarif}};
  Page page;
  for (const auto& [name, format] : formats)
    if (name == global_.format) page.format = format;
  page.width = std::max<std::size_t>(environment_.width, 40);
  page.colour = environment_.colour && page.format == Format::text;
  return page;
}

const Gpu& Program::card(const std::string& name) const {
  const Gpu& gpu = catalog_->find_gpu(name);
  require_existence(gpu, query_.day);
  return gpu;
}

void Program::load() {
  catalog_.emplace(load_catalog(global_, inputs_, environment_.err));
  if (job_.named()) job_.task = usual_task(job_, *catalog_);
  if (work_.workload.empty())
    work_.workload = job_.named() ? profile_of(job_, *catalog_) : "general";
  query_ = make_query(*catalog_, global_, limits_, prices_, work_, inputs_, own_workload_,
                      environment_.err);
  const auto newest = catalog_->newest_observation();
  const std::chrono::year_month_day now = environment_.today;
  const Date today{static_cast<int>(now.year()),
                   static_cast<int>(static_cast<unsigned>(now.month())),
                   static_cast<int>(static_cast<unsigned>(now.day()))};
  if (global_.as_of.empty() && newest && days_between(*newest, today) > stale_days)
    environment_.err << fmt::format(
        "gpupick: warning: the newest price is of {}; give today's with --price CARD=USD or "
        "--prices FILE\n",
        iso(*newest));
}

void Program::load_with_job() {
  if (!job_.named()) {
    if (job_ != JobOptions{} || !gpus_.empty())
      throw Error(fmt::format("{}; name a job, as in --model llama-3.1-8b",
                              gpus_.empty() ? "flags such as --context are about a job"
                                            : "--gpus is about a job that cards share"));
    return load();
  }
  load();
  maker_.emplace(*catalog_, inputs_);
  query_.job = asked_job(*maker_);
  if (!gpus_.empty()) query_.counts = parse_counts(gpus_);
}

Job Program::asked_job(JobMaker& maker) {
  Job job = maker.make(job_);
  if (const std::string idle = idle_flags(job_); !idle.empty())
    environment_.err << "gpupick: note: " << idle << '\n';
  return job;
}

CLI::App& Program::command(const char* name, const char* help, const char* examples,
                           std::function<int()> body) {
  CLI::App& command = *app_.add_subcommand(name, help);
  command.footer(std::string("Examples:\n") + examples + "\n");
  command.callback([this, body = std::move(body)] { command_ = body; });
  return command;
}

int run(const std::vector<std::string>& args, Environment& environment) {
  return Program(environment).run(args);
}

}  // namespace gpupick
