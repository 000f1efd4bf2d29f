#include "ranking/cost.hpp"

#include "answer/answers.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/question.hpp"

namespace gpupick {
namespace {

AskedResale parse_resale(std::string text) {
  if (text == "auto") return {};
  if (text.ends_with('%')) text.pop_back();
  const std::optional<double> share = parse_number(text);
  if (!share || *share < 0 || *share > 100)
    throw Error("--resale takes auto or 0 to 100 per cent, not '{}'", printable(text));
  return {false, *share / 100};
}

class CostOfCards : public Command {
 public:
  void declare(Flags& flags) override {
    flags.arguments("cards", names_, "CARD", "a card or several, or CARD:N", 1, 16);
    flags.text("--for", asked_.work.workload, "NAME", "also what this workload's jobs cost");
    flags.toggle("--details", details_, "show the parts of the cost and what is assumed");
    flags.toggle("--plot", plot_, "draw the cost of a month over the hours of use");
    flags.text("--resale", resale_, "PCT|auto",
               "what the cards sell for afterwards, in per cent of their price (default: auto, by "
               "how they kept it so far)");
    bind(flags, asked_.prices);
    bind_use(flags, asked_.prices);
    bind_host(flags, asked_.work);
    bind_currency(flags, asked_.prices);
    bind(flags, asked_.job, {Offer::of_one_model});
  }

  ExitStatus run(Session& session) override {
    Question question(asked_, session);
    question.warn_of_old_prices();
    question.add_work();
    const ScoreScale& use = question.query.scale;
    if (!(use.hours_per_day > 0 && use.years > 0))
      throw Error("--hours-per-day and --years must be above zero");
    const std::vector<CardGroup> cards = question.cards(names_);
    const bool with_work = question.query.job || !asked_.work.workload.empty();
    const Costs found =
        costs(question.catalog, cards, question.query, parse_resale(resale_), with_work);
    session.print(answer(found, details_), plot_);
    return any_runs(found) ? ExitStatus::done : ExitStatus::nothing_fits;
  }

 private:
  QuestionOptions asked_;
  Words names_;
  std::string resale_ = "auto";
  bool details_ = false, plot_ = false;
};

}  // namespace

extern const CommandInfo cost_command = {
    "cost", "what cards cost to own and to rent, and which is the cheaper",
    "  gpupick cost rtx-4090\n"
    "  gpupick cost rtx-4090 --hours-per-day 8 --kwh 0.35 --years 2 --resale 40\n"
    "  gpupick cost 3090:2 rtx-pro-6000 h100-sxm --model llama-3.3-70b\n"
    "  gpupick cost 4090 --task qlora --model qwen3-8b --tokens 50M\n"
    "  gpupick cost 4070 5070 --for image-generation --format json",
    make_command<CostOfCards>};

}  // namespace gpupick
