#include "answer/answers.hpp"
#include "cli/card_names.hpp"
#include "cli/command.hpp"
#include "cli/question.hpp"

namespace gpupick {
namespace {

class Show : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("card", name_, "CARD", "a card", true);
    flags.toggle("--all", all_, "show every figure, with its source");
    bind_currency(flags, asked_.prices);
  }

  ExitStatus run(Session& session) override {
    const Question question(asked_, session);
    const std::string name = question.card_name(name_);
    const Gpu& gpu = find_card(name, question.catalog, question.query);
    session.print(answer(question.catalog, gpu, question.query, all_));
    return ExitStatus::done;
  }

 private:
  QuestionOptions asked_;
  std::string name_;
  bool all_ = false;
};

}  // namespace

extern const CommandInfo show_command = {"show",
                                         "the figures of a card, and with --all their sources",
                                         "  gpupick show rtx-4090\n"
                                         "  gpupick show \"radeon rx 7900 xtx\" --format json",
                                         make_command<Show>};

}  // namespace gpupick
