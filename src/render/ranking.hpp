// Shared by the ranking and the answer to --why. Private to src/render.
#pragma once

#include <span>

#include "ranking/verdict.hpp"
#include "render/basis.hpp"
#include "render/job.hpp"

namespace gpupick {

using RankedCards = std::span<const Ranked>;

// "4 x RTX 3090": the name with the number of cards that are ranked together.
inline std::string short_name(const Ranked& card) {
  return short_name(CardGroup{card.gpu, card.count});
}

// Marks in the table: a speed that is a rough estimate, and a job that runs by a step of its
// ladder.
inline constexpr std::string_view guess_mark = "~", fallback_mark = "*";
// Mark of a price that too few recent observations support.
inline constexpr std::string_view untrusted_mark = "?";

// "3 years", the heading over what a card costs in that time.
inline std::string years_text(const ScoreScale& use) {
  return fmt::format("{} {}", exact(use.years), use.years == 1 ? "year" : "years");
}

// "4 hours of full load a day".
std::string hours_text(const ScoreScale& use);

// The ranking of the cards shown, and the points of one card with the reason for each.
Table ranking_table(const Ranking& ranking, RankedCards cards);
Table terms_table(const Ranking& ranking, const Ranked& card);

// "Left out: 63 under 24 GiB, 8 over 2,000 USD (nearest: A10, 85 USD over)."
std::string left_out(const Ranking& ranking);

// The gain of a card over the buyer's: "1.8 (1.5-2.1) times as fast; 100 W more; 640 USD after
// selling yours".
std::string gain_text(const Ranked& card, const Ranked& owned);
Data gain_json(const Ranked& card, const Ranked& owned);
// A ratio of speeds: "1.9 (1.6-2.3)", or "1.9" without an interval.
std::string times_text(const Estimate& times);
// The rank that the buyer's cards would have, and the ways to upgrade them; "" if the buyer named
// no cards.
std::string owned_text(const Ranking& ranking, const Page& page);
Data upgrades_json(const Ranking& ranking);

// Prints the verdict: the card to buy, then the other roles.
std::string verdict_text(const Verdict& verdict, const Ranking& ranking, const Page& page);
Data verdict_json(const Verdict& verdict);

// The cards that no other beats on both speed and cost, and which of them beats each of the others.
std::string frontier_text(const Ranking& ranking, const Page& page);
Data frontier_json(const Ranking& ranking);

// A table of what each card costs to own and to rent, and from how many hours a day owning is
// cheaper.
std::string own_or_rent_text(const Costs& costs, const Page& page);
Data costs_json(const Costs& costs);

// The points in which two cards differ, largest first: "343 USD cheaper over 3 years (+6.1), 12 %
// slower (-1.4)".
std::string differences(const Ranked& a, const Ranked& b, const ScoreScale& use);

// The step of the ladder by which a named job runs on the card, or the share of the weights that
// stays in host memory.
std::string fallback_text(const Ranked& card);

// The changes of the query that would admit a card if none is ranked; "" if no change would.
std::string ways_in(const Ranking& ranking);

Data terms_json(const OutcomeValues& terms);
Data ranked_json(const Ranked& card, const Ranking& ranking);

}  // namespace gpupick
