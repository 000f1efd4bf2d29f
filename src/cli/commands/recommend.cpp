#include "answer/answers.hpp"
#include "answer/ranking.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
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
    bind_currency(flags, asked_.prices);
    bind(flags, asked_.job, {Offer::of_one_model});
    flags.group(job_group);
    flags.text("--gpus", asked_.gpus, "N|A-B",
               "number of cards of one kind; a range such as 1-4 tries each");
    flags.group("");
    flags.text("--have", have_, "CARD[:N]",
               "your card, `here` for this computer's; shows what each card gains over it, and "
               "ways to upgrade");
    flags.whole("--top", view_.top, "N", "show so many cards (default: 5; all in JSON and CSV)", 1,
                1000000);
    flags.toggle("--short", view_.brief, "print one line that names the card to buy");
    flags.toggle("--details", view_.details,
                 "show remarks on each card, and all reasons why cards are left out");
    flags.toggle("--left-out", view_.left_out, "list the cards that are left out, with the reason");
    flags.toggle("--no-excluded", view_.no_excluded,
                 "leave the cards that are left out, and their reasons, out of JSON");
    flags.toggle("--explain", view_.explain, "show the points of each score");
    flags.toggle("--plot", plot_,
                 "draw speed against cost, also in a terminal of less than 40 lines");
    flags.text("--why", why_, "CARD",
               "say why this card is the one to buy or not, and what would change that");
    for (const char* other : {"--top", "--explain", "--short", "--details", "--left-out", "--plot"})
      flags.exclude("--why", other);
    flags.text("--over", over_, "CARD",
               "with --why: compare with this card instead of the card to buy");
    flags.toggle("--rent", rent_, "rank cards to rent, by the rent for the hours of use");
    flags.toggle("--own-or-rent", own_or_rent_,
                 "show what owning and renting each card cost, and from how many hours a day "
                 "owning is cheaper");
    flags.toggle("--frontier", view_.frontier,
                 "show the cards that no other beats on both speed and cost");
    flags.whole("--seed", seed_, "N",
                "seed of the random draws that tell how firm the order is (default: 1)", 0,
                4294967295);
  }

  ExitStatus run(Session& session) override {
    Question question(asked_, session);
    question.warn_of_old_prices();
    question.add_work();
    if (!have_.empty()) question.query.owned = owned(question);
    question.query.rent = rent_;
    check_together(question.query);
    check_format(session.page().format);
    if (const Words idle = rent_ ? idle_with_rent() : Words(); !idle.empty())
      session.note("{} {} no effect with --rent", enumerate(idle, "and"),
                   idle.size() > 1 ? "have" : "has");
    const Ranking ranking = rank(question.catalog, question.query);
    if (why_.empty()) {
      const RankingView shown = view(question, ranking);
      session.print(answer(ranking, shown), plot_ || session.has_room_for_plot());
    } else {
      const Why reasons = why(question, ranking);
      session.print(answer(reasons, ranking));
    }
    return ranking.ranked.empty() ? ExitStatus::nothing_fits : ExitStatus::done;
  }

 private:
  CardGroup owned(const Question& question) const {
    const std::string name = question.card_name(have_);
    const bool listed = listed_cards(name, question.catalog).size() > 1;
    const std::vector<CardGroup> box = find_box(listed ? have_.substr(0, have_.find(',')) : name,
                                                question.catalog, question.query);
    if (listed || box.size() > 1)
      throw Error("--have takes cards of one kind, as in `--have 3090:2`");
    return box.front();
  }

  void check_together(const Query& query) const {
    if (!over_.empty() && why_.empty()) throw Error("--over goes with --why CARD");
    if (view_.brief && view_.left_out)
      throw Error("--short prints one line; leave it or --left-out out");
    if (rent_ && query.limits.contains(limit("budget")))
      throw Error("--budget is for buying; with --rent it is --max-hourly USD");
    if (!rent_ && query.limits.contains(limit("max-hourly")))
      throw Error("--max-hourly goes with --rent; for buying it is --budget USD");
    const bool limits_speed =
        query.job &&
        (query.job->task == Task::chat || (query.job->task == Task::serve && query.job->batch > 0));
    if (query.limits.contains(limit("min-speed")) && !limits_speed)
      throw Error(
          "--min-speed limits a chat; name its model, as in `--model qwen3-8b` (for serving, "
          "`--each` is the speed of each user)");
    if (rent_ && (own_or_rent_ || !have_.empty()))
      throw Error("--rent cannot be combined with --own-or-rent or --have");
  }

  void check_format(Format format) const {
    const std::pair<bool, const char*> texts[] = {{own_or_rent_, "--own-or-rent"},
                                                  {view_.frontier, "--frontier"},
                                                  {view_.left_out, "--left-out"},
                                                  {view_.explain, "--explain"}};
    for (const auto& [given, flag] : texts)
      if (given && format == Format::csv)
        throw Error("{} adds nothing to CSV; leave it or --format out", flag);
    if (plot_ && (format == Format::csv || format == Format::json || format == Format::markdown))
      throw Error("--plot draws in text; leave --format out, or take --format svg");
  }

  // Returns the flags that change what owning costs, and no rent.
  Words idle_with_rent() const {
    const PriceOptions& prices = asked_.prices;
    const std::pair<bool, const char*> flags[] = {{prices.condition != "any", "--condition"},
                                                  {!prices.price.empty(), "--price"},
                                                  {!prices.region.empty(), "--region"},
                                                  {!prices.host_cost.empty(), "--host-cost"},
                                                  {prices.utilization.has_value(), "--utilization"},
                                                  {!prices.kwh.empty(), "--kwh"},
                                                  {prices.pue.has_value(), "--pue"},
                                                  {prices.always_on, "--always-on"},
                                                  {prices.ram.has_value(), "--ram"},
                                                  {!asked_.work.market.empty(), "--market"}};
    Words out;
    for (const auto& [given, flag] : flags)
      if (given) out.emplace_back(flag);
    return out;
  }

  std::uint32_t seed() const { return static_cast<std::uint32_t>(seed_.value_or(1)); }

  RankingView view(const Question& question, const Ranking& ranking) const {
    RankingView view = view_;
    view.seed = seed();
    if (!own_or_rent_) return view;
    std::vector<CardGroup> cards;
    for (const Ranked& card : in_order(ranking, verdict(ranking, view.seed)))
      if (cards.size() < view.top.value_or(5)) cards.push_back(card);
    view.costs = costs(question.catalog, cards, question.query, {}, false);
    return view;
  }

  Why why(const Question& question, const Ranking& ranking) const {
    const Catalog& catalog = question.catalog;
    const CardGroup asked = question.cards(why_);
    if (asked.count > 1 || holds(why_, ':'))
      throw Error("--why names a kind of card; for {0} of them it is `--gpus {0} --why {1}`",
                  asked.count, asked.gpu->id);
    return explain(catalog, ranking, *asked.gpu, seed(),
                   over_.empty() ? nullptr : &find_kind(over_, catalog));
  }

  QuestionOptions asked_;
  RankingView view_;
  std::string have_, why_, over_;
  bool rent_ = false, own_or_rent_ = false, plot_ = false;
  std::optional<std::size_t> seed_;
};

