// The commands that answer with cards: recommend, diff, show, list, workloads.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/program.hpp"

namespace gpupick {

namespace {

// Best first, words by the alphabet, what is not known last; by price where there is no figure.
void sort_cards(std::vector<Assessment>& cards, const Figure* figure) {
  const bool words = figure && !std::holds_alternative<Number Gpu::*>(figure->member);
  const bool rising = !figure || figure->better == Better::less;
  const auto word = [&](const Assessment& card) {
    return words && is_known(*card.card.gpu, *figure)
               ? std::optional(format_value(*card.card.gpu, *figure))
               : std::nullopt;
  };
  const auto number = [&](const Assessment& card) -> Number {
    if (figure) return number_of(*card.card.gpu, *figure);
    return card.card.price ? Number(card.card.price->usd) : std::nullopt;
  };
  const auto before = [](const auto& x, const auto& y, bool rise) {
    if (!x || !y) return x.has_value() && !y.has_value();
    return rise ? *x < *y : *x > *y;
  };
  std::stable_sort(cards.begin(), cards.end(), [&](const Assessment& a, const Assessment& b) {
    return words ? before(word(a), word(b), true) : before(number(a), number(b), rising);
  });
}

}  // namespace

void Program::add_recommend() {
  CLI::App& recommend =
      command("recommend", "rank cards for a kind of work, within limits",
              "  gpupick recommend --vram 24 --budget 2000\n"
              "  gpupick recommend --for image-generation --stack cuda --max-power 300\n"
              "  gpupick recommend --vram 24 --budget 2000 --why 4090\n"
              "  gpupick recommend --model llama-3.1-70b --context 32k --budget 5000 --gpus 1-4\n"
              "  gpupick recommend --task qlora --model qwen3-8b --budget 1500\n"
              "  gpupick recommend --budget 1500 --condition new --format json | jq '.ranked[0]'",
              [this] {
                load_with_job();
                const Ranking ranking = rank(*catalog_, query_);
                if (!why_.empty())
                  environment_.out << render(explain(*catalog_, ranking, catalog_->find_gpu(why_)),
                                             ranking, page());
                else
                  environment_.out << render(ranking, view_, page());
                return ranking.ranked.empty() ? nothing_fits : done;
              });
  bind(recommend, work_);
  bind(recommend, limits_);
  bind(recommend, prices_);
  bind(recommend, job_);
  recommend
      .add_option("--gpus", gpus_, "so many cards of a kind, as 2 or 1-4: the best count of each")
      ->type_name("N|A-B")
      ->group(job_group);
  recommend.add_option("--top", view_.top, "how many to show (default: 5; all in JSON and CSV)")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000000}).description(""));
  recommend.add_flag("--explain", view_.explain, "show the points behind each score");
  recommend
      .add_option("--why", why_,
                  "why this card is not higher or not there, and what would change it")
      ->type_name("CARD");
}

void Program::add_diff() {
  CLI::App& diff = command("diff", "compare cards figure by figure",
                           "  gpupick diff rtx-4090 rtx-5090\n"
                           "  gpupick diff 3090 7900-xtx arc-b580 --for llm-inference\n"
                           "  gpupick diff rtx-4090 rtx-5090 --model llama-3.1-8b\n"
                           "  gpupick diff 3090:2 rtx-pro-6000 --model llama-3.3-70b\n"
                           "  gpupick diff h100-pcie h100-sxm --all --format markdown",
                           [this] {
                             outcomes_ = !diff_workload_.empty();
                             if (outcomes_) work_.workload = diff_workload_;
                             load_with_job();
                             std::vector<CardGroup> cards;
                             for (const std::string& name : names_)
                               cards.push_back(configuration(name));
                             environment_.out << render(
                                 compare(*catalog_, cards, query_, outcomes_), all_, page());
                             return done;
                           });
  diff.add_option("cards", names_, "two cards or more, or CARD:N; the first is the yardstick")
      ->required()
      ->expected(2, 16)
      ->type_name("CARD");
  diff.add_flag("--all", all_, "equal figures too");
  diff.add_option("--for", diff_workload_, "also speed and score for this workload")
      ->type_name("NAME");
  bind(diff, prices_);
  bind(diff, job_);
}

void Program::add_show() {
  CLI::App& show = command(
      "show", "every figure of a card, with its source",
      "  gpupick show rtx-4090\n  gpupick show \"radeon rx 7900 xtx\" --format json", [this] {
        load();
        environment_.out << render_card(*catalog_, card(name_), query_, page());
        return done;
      });
  show.add_option("card", name_, "a card")->required()->type_name("CARD");
}

void Program::add_list() {
  CLI::App& list =
      command("list", "cards with the columns you choose, within limits",
              "  gpupick list --stack rocm --sort bandwidth_gb_s\n"
              "  gpupick list --vram 48 --columns memory_gib,tdp_w,price_usd --format csv",
              [this] { return list_cards(); });
  bind(list, limits_);
  bind(list, prices_);
  list.add_option(
          "--sort", sort_,
          "a figure's key, or price_usd; best first, words by the alphabet (default: by id)")
      ->type_name("KEY");
  list.add_option("--columns", columns_, "figure keys and price_usd")
      ->type_name("KEY,...")
      ->delimiter(',')
      ->allow_extra_args(false);
}

void Program::check_column(const std::string& key) const {
  if (key == "price_usd" || find_figure(key)) return;
  std::vector<std::string> keys{"price_usd"};
  for (const Figure& figure : figures()) keys.emplace_back(figure.key);
  const std::string hint = did_you_mean(key, keys);
  throw Error(fmt::format("no figure is called '{}'{}", printable(key),
                          hint.empty() ? "; known are " + enumerate(keys, "and") : hint));
}

int Program::list_cards() {
  if (!sort_.empty()) check_column(sort_);
  for (const std::string& key : columns_) check_column(key);
  load();
  std::vector<Assessment> cards;
  for (const Gpu& gpu : catalog_->gpus()) {
    Assessment card = assess(*catalog_, query_, gpu);
    if (exists_on(gpu, query_.day) && check(query_.limits, gpu, card.card.price).empty())
      cards.push_back(std::move(card));
  }
  if (!sort_.empty()) sort_cards(cards, find_figure(sort_));
  std::vector<std::string> shown = columns_;
  if (shown.empty())
    shown = {"memory_gib", "bandwidth_gb_s", "fp16_tensor_tflops",
             "tdp_w",      "launch_date",    "price_usd"};
  if (!sort_.empty() && std::find(shown.begin(), shown.end(), sort_) == shown.end())
    shown.insert(shown.begin(), sort_);
  environment_.out << render_list(cards, shown, query_, page());
  return cards.empty() ? nothing_fits : done;
}

void Program::add_workloads() {
  CLI::App& workloads =
      command("workloads", "the kinds of work that cards are ranked for",
              "  gpupick workloads\n  gpupick workloads llm-inference", [this] {
                if (!name_.empty()) work_.workload = name_;
                load();
                environment_.out << (name_.empty() ? render_workloads(catalog_->workloads(), page())
                                                   : render_workload(*query_.workload, page()));
                return done;
              });
  workloads.add_option("workload", name_, "one of them, or a file with one")->type_name("NAME");
}

}  // namespace gpupick
