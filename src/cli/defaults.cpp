#include "cli/defaults.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <gpupick/gpupick.hpp>
#include <sstream>

#include "base/error.hpp"
#include "base/lists.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "catalog/records.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/question.hpp"

namespace gpupick {
namespace {

// Declares every flag that may have a default, on a separate command line.
struct DefaultFlags {
  DefaultFlags() {
    Flags flags(app);
    bind(flags, question.prices);
    bind_use(flags, question.prices);
    bind_currency(flags, question.prices);
    bind(flags, question.work);
    bind(flags, global);
  }

  Words names() {
    Words out = long_names({&app});
    std::erase_if(
        out, [](const std::string& name) { return name.ends_with("config") || name == "--help"; });
    return out;
  }

  // Asks a question with these flags and the data of the session, without an answer. Throws Error
  // if a value is refused.
  void try_out(const Session& asked) const {
    std::istringstream nothing;
    std::ostringstream unread;
    const Words no_args;
    Environment quiet{nothing, unread, unread, asked.environment().today, 0};
    Session session(no_args, quiet);
    session.global = global;
    if (global.catalog.empty()) session.global.catalog = asked.global.catalog;
    session.global.add.insert(session.global.add.begin(), asked.global.add.begin(),
                              asked.global.add.end());
    Question(question, session).add_workload();
  }

  CLI::App app;
  QuestionOptions question;
  GlobalOptions global;
};

// True if neither the option nor one that it excludes was given.
bool is_open(const CLI::Option& option) {
  return option.count() == 0 &&
         std::ranges::none_of(option.get_excludes(),
                              [](const CLI::Option* other) { return other->count() > 0; });
}

// An empty file has no defaults.
bool is_empty(const File& file) { return file.text.find_first_not_of(" \t\r\n") == file.text.npos; }

bool is_list_of_records(std::string_view key) {
  return std::ranges::any_of(record_kinds(),
                             [&](const RecordKind& kind) { return kind.list == key; });
}

class DefaultsFile {
 public:
  // Throws RefusedDefault if the file is no JSON.
  DefaultsFile(const File& file, CLI::App& app) : document_(file), chain_(given_apps(app)) {
    std::vector<Diagnostic> found;
    if (!document_.parse(arena_, found)) throw RefusedDefault(found.front());
  }

  // True if a key is one of these flags and no value is a list of records.
  bool is_one() const {
    const auto* object = document_.root().as<Node::Object>();
    const Words known = DefaultFlags().names();
    const auto holds_records = [](const KeyValue& entry) {
      const auto* list = entry.value.as<Node::Array>();
      return list && (list->empty() ? is_list_of_records(entry.key)
                                    : std::holds_alternative<Node::Object>(list->front().value));
    };
    return object && std::ranges::none_of(*object, holds_records) &&
           std::ranges::any_of(*object, [&](const auto& entry) {
             return contains(known, fmt::format("--{}", entry.key));
           });
  }

  // Sets the flags that were not given. Returns them with their values, as "--kwh 0.32".
  Words apply() const {
    const auto* object = document_.root().as<Node::Object>();
    if (!object)
      refuse(Rule::wrong_type, document_.root().offset,
             fmt::format("defaults are an object such as {{\"kwh\": 0.32}}, not {}",
                         document_.root().type_name()));
    const Words known = DefaultFlags().names();
    Words given;
    std::vector<CLI::Option*> set;
    for (const auto& [key, offset, value] : *object) {
      if (key == "$schema") continue;  // editors write it
      const std::string flag = fmt::format("--{}", key);
      if (!contains(known, flag))
        refuse(Rule::unknown_key, offset,
               fmt::format("'{}' is no flag that may have a default{}", printable(key),
                           did_you_mean(flag, known)));
      const std::optional<Words> words = typed(value);
      if (!words)
        refuse(Rule::wrong_type, value.offset,
               fmt::format("{} takes a number, a text or true", flag));
      CLI::Option* option = find_option(chain_, flag);
      if (!option) continue;
      const bool toggle = option->get_expected_max() == 0;
      if (words->empty() && !(toggle && value.as<bool>()))
        refuse(Rule::wrong_type, value.offset,
               fmt::format("{} needs a value; leave the key out for none", flag));
      if (contains(*words, "-"))
        refuse(Rule::wrong_type, value.offset,
               fmt::format("{} in a file cannot read standard input", flag));
      if (words->empty()) continue;
      for (CLI::Option* other : set)
        if (option->get_excludes().contains(other))
          refuse(Rule::unknown_key, offset,
                 fmt::format("{} cannot be combined with {}", flag, other->get_name(false, true)));
      if (is_open(*option)) {
        set.push_back(option);
        give(*option, *words, value.offset);
        given.push_back(fmt::format("{} {}", flag, printable(join(*words, ","))));
      }
    }
    return given;
  }

