// One card under a query: what is in its way, what it does, what that costs, and the points of
// both. Private to the ranking.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ranking/admission.hpp"
#include "ranking/score.hpp"

namespace gpupick {

double to_tenth(double points);

// Rounds one part of a sum after the other to tenths, so that they add up to the rounded sum.
class Tenths {
 public:
  double next(double part);
  double sum() const { return sum_; }

 private:
  double sum_ = 0;
};

// Returns the utility of a cost over the years of use, from 1 (a dollar) down to 0: its logarithm
// over the decades of the scale. If the budget sets the worth of money, it follows the tangent of
// the logarithm at the budget.
double thrift(const Query& query, double usd);

// The points of such a cost over the years of use, before rounding.
double cost_points(const Query& query, double usd);

bool has_failed(const Assessment& assessment, Limit limit);

// Whether nothing but its price keeps the card out.
bool lacks_price_alone(const std::vector<Exclusion>& failed);

class Assessor {
 public:
  // What it is made of must outlive it. `whole`: a card that fails a limit is told all that is in
  // its way, and what it does.
  Assessor(const Catalog& catalog, const Query& query, const Mix& mix, bool whole);

  // The count of cards that serves best, else the first that the job fits, else the last.
  Assessment assess(const Gpu& gpu) const;

  // The same in two steps, of many cards that are tried one of a kind: what is in the way of one
  // before its work, and then, of those that are open, the work and the points. Each job is put to
  // all cards before the next, so that the processor has its code at hand.
  Assessment admit(const Gpu& gpu) const;
  bool is_open(const Assessment& admitted) const;
  void score(std::span<Assessment> open) const;

  // Of a job that can't run on the cards asked for: the smallest change after which it can. Where
  // that is more cards, the assessment becomes that of so many, to tell what else is in the way.
  void add_change(Assessment& failed) const;

 private:
  // Adds what admitted cards cost. `price`: of one card.
  void buy(const std::optional<Price>& price, Assessment& out) const;
  // The same, and what they do.
  void finish(const std::optional<Price>& price, Assessment& out) const;
  bool better(const Assessment& a, const Assessment& b) const;
  std::optional<Price> price_of(const Gpu& gpu) const;
  // Of the first of the kinds of rent that is known.
  std::optional<Price> usual_rent(const PriceHistory& history) const;
  // The hours of rent, and the computer that the buyer gave a price for.
  void add_computer(Ranked& card) const;
  // Adds electricity, computer and resale.
  void add_costs(Ranked& card) const;
  // What the buyer pays electricity for: nothing where the cards are rented.
  Number watts(const Ranked& card) const;
  // Whether its power is known, where a weight asks for it.
  void check_power(Assessment& out) const;
  // Why the card is left out for what the jobs come to on it, where it is for that.
  void judge_work(Assessment& out) const;
  // Which programs of the work run on the card, and of each job's.
  void add_tools(Assessment& out) const;
  // Why the job does not run on so many cards.
  static Exclusion does_not_run(const JobEstimate& named, const Host& host, double least_batch);
  static Exclusion too_large(const JobEstimate& result);
  Exclusion unpriced(const Gpu& gpu) const;
  // The terms, where every outcome that has a weight is known; else why not.
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
