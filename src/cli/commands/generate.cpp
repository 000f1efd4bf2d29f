#include <fmt/format.h>

#include <algorithm>

#include "answer/answers.hpp"
#include "answer/shapes.hpp"
#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/own_table.hpp"
#include "cli/pages.hpp"

namespace gpupick {

extern const CommandInfo site_command;

namespace {

std::vector<std::string> answer_names() {
  std::vector<std::string> names;
  for (const AnswerShape& answer : answer_shapes().answers) names.emplace_back(answer.name);
  return names;
}

class Schema : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("answer", answer_, "ANSWER",
                   fmt::format("whose schema in JSON to print: {}; without one, of a data file",
                               join(answer_names(), ", ")),
                   false);
  }

  ExitStatus run(Session& session) override {
    check_json(session);
    if (answer_.empty()) {
      session.out << to_json(data_schema());
      return ExitStatus::done;
    }
    const std::vector<AnswerShape>& answers = answer_shapes().answers;
    const auto answer = std::ranges::find(answers, answer_, &AnswerShape::name);
    if (answer == answers.end())
      throw Error("no answer is called '{}'{}", printable(answer_), known_are(answer_names()));
    session.out << to_json(schema_of(*answer));
    return ExitStatus::done;
  }

 private:
  std::string answer_;
};

// Prints a page that is made from the program's tables.
template <std::string (*page)()>
class PrintedPage : public Command {
 public:
  ExitStatus run(Session& session) override {
    session.out << page();
    return ExitStatus::done;
  }
};

class InstalledFiles : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("folder", folder_, "PATH", "where to write them, as /usr/share", true);
  }

  ExitStatus run(Session& session) override {
    if (folder_ == "-") throw Error("the files go into a folder; name the folder");
    std::size_t replaced = 0;
    const auto write = [&](const std::string& name, const std::string& text) {
      replaced += write_in_folder(folder_, name, text);
    };
    const std::vector<CommandPage> pages = command_pages();
    for (const CommandPage& page : pages) {
      std::string name = "gpupick";
      for (const std::string& word : page.name) name += "-" + word;
      write("man/man1/" + name + ".1", man_page(page, pages));
    }
    write("bash-completion/completions/gpupick", bash_completion(pages));
    write("zsh/site-functions/_gpupick", zsh_completion(pages));
    write("fish/vendor_completions.d/gpupick.fish", fish_completion(pages));
    session.out << fmt::format("wrote {} manual pages and completions for bash, zsh and fish{}\n",
                               pages.size(), in_place_of(replaced));
    return ExitStatus::done;
  }

 private:
  std::string folder_;
};

constexpr const char* file_examples = "  gpupick generate files share";
constexpr CommandInfo share_files = {"files", "manual pages and shell completions, below a folder",
                                     file_examples, make_command<InstalledFiles>};
constexpr const char* schema_examples =
    "  gpupick generate schema > gpupick.schema.json\n"
    "  gpupick generate schema recommend";
constexpr const char* reference_examples = "  gpupick generate reference > fields.md";
constexpr CommandInfo schema = {"schema", "the JSON Schema of a data file, or of an answer",
                                schema_examples, make_command<Schema>};
constexpr CommandInfo reference = {"reference", "the fields of every kind of record, in Markdown",
                                   reference_examples, make_command<PrintedPage<render_reference>>};
constexpr const char* answers_examples = "  gpupick generate answers > json.md";
constexpr CommandInfo answers = {"answers", "the keys of every answer in JSON, in Markdown",
                                 answers_examples, make_command<PrintedPage<render_answers>>};
constexpr const CommandInfo* below_generate[] = {&schema, &reference, &answers, &site_command,
                                                 &share_files};

}  // namespace

extern const CommandInfo generate_command = {"generate",
                                             "print files made from the program's tables",
                                             schema_examples, nullptr, below_generate};

}  // namespace gpupick
