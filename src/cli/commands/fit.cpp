#include "answer/answers.hpp"
#include "cli/command.hpp"
#include "cli/question.hpp"
#include "ranking/model_fit.hpp"

namespace gpupick {
namespace {

class Fit : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("card", name_, "CARD",
                   "a card, CARD:N for N of them, or the memory of one, as 36GB", true);
    std::vector<std::string_view> tasks;
    for (const TaskRow& row : task_rows) tasks.push_back(row.name);
    flags.word("--for", for_, "TASK", "what to run: chat, serve, lora, image, ... (default: chat)",
               tasks);
    flags.text("--match", match_, "WORD",
               "only models whose name, family or publisher contains it");
    bind(flags, view_, "15; all in JSON and CSV");
    flags.text("--quant", quant_, "TYPE", "only in this format of the weights");
    bind(flags, asked_.job, {Offer::with_host});
    flags.exclude("--for", "--task");
  }

  ExitStatus run(Session& session) override {
    QuestionOptions asked = asked_;
    if (!for_.empty()) asked.job.of(job_flag("--task")).text = for_;
    asked.job.of(job_flag("--quant")).text = quant_;
    asked.memory_gib = memory_named(name_);
    Question question(asked, session);
    const CardGroup cards = question.cards(asked.memory_gib ? card_by_memory : name_);
    const AskedJob job = question.make_job();
    const bool asks_context = !asked.job.text("--context").empty();
    const ModelFits fits =
        fit_models(cards, job,
                   {asks_context ? job.job.context : 0, match_, question.query.day,
                    quant_.empty() ? nullptr : job.job.format},
                   question.catalog);
    session.print(answer(fits, view_));
    return fits.rows.empty() ? ExitStatus::nothing_fits : ExitStatus::done;
  }

 private:
  QuestionOptions asked_;
  std::string name_, for_, match_, quant_;
  ListView view_;
};

}  // namespace

extern const CommandInfo fit_command = {"fit", "which models run on a card, those that fit first",
                                        "  gpupick fit rtx-3060-12gb\n"
                                        "  gpupick fit 3090:2 --context 32k --match qwen\n"
                                        "  gpupick fit rtx-4090 --for lora\n"
                                        "  gpupick fit rtx-5070-ti --for image --top 5",
                                        make_command<Fit>};

}  // namespace gpupick
