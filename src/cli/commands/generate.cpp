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

constexpr const char* examples = "  gpupick generate schema > gpupick.schema.json";
constexpr CommandInfo schema = {"schema", "the JSON Schema of a data file", examples,
                                make_command<Schema>};
constexpr const CommandInfo* commands[] = {&schema};

}  // namespace

extern const CommandInfo generate_command = {
    "generate", "print files made from the program's tables", examples, nullptr, commands};

}  // namespace gpupick
