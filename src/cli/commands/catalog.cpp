#include <fmt/format.h>

#include "answer/answers.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"

namespace gpupick {
namespace {

// A catalog, and the number of errors in its data.
struct Reviewed {
  std::string path;
  std::size_t errors = 0;
  Catalog catalog;

  // Data with errors is compared too, because changes are reviewed before they are right.
  Reviewed(const std::string& from, Session& session)
      : path(from),
        catalog(load_catalog(options_of(from, session), session.inputs, session.err, &errors)) {}

 private:
  static GlobalOptions options_of(const std::string& path, const Session& session) {
    GlobalOptions options = session.global;
    options.catalog = path;
    return options;
  }
};

class CatalogDiff : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("old", old_, "OLD", "a data file or folder", true);
    flags.argument("new", new_, "NEW", "a data file or folder", true);
  }

  ExitStatus run(Session& session) override {
    const Reviewed before(old_, session), after(new_, session);
    const Changes found = changes(before.catalog, after.catalog);
    session.out << render(answer(found), session.page());
    for (const Reviewed* one : {&before, &after})
      if (one->errors > 0)
        session.err << fmt::format("gpupick: warning: {} has {}; fix the lines above\n",
                                   printable(one->path), counted(one->errors, "error"));
    return before.errors + after.errors == 0 ? ExitStatus::done : ExitStatus::nothing_fits;
  }

 private:
  std::string old_, new_;
};

constexpr const char* diff_examples = "  gpupick catalog diff old-data data";
constexpr CommandInfo diff = {"diff", "what changed between two catalogs", diff_examples,
                              make_command<CatalogDiff>};
constexpr const CommandInfo* below_catalog[] = {&diff};

}  // namespace

extern const CommandInfo catalog_command = {"catalog", "work on data files", diff_examples, nullptr,
                                            below_catalog};

}  // namespace gpupick
