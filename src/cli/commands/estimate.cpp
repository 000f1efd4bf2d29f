#include <fmt/format.h>

#include "answer/answers.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/commands/rows.hpp"

namespace gpupick {
namespace {

// Returns the cheapest cards that the job fits in the asked computer and that are faster than it
// runs already: one card, and two of a kind if they cost less.
std::vector<Ranked> cheapest_that_fit(const AskedJob& asked, const WorkResult& already,
                                      Question& question) {
  question.add_workload();
  Query query = question.query;
  query.job = asked.job;
  query.host_memory = asked.host;
  std::vector<Ranked> out;
  for (const int most : {1, 2}) {
    query.counts = {1, most};
    const Ranking ranking = rank_admitted(question.catalog, query);
    const Ranked* cheapest = nullptr;
    for (const Ranked& card : ranking.ranked)
      if (card.is_trusted() &&
          !(already.is_comparable() && card.work.front().speed.value <= already.speed.value) &&
          (!cheapest || card.price->usd < cheapest->price->usd))
        cheapest = &card;
    if (cheapest && (out.empty() || cheapest->price->usd < out.front().price->usd))
      out.push_back(*cheapest);
  }
  return out;
}

class EstimateJob : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("card", name_, "CARD",
                   "a card, CARD:N for N of them, or CARD+CARD for several kinds", false);
    bind(flags, asked_.job, {Offer::of_one_model, Offer::with_host});
    flags.text("--rows", rows_, "FILE",
               fmt::format("a CSV of jobs: the column card, and any of {}; one JSON line each; - "
                           "reads standard input",
                           join(row_columns(), ", ")));
    flags.toggle("--explain", explain_, "the formulas with their numbers");
    flags.exclude("--rows", "--explain");
  }

  ExitStatus run(Session& session) override {
    if (name_.empty() && rows_.empty())
      throw Error("name a card, as in `gpupick estimate rtx-4090`, or give --rows FILE");
    if (!name_.empty() && !rows_.empty()) throw Error("--rows names the cards; leave the card out");
    const Format format = session.page().format;
    if (!rows_.empty() && format != Format::text && format != Format::json)
      throw Error("--rows answers in JSON, one line for each row; leave --format out");
    Question question(asked_, session);
    if (!rows_.empty()) return estimate_rows(rows_, question);
    const std::vector<CardGroup> box =
        find_box(question.card_name(name_), question.catalog, question.query);
    const AskedJob asked = question.make_job();
    const bool joinable = are_joinable(*box.front().gpu, question.catalog, question.query);
    const auto& [result, way] = estimate_job(box, asked, joinable, question);
    EstimateView view{way, asked.host, {}, explain_};
    if (!result.runs_as_asked()) view.fitting = cheapest_that_fit(asked, way, question);
    session.out << render(answer(result, view), session.page());
    return result.runs_as_asked() || meets(way.how()) ? ExitStatus::done : ExitStatus::nothing_fits;
  }

 private:
  QuestionOptions asked_;
  std::string name_, rows_;
  bool explain_ = false;
};

}  // namespace

extern const CommandInfo estimate_command = {
    "estimate", "whether a job fits a card, how fast it runs, and what it waits for",
    "  gpupick estimate rtx-4090 --model llama-3.1-8b --quant q4_k_m --context 8k\n"
    "  gpupick estimate 3090:2 --model llama-3-70b --explain\n"
    "  gpupick estimate 3090+4090 --model llama-3.3-70b\n"
    "  gpupick estimate h100-sxm:4 --task serve --model llama-3.1-70b --users 32\n"
    "  gpupick estimate rtx-4090 --task qlora --model mistral-7b-v0.3\n"
    "  gpupick estimate 3060-12gb --task image --model sd-1.5\n"
    "  gpupick estimate 3090 --model my-model/config.json\n"
    "  gpupick estimate --rows jobs.csv",
    make_command<EstimateJob>};

}  // namespace gpupick
