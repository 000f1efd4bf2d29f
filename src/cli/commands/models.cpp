#include "answer/answers.hpp"
#include "cli/command.hpp"
#include "cli/question.hpp"

namespace gpupick {
namespace {

class Models : public Command {
 public:
  void declare(Flags& flags) override { bind(flags, view_, "all"); }

  ExitStatus run(Session& session) override {
    const Question question({}, session);
    const Catalog& catalog = question.catalog;
    session.out << render(answer(catalog.models(), catalog.networks(), view_), session.page());
    return ExitStatus::done;
  }

 private:
  ListView view_;
};

}  // namespace

extern const CommandInfo models_command = {"models",
                                           "the models that are known by their dimensions",
                                           "  gpupick models", make_command<Models>};

}  // namespace gpupick
