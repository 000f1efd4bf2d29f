// The parts of answers about ranked cards. Private to src/answer.
#pragma once

#include <span>

#include "answer/answers.hpp"
#include "answer/basis.hpp"
#include "answer/estimate_words.hpp"
#include "answer/job.hpp"
#include "answer/values.hpp"
#include "ranking/cost.hpp"
#include "ranking/gain.hpp"
#include "ranking/why.hpp"

namespace gpupick {

using RankedCards = std::span<const Ranked>;

// Marks of a job that does not run as asked: with fewer bits, partly in the computer's memory, or
// in another way.
inline constexpr std::string_view fewer_bits_mark = "q", host_memory_mark = "m",
                                  lower_resolution_mark = "#", other_way_mark = "*";
// The mark of a job that does not run as asked, or "".
std::string_view way_mark(const WorkResult& result);

// "3 years".
inline std::string years_text(const ScoreScale& use) {
  return fmt::format("{} {}", exact(use.years), use.years == 1 ? "year" : "years");
}

// The unit of prices: "USD", or "USD an hour" of rents.
inline std::string paid_unit(const Query& query) {
  return query.currency.code + (query.rent ? " an hour" : "");
}
// "1,393 USD", or "0.785 USD an hour".
inline std::string paid_text(const Query& query, double usd) {
  return fmt::format("{} {}", query.currency.text(usd), paid_unit(query));
}

// The price of a kWh in the currency of the query.
inline std::string kwh_text(const Query& query) {
  const double kwh = query.currency.from_usd(query.scale.kwh_usd);
  return query.currency.is_usd() ? exact(kwh) : rounded(kwh);
}

// "4 hours of full load a day".
std::string hours_text(const ScoreScale& use);

// True if the named job does not fit the card and runs partly in the computer's memory.
bool runs_from_host(const Ranked& card);

// The step of the ladder by which a named job runs on the card, or the share of the weights that
// stays in the computer's memory.
std::string fallback_text(const Ranked& card);

// Rounds down to a whole amount, except under 10.
std::string whole_text(double usd, const Currency& currency);

// The cards in the order of the answer: the card to buy, those as good, the one that leads most
// often of the others, then the rest by score. For a buyer of an upgrade those that gain nothing
// over the owned card come last.
std::vector<Ranked> in_order(const Ranking& ranking, const Verdict& verdict);

// How the numbers of this table were made.
std::vector<std::string> method(const Ranking& ranking, RankedCards cards, const Table& table);
// The figures in the table of a ranking, which may have marks: all cells but place and card.
Phrases marked_cells(const Table& table);
// The meaning of the marks in these cells; "" if there are none.
std::string legend(const Phrases& cells);
// Adds the points of each card, and the formula of a named job's speed.
void add_points(const Ranking& ranking, RankedCards cards, Answer& out);
// How much memory the named job takes on the card, and how several cards share it.
std::string work_sentence(const Ranked& card);

// The first `shown` cards of the answer as a table; with ranges, power and the number of offers if
// `in_full`.
Grid ranking_grid(const Ranking& ranking, const Verdict& verdict,
                  const std::vector<Ranked>& ordered, std::size_t shown, bool in_full = false);
// The points of one card with the reason for each.
Table terms_table(const Ranking& ranking, const Ranked& card);

// The cards that are left out, as phrases: "63 under 24 GiB", "8 over 2,000 USD". With examples:
// "8 over 2,000 USD (nearest: A10, 85 USD over)".
std::vector<std::string> left_out(const Ranking& ranking, const Verdict& verdict,
                                  bool with_examples);

// "chat and coding"; "the job" if it is a named one.
std::string jobs_text(const Phrases& labels);
// Returns `speed`, behind "replies" for a named chat, whose score counts whole replies.
std::string of_replies(const Ranked& card, const std::string& speed);
// The gain of a card over the buyer's: "1.8 (1.5-2.1) x as fast", "640 USD after selling yours",
// "100 W more".
Line gain_line(const Ranked& card, const Ranking& ranking);
// A ratio of speeds: "1.9 (1.6-2.3)", or "1.9" without an interval.
std::string times_text(const Estimate& times);
// "145 W more"; "" if the power is the same or unknown.
std::string watts_text(const Gain& gain);
// Says what one more card of the buyer's kind brings: "a second for 286 USD (250-320)".
Line addition(const Upgrade& upgrade, const Ranking& ranking);
// Adds the place of the buyer's cards, and what adding more of them brings, if the buyer named any.
void add_owned(const Ranking& ranking, const Verdict& verdict, Answer& out);

// "adds 27B chat", "without 2 jobs"; "" if there are no jobs.
std::string jobs_phrase(std::string_view verb, const Phrases& jobs);

// "runs fewer programs in full": what a card that does less than another lacks.
std::string shortfall(const Ranked& card, const Ranked& than);
// The jobs that one card runs as asked and the other does not.
Phrases jobs_run_by(const Ranked& card, const Ranked& not_by);

// Adds the card to buy, the other roles and how sure the answer is.
void add_verdict(const Verdict& verdict, const Ranking& ranking, Answer& out);
// Adds the same for a report: with `money`, what the card to buy costs, and all that are as good.
void add_full_verdict(const Verdict& verdict, const Ranking& ranking, std::vector<Line> money,
                      Answer& out);
// The report of a ranking.
Answer report(const Ranking& ranking, const RankingView& view, const Verdict& verdict);
// The verdict in one line.
std::string brief_text(const Ranking& ranking, const Verdict& verdict);
// Cards that would win at what they seem to cost, as phrases. Leaves out the one that has a role.
std::vector<std::string> untrusted(const Verdict& verdict, const Query& query);

// The cards that no other beats on both speed and cost, and which of them beats each of the others.
Table frontier_table(const Ranking& ranking);

// The cost of owning and of renting each card, and from how many hours a day owning is cheaper.
Table own_or_rent_table(const Costs& costs);
Data costs_of_cards(const Costs& costs);
Data api_data(const ApiPrices& prices);
// Says that an API costs less than half of owning the card, for the tokens of the named job.
// Nothing if it does not, or if the cards are rented or replace the buyer's.
std::optional<Line> api_line(const Ranking& ranking, const Ranked& card);

// Says that to rent the card for the whole run of a named job costs less than half of owning it.
// Nothing if it does not, or if the job has no end.
std::optional<Line> run_line(const Ranking& ranking, const Ranked& card);

// The points in which two cards differ, largest first: "343 USD cheaper over 3 years (+6.1), 12 %
// slower (-1.4)".
std::string differences(const Ranked& a, const Ranked& b, const Query& query);

// A change of the question that admits cards, if nothing fits.
struct WayIn {
  std::string_view flag;  // the first of them: "--budget"
  std::string flags;      // "--budget 700"
  Change change = {};
  CardGroup nearest;       // the best cards that it admits, of those with a trusted price
  bool too_slow = false;   // true if these are too slow for the job
  double margin = 0;       // how much the limit or the users change, or the memory or cards in all
  std::size_t cards = 0;   // that it admits
  std::string speed = {};  // "20 tokens/s", of the nearest; "" without a named job
};
// Returns for each flag the smallest change, the least trouble first.
std::vector<WayIn> ways_in(const Ranking& ranking);
// "Nothing fits. It takes `--budget 700` (3 cards, such as RTX 3060 12 GB) or `--gpus 2` (RTX
// 3090).", or the figure that the job lacks.
std::string nothing_text(const Ranking& ranking);
// "With `--kv-quant q8_0`: RX 7900 XT, used, 615 USD, 61 tokens/s: clear" if a smaller KV cache, or
// a smaller format of a server's weights, allows a much better card or the job is else too slow or
// partly in the computer's memory; otherwise "".
std::string faster_text(const Ranking& ranking, const Verdict& found, std::uint32_t seed);

// A card and the ranking as programs read them (keys.txt).
Data ranked_data(const Ranked& card, const Ranking& ranking);
Data ranking_data(const Ranking& ranking, const RankingView& view, const Verdict& verdict);

}  // namespace gpupick
