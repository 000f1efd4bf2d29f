// What the ranking and the answer to --why share. Private to render_*.cpp.
#pragma once

#include <span>

#include "ranking/verdict.hpp"
#include "render/basis.hpp"
#include "render/job.hpp"

namespace gpupick {

using RankedCards = std::span<const Ranked>;

// "4 x RTX 3090" of the cards that stand in the ranking together.
inline std::string short_name(const Ranked& card) {
  return short_name(CardGroup{card.gpu, card.count});
}

// Marks of a speed in the table: a guess, and what a step of the ladder reaches.
inline constexpr std::string_view guess_mark = "~", fallback_mark = "*";
// Mark of a price that too few recent observations support.
inline constexpr std::string_view untrusted_mark = "?";

// "3 years", over what a card costs in that time.
inline std::string years_text(const ScoreScale& use) {
  return fmt::format("{} {}", exact(use.years), use.years == 1 ? "year" : "years");
}

// "4 hours of full load a day".
std::string hours_text(const ScoreScale& use);

// Of the cards shown, and the points of one with what each stands for.
Table ranking_table(const Ranking& ranking, RankedCards cards);
Table terms_table(const Ranking& ranking, const Ranked& card);

// "Left out: 63 under 24 GiB, 8 over 2,000 USD (nearest: A10, 85 USD over)."
std::string left_out(const Ranking& ranking);

// "lets in 32B chat; 100 W more; 640 USD after selling yours".
std::string gain_text(const Ranked& card, const Ranked& owned);
Json gain_json(const Ranked& card, const Ranked& owned);
// "1.9 (1.6-2.3)".
std::string times_text(const Estimate& times);
// Where what the buyer has would stand, and the ways to upgrade it; "" where nobody asked.
std::string owned_text(const Ranking& ranking, const Page& page);
Json upgrades_json(const Ranking& ranking);

// Prints the verdict: the card to buy, then the other roles.
std::string verdict_text(const Verdict& verdict, const Ranking& ranking, const Page& page);
Json verdict_json(const Verdict& verdict);

// The cards that no other beats on speed and cost, and by whom the others are beaten.
std::string frontier_text(const Ranking& ranking, const Page& page);
Json frontier_json(const Ranking& ranking);

// Of each card what owning and renting cost, and from how many hours a day owning is the cheaper.
std::string own_or_rent_text(const Costs& costs, const Page& page);
Json costs_json(const Costs& costs);

// "343 USD cheaper over 3 years (+6.1), 12 % slower (-1.4)": where the points of two cards differ,
// largest first.
std::string differences(const Ranked& a, const Ranked& b, const ScoreScale& use);

// How a job that was named is run on a card that it does not fit as asked.
std::string fallback_text(const Ranked& card);

// What would let a card in where none is; "" where nothing does.
std::string ways_in(const Ranking& ranking);

Json terms_json(const OutcomeValues& terms);
Json ranked_json(const Ranked& card, const Ranking& ranking);

}  // namespace gpupick
