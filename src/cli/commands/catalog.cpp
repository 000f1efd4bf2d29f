#include <fmt/format.h>

#include <map>

#include "answer/answers.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "catalog/card_table.hpp"
#include "cli/command.hpp"
#include "cli/own_table.hpp"

namespace gpupick {
namespace {

struct CheckedCatalog {
  std::string path;
  std::size_t errors = 0;
  Catalog catalog;

  // Data with errors is compared too, because changes are reviewed before they are right.
  CheckedCatalog(const std::string& from, Session& session)
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
    const CheckedCatalog before(old_, session), after(new_, session);
    const Changes found = changes(before.catalog, after.catalog);
    session.print(answer(found));
    for (const CheckedCatalog* one : {&before, &after})
      if (one->errors > 0)
        session.err << fmt::format("gpupick: warning: {} has {}; fix the lines above\n",
                                   printable(one->path), counted(one->errors, "error"));
    return before.errors + after.errors == 0 ? ExitStatus::done : ExitStatus::nothing_fits;
  }

 private:
  std::string old_, new_;
};

// Lists the figures that answers need, each with the new cards that lack it.
void note_lacks(const std::vector<Gpu>& entries, Session& session) {
  std::map<std::string, Phrases> cards;  // by what they lack
  for (const Gpu& card : entries) {
    Phrases lacks;
    for (const Figure& figure : figures())
      if (figure.wanted && !is_known(card, figure)) lacks.push_back(figure.key);
    if (!card.name.empty() && !lacks.empty()) cards[enumerate(lacks, "and")].push_back(card.id);
  }
  for (const auto& [lacks, ids] : cards)
    session.note("{} {}", ids.front(),
                 ids.size() == 1 ? "lacks " + lacks
                                 : fmt::format("and {} more lack {}", ids.size() - 1, lacks));
}

class CatalogImport : public Command {
 public:
  void declare(Flags& flags) override {
    flags.repeated("--map", map_, "COLUMN=FIELD",
                   "the field that a column gives (docs/fields.md#gpus), as in Speicher=memory");
    import_.declare(flags, "a table of cards, CSV or a list of objects in JSON, or -",
                    "where the figures are from: an id of the data, or a name of your own");
  }

  ExitStatus run(Session& session) override {
    check_json(session);
    const Catalog catalog = load_catalog(session.global, session.inputs, session.err);
    CardTableForm form;
    form.catalog = &catalog;
    for (const std::string& pair : map_) {
      const std::size_t sign = pair.rfind('=');
      if (sign == std::string::npos)
        throw Error("--map takes pairs such as Speicher=memory, not '{}'", printable(pair));
      form.fields.emplace_back(pair.substr(0, sign), pair.substr(sign + 1));
    }
    form.own = import_.own_source(catalog, "own-cards", session.today());
    form.source = form.own ? form.own->id : import_.source;
    CardTable table;
    const auto read = [&](const File& file, std::vector<Diagnostic>& found) {
      table = read_card_table(file, form, found);
      return std::move(table.data);
    };
    const Dataset data =  // has the texts of the entries
        read_checked_table(import_.path, read, catalog, session, import_.skip_bad,
                           "`gpupick catalog import --skip-bad`");
    if (!table.other_columns.empty())
      session.note("no field is given by {}; name one by --map COLUMN=FIELD",
                   printable(enumerate(table.other_columns, "and")));
    note_lacks(table.entries, session);
    if (table.entries.empty()) session.note("the catalog has all that the table says");
    std::vector<Source> sources;
    for (const Gpu& card : table.entries)
      if (form.own && sources.empty() && !card.sources.empty()) sources.push_back(*form.own);
    return put_data_file(
        to_data_file(card_file(table.entries, sources)), import_.to,
        fmt::format("{0} in {1}; `gpupick recommend --add {1}` takes them into account\n",
                    counted(table.entries.size(), "card"), printable(import_.to)),
        session);
  }

 private:
  ImportOptions import_;
  Words map_;
};

constexpr const char* card_import_examples =
    "  gpupick catalog import cards.csv --to cards.json\n"
    "  gpupick catalog import cards.csv --map \"FP16 dense=fp16_tensor_tflops\"\n"
    "  cat cards.csv | gpupick catalog import -";
constexpr CommandInfo import_cards = {"import", "read a table of cards and print it as a data file",
                                      card_import_examples, make_command<CatalogImport>};
constexpr const char* diff_examples = "  gpupick catalog diff old-data data";
constexpr CommandInfo diff = {"diff", "what changed between two catalogs", diff_examples,
                              make_command<CatalogDiff>};
constexpr const CommandInfo* below_catalog[] = {&diff, &import_cards};

}  // namespace

extern const CommandInfo catalog_command = {"catalog", "work on data files", diff_examples, nullptr,
                                            below_catalog};

}  // namespace gpupick
