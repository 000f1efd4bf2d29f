#include "answer/answers.hpp"
#include "cli/command.hpp"
#include "cli/question.hpp"

namespace gpupick {
namespace {

class Diff : public Command {
 public:
  void declare(Flags& flags) override {
    flags.arguments("cards", names_, "CARD",
                    "two or more cards, or CARD:N; the first is the reference", 2, 16);
    flags.toggle("--all", all_, "show every figure, those that are equal too");
    flags.text("--for", asked_.work.workload, "NAME", "add speed and score for this workload");
    bind(flags, asked_.prices);
    bind_use(flags, asked_.prices);
    bind_currency(flags, asked_.prices);
    bind(flags, asked_.job, {Offer::of_one_model});
  }

  ExitStatus run(Session& session) override {
    Question question(asked_, session);
    question.warn_of_old_prices();
    question.add_work();
    const std::vector<CardGroup> cards = question.cards(names_);
    const bool outcomes = !asked_.work.workload.empty();
    const Comparison comparison = compare(question.catalog, cards, question.query, outcomes);
    session.print(answer(comparison, all_));
    return comparison.runs ? ExitStatus::done : ExitStatus::nothing_fits;
  }

 private:
  QuestionOptions asked_;
  Words names_;
  bool all_ = false;
};

}  // namespace

extern const CommandInfo diff_command = {
    "diff", "compare cards figure by figure",
    "  gpupick diff rtx-4090 rtx-5090\n"
    "  gpupick diff 3090 7900-xtx arc-b580 --for llm-inference\n"
    "  gpupick diff rtx-4090 rtx-5090 --model llama-3.1-8b\n"
    "  gpupick diff 3090:2 rtx-pro-6000 --model llama-3.3-70b\n"
    "  gpupick diff h100-pcie h100-sxm --all --format markdown",
    make_command<Diff>};

}  // namespace gpupick
