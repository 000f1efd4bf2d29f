// The answer of `recommend`: what to buy first, then the table, then what to know before buying. It
// fits a terminal of 80x24.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "answer/answers.hpp"
#include "answer/cost_table.hpp"
#include "answer/limits.hpp"
#include "answer/plots.hpp"
#include "answer/question.hpp"
#include "answer/ranking.hpp"
#include "answer/remarks.hpp"
#include "ranking/upgrade.hpp"

namespace gpupick {
namespace {

// How a named job runs on the card if not as asked; "" if it does.
std::string way_text(const Ranked& card) {
  const WorkResult& result = card.work.front();
  if (!card.estimate() || !result.fallback) return "";
  return (result.as_asked ? "fastest with " : "to fit: ") + fallback_text(card);
}

// How the score counts chats, since it counts more than the speed shown; "" without a chat.
std::string replies_text(const Mix& mix) {
  for (const AskedWork& asked : mix) {
    const Job* job = std::get_if<Job>(&asked.work);
    if (!job || job->task != Task::chat || job->batch > 1) continue;
    return fmt::format("Chat counts by the time to read {} tokens and write {}", exact(job->prompt),
                       exact(job->generate));
  }
  return "";
}

bool shows(const Phrases& cells, std::string_view mark) {
  return std::ranges::any_of(cells, [&](std::string_view cell) { return holds(cell, mark); });
}

// Adds what --details shows: the method, remarks on each card, the groups that are left out, the
// assumptions.
void add_details(const Ranking& ranking, const Verdict& verdict, RankedCards cards,
                 const Table& table, Answer& out) {
  out.add_apart(join(method(ranking, cards, table), ". ") + ".");
  if (!cards.empty() && cards.front().estimate()) out.add(work_sentence(cards.front()));
  out.add_break();
  for (const Ranked& card : cards) {
    std::vector<std::string> said;
    if (ranking.owned) add_text(said, join(gain_line(card, ranking).phrases, "; "));
    add_text(said, way_text(card));
    for (std::string& remark : all_remarks(ranking, card)) said.push_back(std::move(remark));
    out.add(Line{.label = short_name(card), .phrases = std::move(said)});
  }
  if (const std::vector<std::string> groups = left_out(ranking, verdict, true); !groups.empty())
    out.add_apart(Line{.label = "Left out", .phrases = groups, .separator = ", "});
  if (ranking.query.job) out.add_apart(assumed_text(*ranking.query.job));
}

void add_left_out(const Ranking& ranking, Answer& out) {
  if (ranking.excluded.empty()) {
    out.add_apart("No card is left out.");
    return;
  }
  Table table{{{"left out"}, {"reason"}, {"change", Align::left, 1}}};
  for (const Excluded& card : ranking.excluded)
    table.rows.push_back({short_name(card),
                          reason_text(card.failed.front(), ranking.query.currency),
                          to_flags(change_for(card.failed.front()), ranking.query.currency)});
  out.add_apart(Grid{std::move(table)});
}

std::string legend_of_table(const Table& table) { return legend(marked_cells(table)); }

// Adds the lines below the table: what to know of the card to buy, and of those not shown.
void add_notes(const Ranking& ranking, const Verdict& verdict, const RankingView& view,
               const Table& table, Answer& out) {
  out.add_break();
  if (verdict.buy && !view.details)
    out.add(Line{.label = ranking.query.rent ? "Before you rent" : "Before you buy",
                 .phrases = all_remarks(ranking, *verdict.buy),
                 .most_lines = 2,
                 .kept = first_remarks(ranking, *verdict.buy).size()});
  // With --details, --explain or --frontier no line is left out.
  const bool spare = !view.details && !view.explain && !view.frontier;
  if (verdict.buy)
    if (std::optional<Line> line = api_line(ranking, *verdict.buy)) {
      line->spare = spare;
      out.add(std::move(*line));
    }
  if (std::vector<std::string> said = untrusted(verdict, ranking.query); !said.empty())
    out.add({.label = "Few prices",
             .head = "best if found",
             .phrases = std::move(said),
             .separator = ", ",
             .most_lines = 1,
             .spare = spare});
  if (std::vector<std::string> groups = left_out(ranking, verdict, false);
      !groups.empty() && !view.details) {
    groups.insert(groups.begin(), fmt::format("{} cards (`--left-out`)", ranking.excluded.size()));
    out.add(Line{
        .label = "Left out", .phrases = std::move(groups), .separator = ", ", .most_lines = 1});
  }
  std::vector<std::string> last;
  const std::string marks = legend(marked_cells(table));
  add_text(last, marks);
  if (!converts(ranking.query)) add_text(last, prices_of_answer(ranking));
  if (!view.details) last.emplace_back("More: `--details`, `--why CARD`");
  out.add(Line{.phrases = std::move(last),
               .separator = ". ",
               .most_lines = view.details ? 0u : 2u,
               .tone = Tone::dim,
               .legend = marks.empty() ? nullptr : legend_of_table});
}

// Says that renting the first card costs less than owning it, if it does.
void add_rent(const Costs& costs, Answer& out) {
  if (costs.cards.empty()) return;
  const Cost& first = costs.cards.front();
  const Rented* rent = first.usual_rent();
  if (!first.owned || !rent) return;
  const ScoreScale& use = costs.query.scale;
  const Currency& currency = costs.query.currency;
  const Estimate owning = first.owned->total(), renting = rent->total(use);
  if (lean(owning, renting) != Lean::rent) return;
  out.add(Line{.label = "Or rent",
               .phrases = {fmt::format("{} at {} h a day: {} over {} instead of {} to own",
                                       short_name(first.cards), exact(use.hours_per_day),
                                       to_text(currency.from_usd(renting), currency.code),
                                       years_text(use), to_text(currency.from_usd(owning)))}});
}

std::vector<std::string> csv_columns(const Ranking& ranking) {
  std::vector<std::string> out = {"rank", "as_good", "id", "name", "count", "score"};
  for (const Outcome outcome : outcomes) out.push_back(fmt::format("terms.{}", name_of(outcome)));
  const bool rent = ranking.query.rent;
  out.insert(out.end(), {"memory_gib", "devices", "tdp_w", "psu_w", usd_key("price", rent),
                         usd_key("price_low", rent), usd_key("price_high", rent), "price_trusted",
                         "price_kind", "price_date", usd_key("best_below", rent), "cost.usd",
                         "jobs.*.speed", "jobs.*.runs"});
  if (!ranking.query.region.empty()) out.emplace_back("price_local");
  if (ranking.query.job) {
    out.emplace_back("needed_gib");
    out.emplace_back("jobs.*.fallback");
  }
  return out;
}

}  // namespace

std::vector<Ranked> in_order(const Ranking& ranking, const Verdict& verdict) {
  std::vector<Ranked> cards = ranking.ranked;
  for (Ranked& card : cards) card = shown_of(verdict, card);
  const Role* rival = verdict.find(RoleKind::rival);
  const auto place = [&](const Ranked& card) {
    const RoleKind role = role_in(verdict, card);
    if (role == RoleKind::buy || role == RoleKind::level) return role == RoleKind::buy ? 0 : 1;
    if (rival && rival->card == card) return 2;
    const bool gains = !ranking.owned || card == *ranking.owned ||
                       is_worth_changing(card, *ranking.owned, ranking.query.scale);
    return gains ? 3 : 4;
  };
  std::ranges::stable_sort(cards, {}, place);
  return cards;
}

Phrases marked_cells(const Table& table) {
  Phrases out;
  for (const std::vector<std::string>& row : table.rows)
    out.insert(out.end(), row.begin() + 2, row.end());
  return out;
}

std::string legend(const Phrases& cells) {
  static constexpr std::pair<std::string_view, std::string_view> marks[] = {
      {rough_mark, "~ rough"},
      {untrusted_mark, few_prices},
      {fewer_bits_mark, "q fewer bits"},
      {host_memory_mark, "m partly in the computer's memory"},
      {lower_resolution_mark, "# at a lower resolution"},
      {other_way_mark, "* not as asked"}};
  Phrases said;
  for (const auto& [mark, meaning] : marks)
    if (shows(cells, mark)) said.push_back(meaning);
  return join(said, ", ");
}

std::vector<std::string> method(const Ranking& ranking, RankedCards cards, const Table& table) {
  std::vector<std::string> notes;
  if (ranking.mix->front().label.empty())
    notes.emplace_back("Ranges in parentheses hold 4 in 5 measured cards");
  if (shows(marked_cells(table), rough_mark))
    notes.emplace_back("Rough speeds are hardly measured and count by their low end");
  if (std::ranges::any_of(*ranking.mix, [](const AskedWork& asked) {
        return std::holds_alternative<StatedRate>(asked.work);
      }))
    notes.emplace_back("TFLOPS and GB/s are the peak rates that the makers state");
  add_text(notes, replies_text(*ranking.mix));
  const Query& query = ranking.query;
  if (std::ranges::any_of(cards, runs_from_host))
    notes.push_back(fmt::format(
        "The computer has {} GiB of memory (`--ram`) at {} GB/s, of which the system takes {}",
        exact(query.host_memory.ram_gib), exact(query.host_memory.memory_gb_s),
        exact(query.host_memory.system_gib)));
  const std::string span = hours_text(query.scale);
  notes.push_back(query.rents_a_run() ? "Cost: the rent for the hours of the run"
                  : query.rent        ? fmt::format("Cost: the rent, {}", span)
                                      : fmt::format("Cost: purchase, computer and electricity less "
                                                           "resale, {}, {} {}/kWh",
                                                    span, kwh_text(query), query.currency.code));
  notes.emplace_back("The order counts no resale");
  return notes;
}

void add_points(const Ranking& ranking, RankedCards cards, Answer& out) {
  for (const Ranked& card : cards) {
    out.add_apart(Grid{terms_table(ranking, card)});
    if (const JobEstimate* estimate = card.estimate())
      out.add("speed = " + (runs_from_host(card)
                                ? basis_text(*estimate->offload)
                                : basis_text(*estimate, estimate->speeds.front())));
  }
}

std::string work_sentence(const Ranked& card) {
  const JobEstimate& estimate = *card.estimate();
  const std::string split = split_text(estimate);
  if (runs_from_host(card))
    return fmt::format("The job needs {} GiB, and {} has {}: {}.",
                       rounded(in_gib(estimate.need.total())), short_name(card),
                       rounded(in_gib(*estimate.usable)), fallback_text(card));
  const std::string way =
      card.work.front().fallback ? fmt::format(" ({})", fallback_text(card)) : "";
  const Estimate* first = estimate.find(Output::first_token);
  const Estimate* all = estimate.find(Output::first_token_all);
  const std::string waits =
      first ? fmt::format(" First token after {} s{}.", value_text(*first),
                          all ? fmt::format(", {} s if all ask at once", value_text(*all)) : "")
            : "";
  return fmt::format("The job needs {} of {} GiB on {}{}.{}{}{}",
                     rounded(in_gib(estimate.need.total())), rounded(in_gib(*estimate.usable)),
                     short_name(card), way, waits, split.empty() ? "" : " ", split);
}

Answer answer(const Ranking& ranking, const RankingView& view) {
  Answer out{.schema = "recommend/6", .one_screen = true};
  const auto shared = std::make_shared<const Verdict>(verdict(ranking, view.seed));
  const Verdict& found = *shared;
  out.data = [&ranking, &view, shared] { return ranking_data(ranking, view, *shared); };
  out.csv_list = "ranked";
  out.csv_columns = csv_columns(ranking);
  if (view.brief) {
    const std::string prices = ranking.query.region.empty() ? "" : "; " + prices_used(ranking);
    out.add(Line{.phrases = {brief_text(ranking, found) + prices}, .one_line = true});
    return out;
  }
  out.report = [&ranking, &view, shared] { return report(ranking, view, *shared); };
  const std::vector<Ranked> all = in_order(ranking, found);
  const RankedCards cards =
      RankedCards(all).first(std::min<std::size_t>(view.top.value_or(5), all.size()));
  out.add(Line{.phrases = {question_text(ranking)}, .most_lines = 2});
  if (converts(ranking.query)) out.add(prices_of_answer(ranking) + ".");
  out.add_break();
  if (cards.empty()) {
    out.add(nothing_text(ranking));
    out.add_break();
  }
  add_verdict(found, ranking, out);
  out.add(faster_text(ranking, found, view.seed));
  if (view.costs) add_rent(*view.costs, out);
  if (found.buy)
    if (std::optional<Line> run = run_line(ranking, *found.buy)) out.add(*std::move(run));
  Table table;
  if (!cards.empty()) {
    out.add_break();
    Grid grid = ranking_grid(ranking, found, all, cards.size());
    if (!view.top) grid.spare_rows = 3;
    table = grid.table;
    out.add(std::move(grid));
  }
  out.add_apart(Plot(speed_plot(ranking, found, view.costs)));
  if (view.explain) add_points(ranking, cards, out);
  if (view.frontier) out.add_apart(Grid{frontier_table(ranking)});
  if (view.costs) out.add_apart(Grid{own_or_rent_table(*view.costs)});
  if (view.details) add_details(ranking, found, cards, table, out);
  if (view.left_out) add_left_out(ranking, out);
  add_notes(ranking, found, view, table, out);
  return out;
}

}  // namespace gpupick
