// The commands that work on data files: validate, catalog diff, generate schema.
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "catalog/embedded.hpp"
#include "catalog/validate.hpp"
#include "cli/program.hpp"

namespace gpupick {

void Program::add_validate() {
  CLI::App& validate = command(
      "validate", "check data files; findings as file:line:column: severity: message [rule]",
      "  gpupick validate data\n  gpupick validate my-cards.json\n  cat new.json | gpupick "
      "validate -",
      [this] { return validate_paths(); });
  validate.add_flag("--strict", strict_, "warnings count as errors");
  validate.add_flag("--coverage", coverage_, "print the share of figures that is known instead");
  validate.add_option("paths", names_, "files, folders or - (default: the built-in data)")
      ->type_name("PATH");
}

void Program::add_catalog() {
  CLI::App& catalog = *app_.add_subcommand("catalog", "work on data files");
  catalog.require_subcommand(1);
  catalog.footer("Examples:\n  gpupick catalog diff old-data data\n");
  CLI::App& diff = *catalog.add_subcommand("diff", "what changed between two catalogs");
  diff.footer("Examples:\n  gpupick catalog diff old-data data\n");
  diff.add_option("old", old_, "a data file or folder")->required()->type_name("OLD");
  diff.add_option("new", new_, "a data file or folder")->required()->type_name("NEW");
  diff.callback([this] {
    command_ = [this] {
      GlobalOptions before = global_, after = global_;
      before.catalog = old_;
      after.catalog = new_;
      // Data with errors is compared all the same: a change is reviewed before it is right.
      std::size_t old_errors = 0, new_errors = 0;
      const Catalog old_catalog = load_catalog(before, inputs_, environment_.err, &old_errors);
      const Catalog new_catalog = load_catalog(after, inputs_, environment_.err, &new_errors);
      environment_.out << render(changes(old_catalog, new_catalog), page());
      for (const auto& [path, errors] : {std::pair(&old_, old_errors), {&new_, new_errors}})
        if (errors > 0)
          environment_.err << fmt::format("gpupick: warning: {} has {}; mend the lines above\n",
                                          printable(*path), counted(errors, "error"));
      return old_errors + new_errors == 0 ? done : nothing_fits;
    };
  });
}

void Program::add_generate() {
  CLI::App& generate =
      *app_.add_subcommand("generate", "print files made from the program's tables");
  generate.require_subcommand(1);
  generate.footer("Examples:\n  gpupick generate schema > gpupick.schema.json\n");
  CLI::App& schema = *generate.add_subcommand("schema", "the JSON Schema of a data file");
  schema.footer("Examples:\n  gpupick generate schema > gpupick.schema.json\n");
  schema.callback([this] {
    command_ = [this] {
      environment_.out << render_schema();
      return done;
    };
  });
}

int Program::validate_paths() {
  std::vector<File> files;
  for (const std::string& path : names_)
    for (File& file : inputs_.read(path)) files.push_back(std::move(file));
  if (names_.empty()) files = embedded_files();
  Findings findings;
  const Dataset data = read_data(files, findings.diagnostics);
  const Catalog context = load_catalog(global_, inputs_, environment_.err);
  for (Diagnostic& found : validate(data, context))
    findings.diagnostics.push_back(std::move(found));
  sort_by_place(findings.diagnostics);
  findings.cards = data.gpus.size();
  findings.prices = data.prices.size();
  const std::size_t failures =
      strict_ ? findings.diagnostics.size() : count(findings.diagnostics, Severity::error);
  if (coverage_ && failures == 0) {
    if (page().format == Format::github || page().format == Format::sarif)
      throw Error("--coverage has no such form; it takes text, json, csv or markdown");
    const Catalog catalog(read_data(files, findings.diagnostics));
    environment_.out << render(
        coverage(catalog, catalog.newest_observation().value_or(Date{9999, 12, 31})), page());
    return done;
  }
  environment_.out << render(findings, page());
  return failures == 0 ? done : nothing_fits;
}

}  // namespace gpupick
