#include "catalog/validate.hpp"

#include "base/error.hpp"
#include "catalog/embedded.hpp"
#include "cli/command.hpp"

namespace gpupick {
namespace {

class Validate : public Command {
 public:
  void declare(Flags& flags) override {
    flags.toggle("--strict", strict_, "warnings count as errors");
    flags.toggle("--coverage", coverage_, "print the share of figures that is known instead");
    flags.arguments("paths", paths_, "PATH", "files, folders or - (default: the built-in data)");
  }

  ExitStatus run(Session& session) override {
    const std::vector<File> files = read_files(session.inputs);
    const Findings findings = find(files, session);
    const std::size_t failures =
        strict_ ? findings.diagnostics.size() : count(findings.diagnostics, Severity::error);
    if (coverage_ && failures == 0) {
      session.out << coverage_of(files, session.page());
      return ExitStatus::done;
    }
    session.out << render(findings, session.page());
    return failures == 0 ? ExitStatus::done : ExitStatus::nothing_fits;
  }

 private:
  std::vector<File> read_files(Inputs& inputs) const {
    if (paths_.empty()) return embedded_files();
    std::vector<File> files;
    for (const std::string& path : paths_)
      for (File& file : inputs.read(path)) files.push_back(std::move(file));
    return files;
  }

  static Findings find(const std::vector<File>& files, Session& session) {
    Findings findings;
    const Dataset data = read_data(files, findings.diagnostics);
    const Catalog context = load_catalog(session.global, session.inputs, session.err);
    for (Diagnostic& found : validate(data, context))
      findings.diagnostics.push_back(std::move(found));
    sort_by_place(findings.diagnostics);
    findings.cards = data.gpus.size();
    findings.prices = data.prices.size();
    return findings;
  }

  static std::string coverage_of(const std::vector<File>& files, const Page& page) {
    if (page.format == Format::github || page.format == Format::sarif)
      throw Error("--coverage has no such form; it takes text, json, csv or markdown");
    std::vector<Diagnostic> known;
    const Catalog catalog(read_data(files, known));
    return render(coverage(catalog, catalog.newest_observation().value_or(Date{9999, 12, 31})),
                  page);
  }

  Words paths_;
  bool strict_ = false, coverage_ = false;
};

}  // namespace

extern const CommandInfo validate_command = {
    .name = "validate",
    .help = "check data files; findings as file:line:column: severity: message [rule]",
    .examples =
        "  gpupick validate data\n"
        "  gpupick validate my-cards.json\n"
        "  cat new.json | gpupick validate -",
    .make = make_command<Validate>,
    .prints_findings = true};

}  // namespace gpupick
