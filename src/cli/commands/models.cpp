#include "cli/command.hpp"
#include "cli/question.hpp"

namespace gpupick {
namespace {

class Models : public Command {
 public:
  ExitStatus run(Session& session) override {
    const Question question({}, session);
    session.out << render_models(question.catalog.models(), question.catalog.networks(),
                                 session.page());
    return ExitStatus::done;
  }
};

}  // namespace

extern const CommandInfo models_command = {"models",
                                           "the models that are known by their dimensions",
                                           "  gpupick models", make_command<Models>};

}  // namespace gpupick
