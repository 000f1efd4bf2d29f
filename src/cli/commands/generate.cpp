#include "cli/command.hpp"

namespace gpupick {
namespace {

class Schema : public Command {
 public:
  ExitStatus run(Session& session) override {
    session.out << render_schema();
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

constexpr const char* examples = "  gpupick generate schema > gpupick.schema.json";
constexpr const char* reference_examples = "  gpupick generate reference > fields.md";
constexpr CommandInfo schema = {"schema", "the JSON Schema of a data file", examples,
                                make_command<Schema>};
constexpr CommandInfo reference = {"reference", "the fields of every kind of record, in Markdown",
                                   reference_examples, make_command<Reference>};
constexpr const CommandInfo* commands[] = {&schema, &reference};

}  // namespace

extern const CommandInfo generate_command = {
    "generate", "print files made from the program's tables", examples, nullptr, commands};

}  // namespace gpupick