  // Throws Error at the first value that no command could take, if one is.
  void refuse_one(const Session& session) const {
    for (const auto& [key, offset, value] : *document_.root().as<Node::Object>()) {
      DefaultFlags alone;
      const std::optional<Words> words = typed(value);
      CLI::Option* option = find_option(given_apps(alone.app), fmt::format("--{}", key));
      if (!option || !words || words->empty()) continue;
      give(*option, *words, value.offset);
      try {
        alone.try_out(session);
      } catch (const Error& error) {
        refuse(Rule::wrong_type, value.offset, error.what());
      }
    }
  }

 private:
  [[noreturn]] void refuse(Rule rule, std::size_t offset, std::string message) const {
    throw RefusedDefault({rule, document_.locate(offset), std::move(message)});
  }

  // Sets the option. Files are found from the folder of the defaults.
  void give(CLI::Option& option, Words words, std::size_t offset) const {
    if (const std::string type = option.get_type_name(); type == "FILE" || type == "PATH")
      for (std::string& path : words)
        path = text_of(path_of(document_.file().name).parent_path() / path_of(path));
    try {
      option.add_result(words);
      option.run_callback();
    } catch (const CLI::ParseError& error) {
      refuse(Rule::wrong_type, offset, error.what());
    }
  }

  Arena arena_;
  Document document_;
  const Apps chain_;
};

}  // namespace

RefusedDefault::RefusedDefault(Diagnostic finding)
    : Error(to_message(finding)), found(std::move(finding)) {}

std::optional<Words> typed(const Node& value) {
  if (const auto* number = value.as<double>()) return Words{fmt::format("{}", *number)};
  if (const auto* text = value.as<std::string_view>()) return Words{std::string(*text)};
  if (const auto* on = value.as<bool>()) return *on ? Words{"true"} : Words{};
  const auto* list = value.as<Node::Array>();
  if (!list) return {};
  Words out;
  for (const Node& entry : *list) {
    const std::optional<Words> one = typed(entry);
    if (!one) return {};
    out.insert(out.end(), one->begin(), one->end());
  }
  return out;
}

std::optional<std::string> defaults_path(const Session& session) {
  const GlobalOptions& global = session.global;
  const std::string path = global.config.empty() ? session.usual_config() : global.config;
  if (global.no_config || path.empty()) return {};
  if (!global.config.empty()) return path;
  std::error_code error;
  const std::filesystem::file_type kind = std::filesystem::status(path_of(path), error).type();
  if (kind == std::filesystem::file_type::not_found) return {};
  // Reading a named pipe would wait for a writer.
  if (kind != std::filesystem::file_type::regular)
    throw Error("'{}' is no file that can be read; `--no-config` leaves it out", printable(path));
  return path;
}

std::optional<std::size_t> checked_defaults(const File& file, const Session& session) {
  Arena arena;
  Document document(file);
  std::vector<Diagnostic> found;
  if (is_empty(file) && file.name == defaults_path(session)) return 0;
  if (!document.parse(arena, found)) return {};
  DefaultFlags flags;
  const DefaultsFile defaults(file, flags.app);
  if (!defaults.is_one()) return {};
  const std::size_t count = defaults.apply().size();
  try {
    flags.try_out(session);
  } catch (const Error&) {
    defaults.refuse_one(session);
    throw;
  }
  return count;
}

std::string located_in_defaults(const std::string& message, Session& session) {
  try {
    if (const auto path = defaults_path(session))
      checked_defaults(session.inputs.read_one(*path), session);
  } catch (const Error& error) {
    if (std::string found = error.what(); found.ends_with(message)) return found;
  }
  return message;
}

void apply_config(const std::string& path, CLI::App& app, Session& session) {
  const File file = session.inputs.read_one(path);
  if (is_empty(file)) return;
  const Words given = DefaultsFile(file, app).apply();
  if (!given.empty())
    session.note("{} from {} (`--no-config` leaves it out)", enumerate(given, "and"),
                 printable(path));
}

}  // namespace gpupick
