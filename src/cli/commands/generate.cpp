#include <fmt/format.h>

#include <filesystem>

#include "answer/answers.hpp"
#include "cli/command.hpp"
#include "cli/output_file.hpp"
#include "cli/pages.hpp"

namespace gpupick {
namespace {

class Schema : public Command {
 public:
  ExitStatus run(Session& session) override {
    session.out << to_json(data_schema());
    return ExitStatus::done;
  }
};

class Reference : public Command {
 public:
  ExitStatus run(Session& session) override {
    session.out << render_reference();
    return ExitStatus::done;
  }
};

class InstalledFiles : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("folder", folder_, "PATH", "where to write them, as /usr/share", true);
  }

  ExitStatus run(Session& session) override {
    const auto write = [&](const std::string& path, const std::string& text) {
      const std::filesystem::path whole = std::filesystem::path(folder_) / path;
      std::error_code error;  // write_file reports the failure
      std::filesystem::create_directories(whole.parent_path(), error);
      write_file(whole.string(), text, Existing::replaced);
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
    session.out << fmt::format("wrote {} manual pages and completions for bash, zsh and fish\n",
                               pages.size());
    return ExitStatus::done;
  }

 private:
  std::string folder_;
};

constexpr const char* file_examples = "  gpupick generate files share";
constexpr CommandInfo share_files = {"files", "manual pages and shell completions, below a folder",
                                     file_examples, make_command<InstalledFiles>};
constexpr const char* schema_examples = "  gpupick generate schema > gpupick.schema.json";
constexpr const char* reference_examples = "  gpupick generate reference > fields.md";
constexpr CommandInfo schema = {"schema", "the JSON Schema of a data file", schema_examples,
                                make_command<Schema>};
constexpr CommandInfo reference = {"reference", "the fields of every kind of record, in Markdown",
                                   reference_examples, make_command<Reference>};
constexpr const CommandInfo* below_generate[] = {&schema, &reference, &share_files};

}  // namespace

extern const CommandInfo generate_command = {"generate",
                                             "print files made from the program's tables",
                                             schema_examples, nullptr, below_generate};

}  // namespace gpupick
