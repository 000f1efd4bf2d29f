#include "catalog/validate.hpp"

#include <filesystem>

#include "answer/answers.hpp"
#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/text.hpp"
#include "catalog/built_in.hpp"
#include "cli/command.hpp"
#include "cli/defaults.hpp"
#include "cli/files.hpp"

namespace gpupick {
namespace {

class Validate : public Command {
 public:
  void declare(Flags& flags) override {
    flags.toggle("--strict", strict_, "warnings count as errors");
    flags.toggle("--coverage", coverage_, "print the share of known figures instead");
    flags.text("--stdin-filename", stdin_name_, "NAME",
               "what findings in standard input are said to be in (default: -)");
    flags.arguments("paths", paths_, "PATH",
                    "files, folders or - (default: --catalog, or the built-in data)");
  }

  ExitStatus run(Session& session) override {
    const bool asked = !paths_.empty();
    if (!stdin_name_.empty() && !contains(paths_, "-"))
      throw Error("--stdin-filename names the data in standard input; add `-`");
    Findings findings;
    if (session.refused_default && !contains(paths_, session.refused_default->where.file))
      findings.diagnostics.push_back(*session.refused_default);
    take_defaults(session, findings);
    findings.only_defaults = asked && paths_.empty();
    if (findings.only_defaults) {
      session.print(answer(findings));
      return findings.diagnostics.empty() ? ExitStatus::done : ExitStatus::nothing_fits;
    }
    // A whole catalog of the user is checked alone, without the built-in data.
    const bool whole = paths_.empty() && !session.global.catalog.empty();
    const Catalog context =
        whole ? Catalog(Dataset{}) : load_catalog(session.global, session.inputs, session.err);
    Dataset data = read(whole ? Words{session.global.catalog} : paths_, context, session.inputs,
                        findings.diagnostics);
    for (Diagnostic& found : validate(data, context, session.today()))
      findings.diagnostics.push_back(std::move(found));
    sort_by_place(findings.diagnostics);
    findings.cards = data.of<Gpu>().size();
    findings.prices = data.of<Observation>().size();
    const std::size_t failures =
        strict_ ? findings.diagnostics.size() : count(findings.diagnostics, Severity::error);
    if (coverage_ && failures == 0)
      print_coverage(std::move(data), session);
    else
      session.print(answer(findings));
    return failures == 0 ? ExitStatus::done : ExitStatus::nothing_fits;
  }

 private:
  // Checks the defaults files among the paths and removes them. Larger files are data.
  void take_defaults(Session& session, Findings& findings) {
    constexpr std::uintmax_t most_bytes = 65536;
    std::erase_if(paths_, [&](const std::string& path) {
      std::error_code error;
      if (!is_file(path_of(path)) || std::filesystem::file_size(path_of(path), error) > most_bytes)
        return false;
      try {
        const auto count = checked_defaults(session.inputs.read_one(path), session);
        if (count) findings.defaults.emplace_back(path, *count);
        return count.has_value();
      } catch (const RefusedDefault& refused) {
        findings.diagnostics.push_back(refused.found);
        return true;
      }
    });
  }

  Dataset read(const Words& paths, const Catalog& context, Inputs& inputs,
               std::vector<Diagnostic>& found) const {
    if (paths.empty()) return dataset_of(built_in(), "built-in data");
    std::vector<File> files;
    for (const std::string& path : paths)
      for (File& file : inputs.read(path)) {
        if (path == "-" && !stdin_name_.empty()) file.name = stdin_name_;
        files.push_back(std::move(file));
      }
    Progress progress(inputs.terminal());
    show_reading(files, progress);
    return read_data(files, found, context.gpus());
  }

  static void print_coverage(Dataset data, Session& session) {
    if (is_of_findings(session.page().format))
      throw Error("--coverage has no such form; it takes text, json, csv or markdown");
    const Catalog catalog(std::move(data));
    session.print(answer(coverage(catalog, catalog.day())));
  }

  Words paths_;
  std::string stdin_name_;
  bool strict_ = false, coverage_ = false;
};

}  // namespace

extern const CommandInfo validate_command = {
    .name = "validate",
    .help = "check data files; findings as file:line:column: severity: message [rule]",
    .examples =
        "  gpupick validate data\n"
        "  gpupick validate my-cards.json\n"
        "  cat new.json | gpupick validate - --stdin-filename new.json",
    .make = make_command<Validate>,
    .prints_findings = true};

}  // namespace gpupick
