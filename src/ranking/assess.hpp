// Assesses one card under a query: why it is excluded, how fast it is, what that costs, and the
// points of both. Private to the ranking.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ranking/admission.hpp"
#include "ranking/score.hpp"

namespace gpupick {

double to_tenth(double points);

// Rounds the parts of a sum to tenths, one after the other, so that they add up to the rounded sum.
class Tenths {
 public:
  double next(double part);
  double sum() const { return sum_; }

 private:
  double sum_ = 0;
};

// Returns the utility of a cost over the years of use, from 1 (a dollar) down to 0. It falls with
// the logarithm of the cost, over the decades of the scale. If the budget sets the worth of money,
// this is the utility of what is saved of it, along the tangent of the logarithm at the budget, for
// the `useful` share of the work; below 0 beyond the budget.
double cost_utility(const Query& query, double useful, double usd);

// Returns the points of a cost over the years of use, before rounding.
double cost_points(const Query& query, double useful, double usd);

// True if the budget holds the cards, unless the buyer has them, and the memory of the computer
// that is bought for them.
bool affords_memory(const Query& query, const Ranked& card);

// True if the budget covers the cards with more memory in the computer and that pays: they run more
// as asked, run the named job with more bits for not much more money, or score higher.
bool buys_memory(const Query& query, const Ranked& more, const Ranked& as_it_is);

bool has_failed(const Assessment& assessment, Limit limit);

// True if no reason excludes the card except that its price is unknown.
bool lacks_price_alone(const std::vector<Exclusion>& failed);

class Assessor {
 public:
  // The arguments must outlive the assessor. If `whole`, an assessment lists every reason to
  // exclude the card, and estimates its work all the same.
  Assessor(const Catalog& catalog, const Query& query, const Mix& mix, bool whole);

  // Returns the card at its best count within the limits. If no count meets them, returns the first
  // count that the job fits, else the last.
  Assessment assess(const Gpu& gpu) const;

  // Adds the smallest change after which the named job runs on the cards, if it does not run as
  // asked. If only more cards are needed, `failed` becomes the assessment of that many cards, with
  // their other reasons.
  void add_change(Assessment& failed) const;

 private:
  // Adds the price of admitted cards and checks it against the limit. `price` is that of one card.
  void buy(const std::optional<Price>& price, Assessment& out) const;
  // Adds the price, then the work and the points unless more than a missing price excludes the
  // cards. Buys host memory if the work needs more and the cards are better with it.
  void finish(const std::optional<Price>& price, Assessment& out) const;
  // Adds the work, the costs and the points on a computer with this memory. Reuses `known` results,
  // computed for a computer with more memory, if they fit this one.
  void score(const HostMemory& host, Assessment& out, std::span<const WorkResult> known = {}) const;
  bool better(const Assessment& a, const Assessment& b) const;
  // Excludes cards of unknown power if cost or electricity has a weight.
  void check_power(Assessment& out) const;
  // Excludes cards that do not run the named job, or that run no job of the workload.
  void judge_work(const HostMemory& host, Assessment& out) const;
  // Excludes cards on which the named job is slower than the limit.
  void check_speed(Assessment& out) const;
  // Excludes cards of which some have no work.
  void check_idle(Assessment& out) const;
  // Adds which programs of the workload run on the card, and each job's share of them. Excludes a
  // card that runs none.
  void add_tools(Assessment& out) const;
  // Returns why the named job does not run on the cards in a computer with this memory.
  Exclusion does_not_run(const JobEstimate& named, const AskedWork& asked,
                         const HostMemory& host) const;
  // Returns the users that are served as asked if their number is given, or 0 if none is found.
  double served_users(const JobEstimate& named) const;
  static Exclusion too_large(const JobEstimate& result);
  Exclusion unpriced(const Gpu& gpu) const;
  // Returns the kind of price that the buyer asks for: "new", "used", or "" for any.
  std::string_view asked_kind() const;
  // Adds the terms and the score. Excludes a card without a price if cost has a weight.
  void add_points(Assessment& out) const;
  double weight(Outcome outcome) const;

  const Catalog& catalog_;
  const Query& query_;
  Limits budget_;  // the limit on the price, if any
  Admission admission_;
  const Mix& mix_;
  Toolbox toolbox_;
  bool whole_;
};

}  // namespace gpupick