constexpr const char* brief_work[] = {"--for", "--model", "--task", "--gpus", "--have", "--rent"};
constexpr const char* brief_limits[] = {"--budget",    "--vram", "--min-speed",
                                        "--max-power", "--psu",  "--vendor"};
constexpr const char* brief_money[] = {"--condition", "--price", "--kwh"};
constexpr const char* brief_output[] = {"--top", "--short", "--details", "--why", "--format"};
constexpr BriefGroup brief_groups[] = {{"Work", brief_work},
                                       {"Limits", brief_limits},
                                       {"Money", brief_money},
                                       {"Output", brief_output}};

}  // namespace

extern const CommandInfo recommend_command = {
    "recommend",
    "rank cards for a kind of work, within limits",
    "  gpupick recommend --vram 24 --budget 2000\n"
    "  gpupick recommend --for image-generation --stack cuda --max-power 300\n"
    "  gpupick recommend --vram 24 --budget 2000 --why 4090\n"
    "  gpupick recommend --model llama-3.1-70b --context 32k --budget 5000 --gpus 1-4\n"
    "  gpupick recommend --have 3060-12gb --budget 1500\n"
    "  gpupick recommend --rent --max-hourly 1 --model llama-3.3-70b\n"
    "  gpupick recommend --budget 3000 --own-or-rent\n"
    "  gpupick recommend --task qlora --model qwen3-8b --budget 1500\n"
    "  gpupick recommend --budget 900 --condition new --format json | jq '.ranked[0]'",
    make_command<Recommend>,
    {},
    false,
    brief_groups};

}  // namespace gpupick
