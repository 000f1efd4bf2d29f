#include "answer/answers.hpp"
#include "cli/command.hpp"
#include "cli/question.hpp"

namespace gpupick {
namespace {

class Workloads : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("workload", asked_.work.workload, "NAME", "one of them, or a file with one",
                   false);
    bind(flags, view_, "all");
  }

  ExitStatus run(Session& session) override {
    Question question(asked_, session);
    if (asked_.work.workload.empty()) {
      session.print(answer(question.catalog.workloads(), question.query.day, view_));
    } else {
      question.add_work();
      session.print(answer(*question.query.workload, question.query.day));
    }
    return ExitStatus::done;
  }

 private:
  QuestionOptions asked_;
  ListView view_;
};

}  // namespace

extern const CommandInfo workloads_command = {"workloads",
                                              "the kinds of work that cards are ranked for",
                                              "  gpupick workloads\n"
                                              "  gpupick workloads llm-inference",
                                              make_command<Workloads>};

}  // namespace gpupick
