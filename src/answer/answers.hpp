// The answers as documents: each function says once what a question's answer is, for people and for
// programs. The arguments must outlive the answer, which refers to them.
#pragma once

#include <cstdint>
#include <optional>

#include "answer/answer.hpp"
#include "estimate/estimate.hpp"
#include "ranking/compare.hpp"
#include "ranking/cost.hpp"
#include "ranking/score.hpp"

namespace gpupick {

struct RankingView {
  std::optional<std::size_t> top;  // cards to show; unset: 5 in text and Markdown, else all
  bool brief = false;              // one line that names the card to buy
  bool details = false;            // remarks on each card, and all reasons why cards are left out
  bool left_out = false;           // the cards that are left out, each with its reason
  bool explain = false;            // the points of each card
  bool frontier = false;           // the cards that no other beats on speed and cost
  std::uint32_t seed = 1;          // of the draws behind the verdict's certainty
  std::optional<Costs> costs;      // owning and renting the first cards; unset: not shown
};

Answer answer(const Ranking& ranking, const RankingView& view);
Answer answer(const Why& why, const Ranking& ranking);

// Shows the costs of a month; the parts and the assumptions if `details`.
Answer answer(const Costs& costs, bool details);

// The figures of a card that matter most, or every one with its source if `all`.
Answer answer(const Catalog& catalog, const Gpu& gpu, const Query& query, bool all);

// Shows the rows that decide, or every row if `all`.
Answer answer(const Comparison& comparison, bool all);

struct EstimateView {
  WorkResult way;               // how the job runs if it does not fit
  HostMemory host;              // may hold what does not fit
  std::vector<Ranked> fitting;  // other cards that the job fits, the first to be named first
  bool explain = false;         // the formulas with their numbers, and all assumptions
};

Answer answer(const JobEstimate& estimate, const EstimateView& view);
// One row of many, and one that could not be read, in JSON on one line.
std::string row_of_answers(const JobEstimate& estimate, const WorkResult& way);
std::string row_of_errors(std::size_t line, const std::string& message);

}  // namespace gpupick
