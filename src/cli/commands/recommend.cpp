#include "cli/card_names.hpp"
#include "cli/command.hpp"
#include "cli/question.hpp"

namespace gpupick {
namespace {

class Recommend : public Command {
 public:
  void declare(Flags& flags) override {
    bind(flags, asked_.work);
    bind(flags, asked_.limits);
    bind(flags, asked_.prices);
    bind_use(flags, asked_.prices);
    bind(flags, asked_.job, {Offer::of_one_model});
    flags.group(job_group);
    flags.text("--gpus", asked_.gpus, "N|A-B",
               "number of cards of one kind; a range such as 1-4 tries each");
    flags.group("");
    flags.text("--have", have_, "CARD[:N]",
               "your card, `here` for this computer's; shows the gain of each card over it");
    flags.whole("--top", view_.top, "N",
                "number of cards to show (default: 5; all in JSON and CSV)", 1, 1000000);
    flags.toggle("--explain", view_.explain, "show the points of each score");
    flags.text("--why", why_, "CARD", "explain the place of this card, and what would change it");
    for (const char* other : {"--top", "--explain"}) flags.exclude("--why", other);
  }

  ExitStatus run(Session& session) override {
    Question question(asked_, session);
    question.add_work();
    if (!have_.empty())
      question.query.owned =
          find_cards(question.card_name(have_), question.catalog, question.query);
    const Ranking ranking = rank(question.catalog, question.query);
    session.out << (why_.empty() ? render(ranking, view_, session.page())
                                 : render(explain(question.catalog, ranking,
                                                  question.catalog.find_gpu(why_)),
                                          ranking, session.page()));
    return ranking.ranked.empty() ? ExitStatus::nothing_fits : ExitStatus::done;
  }

 private:
  QuestionOptions asked_;
  RankingView view_;
  std::string have_, why_;
};

}  // namespace

extern const CommandInfo recommend_command = {
    "recommend", "rank cards for a kind of work, within limits",
    "  gpupick recommend --vram 24 --budget 2000\n"
    "  gpupick recommend --for image-generation --stack cuda --max-power 300\n"
    "  gpupick recommend --vram 24 --budget 2000 --why 4090\n"
    "  gpupick recommend --model llama-3.1-70b --context 32k --budget 5000 --gpus 1-4\n"
    "  gpupick recommend --have 3060-12gb --budget 1500\n"
    "  gpupick recommend --task qlora --model qwen3-8b --budget 1500\n"
    "  gpupick recommend --budget 1500 --condition new --format json | jq '.ranked[0]'",
    make_command<Recommend>};

}  // namespace gpupick
