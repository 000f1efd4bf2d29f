// Ranks cards for a workload: applies the limits, scores what the cards do and what that costs, and
// sorts them (docs/models.md#score).
//
// A card's score depends only on the card, the jobs, the host and the weights. Adding or removing
// another card never changes it, so it never reorders the others. The printed terms add up to the
// score exactly.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/currency.hpp"
#include "catalog/catalog.hpp"
#include "estimate/card_group.hpp"
#include "estimate/estimate.hpp"
#include "ranking/host.hpp"
#include "ranking/limits.hpp"
#include "ranking/mix.hpp"
#include "ranking/support.hpp"
#include "ranking/tools.hpp"

namespace gpupick {

struct Query {
  const Workload* workload = nullptr;  // never null when used
  OutcomeValues weights{};             // sum to 1
  std::string_view prefers;            // the buyer's preference; "": the workload's
  Limits limits;
  Condition condition = Condition::any;
  bool by_budget = false;  // the budget sets the worth of money
  Date day;                // of the ranking
  Day newest_price;        // day of the data's newest price
  std::string region;      // whose prices are preferred; "" for the US
  Currency currency;       // of the user's amounts and of those that are printed
  std::map<std::string, double, std::less<>> own_prices;  // the user's prices, USD by card id
  AskedHost host;
  std::optional<double> host_usd;  // price of the computer around the cards; absent: the host's
  ScoreScale scale;                // includes the user's years and hours of use
  std::string_view os;             // one of `systems`; "" for the best of them
  HostMemory host_memory;          // for jobs that do not fit the cards
  bool unsupported = false;        // include cards whose software support has ended
  bool boards = false;             // include modules that are sold by the board, as whole boards
  std::string_view market;         // include cards sold only in this market; "" for none
  std::optional<Job> job;          // the named job; absent: rank by the workload
  const Ladder* ladder = nullptr;  // steps to try if the job does not fit; null: none
  CardCounts counts;               // numbers of each card to try; the best counts
  bool of_cards = false;           // the question names the cards, so few users exclude none
  bool pairs = false;              // try two of each card too for a named job
  bool adapts = false;             // the buyer adds fans and adapters that boards need in the host
  std::optional<CardGroup> owned;  // the cards that the buyer has
  bool rent = false;               // the cards are rented: prices are per hour and include a host

  double weight(Outcome outcome) const { return weights[index(outcome)]; }
  // True if cost has all the weight: the price alone then orders cards that do the same work.
  bool orders_by_price() const { return weight(Outcome::cost) == 1; }
  // Returns the day of the prices: that of the ranking, or an earlier one if the data end there.
  Date prices_day() const { return newest_price ? std::min(day, *newest_price) : day; }
  // Returns the most that the cards may cost, or nothing if the buyer states no budget.
  Number budget_usd() const;
  // True if the cards are rented for a run of a given length, whose cost counts.
  bool rents_a_run() const { return rent && job && job->tokens > 0; }
  // Returns that budget over the years of use: for rent, the hourly limit times the hours. Nothing
  // for a run, whose hours differ between cards.
  Number budget_over_years_usd() const;
  // Returns the budget over the years of use that sets the worth of money, or nothing.
  Number scale_usd() const { return by_budget ? budget_over_years_usd() : std::nullopt; }
  // Returns the limit on the price of the cards.
  Limit price_limit() const { return rent ? limit("max-hourly") : limit("budget"); }
};

// Takes the computer as at hand if the buyer describes it: its memory, its PSU or its size.
void take_described_computer(Query& query);

// Returns the query for exactly these cards, in a computer that takes them.
Query query_of_cards(const Catalog& catalog, const Query& query, const CardGroup& cards);

// Returns the jobs that the query asks for.
std::shared_ptr<const Mix> mix_of(const Catalog& catalog, const Query& query);

// A card that meets every limit. The unit of ranking is `count` cards of one kind: price and points
// are those of all of them.
struct Ranked : CardGroup {
  double fine_score = 0;         // 0 to 100; orders the cards
  double score = 0;              // rounded to a tenth for print, like terms and points
  OutcomeValues terms{};         // add up to the score
  std::vector<WorkResult> work;  // the result of each job, in the order of the mix
  std::vector<double> points;    // of each job; they add up to the term of speed
  std::optional<Price> price;    // includes the computer if the buyer gave its price
  double computer_usd = 0;       // share of the host, if not in `price`; below 0 if they replace it
  Extras extras;                 // the parts of `computer_usd` for a better computer
  double bought_usd = 0;         // the part of `computer_usd` for a computer that is bought
  double electricity_usd = 0;    // over the years of use
  double resale_usd = 0;         // after the years of use
  bool rough_resale = false;     // its segment's resale is unknown
  bool too_slow = false;         // speed counts and none of the work is fast enough to earn points
  double rented_hours = 0;       // hours of rent, each at the price; 0 if the cards are bought
  WorkloadSupport support;
  ToolCoverage tools;

  // Returns the estimate of the named job, or null if no job was named.
  const JobEstimate* estimate() const {
    return work.size() == 1 && work.front().asked->label.empty() ? work.front().estimate.get()
                                                                 : nullptr;
  }
  // Returns the cost over the years of use with the interval of the price, or nothing without a
  // price.
  std::optional<Estimate> cost() const;
  // Returns the cost that the score counts, or nothing without a price. It leaves out resale, which
  // is uncertain.
  Number counted_usd() const { return price ? Number(counted_usd_at(price->usd)) : std::nullopt; }
  // Returns that cost at another price, USD, or USD an hour for rented cards.
  double counted_usd_at(double paid) const {
    return rented_hours > 0 ? paid * rented_hours : paid + computer_usd + electricity_usd;
  }
  // Returns the price of a stronger PSU for several cards. One card may do with the PSU at hand.
  double supply_usd() const { return count > 1 ? extras.supply_usd : 0; }
  // Returns what the budget limits besides the cards: a computer that is bought for them, or a PSU.
  double limited_usd() const { return bought_usd + supply_usd(); }
  // Returns the amount that the budget limits, or nothing without a price. For rented cards this is
  // the price of an hour.
  Number budgeted_usd() const { return price ? Number(price->usd + limited_usd()) : std::nullopt; }
  // Returns the least budget that holds the cards and the memory that is bought for them, or
  // nothing without a price.
  Number least_budget_usd() const {
    return price ? Number(*budgeted_usd() + extras.memory_usd) : std::nullopt;
  }
  // Returns what the buyer pays at once, or nothing without a price: the cards and the computer
  // that they need. For rented cards this is the price of an hour.
  Number outlay_usd() const {
    return price ? Number(price->usd + std::max(computer_usd, 0.0)) : std::nullopt;
  }
  // Returns the most host memory that a job takes, in GiB.
  double host_gib() const;
  // Returns the share of the work that the card runs as asked.
  double as_asked() const;
  // Returns the share of the work that the cards do for a buyer who asks for the lowest price: each
  // job by what it keeps. Leaves out jobs in host memory and those that are too slow. Training
  // counts in part if many of its programs do not run: it takes several of them, where a chat takes
  // any one.
  double supported(const ScoreScale& scale) const;
  // Returns the share of the work that the card runs as asked and with room.
  double with_room() const;
  // Returns the share of the work that the card runs, where a job that runs by a step of its ladder
  // counts by what the step keeps.
  double kept() const;
  // Returns the share of the work for which savings count, if its speeds are `more_decades` higher:
  // of the jobs above their floor, each by the share of its decades that counts.
  double useful(double more_decades = 0) const;
  // Points to the same cards with the other amount of memory in the computer: what it has, or more
  // that is bought. Null if no more is needed, or if the limits admit one amount only.
  std::shared_ptr<const Ranked> other_memory;

  // True if the price is known well enough to recommend the card to a buyer.
  bool is_trusted() const { return price && price->trusted; }

 private:
  double share_of(bool WorkResult::*holds) const;
};

// True if buying the first card takes less. Both prices must be known for that.
bool costs_less(const Ranked& card, const Ranked& other);

// True if card a ranks above b: by the unrounded score, then by id. If speed has no weight, the
// supported share of the work comes first; if cost has all the weight, the price comes
// next. Cards that are too slow come last; for a named job the fastest of them comes first.
bool precedes(const Query& query, const Ranked& a, const Ranked& b);

struct Excluded : CardGroup {
  std::vector<Exclusion> failed;  // the reasons; the first is the one reported
};

struct Ranking {
  const Catalog* catalog = nullptr;  // source of the cards; never null
  Query query;
  std::shared_ptr<const Mix> mix;    // the jobs that results point to
  std::vector<Ranked> ranked;        // best first, each card in the number that scores best
  std::vector<Excluded> excluded;    // by id
  std::vector<Ranked> unpriced;      // those that only their missing price excludes
  std::vector<Ranked> other_counts;  // other numbers of the ranked cards within the limits
  // The buyer's cards. Empty if the query names none, or if their work cannot be assessed.
  std::optional<Ranked> owned = {};
};

// One card under the query, independent of all other cards. Uses the number of cards that scores
// best within the limits; if none meets them, the fewest that fit the job.
struct Assessment {
  std::shared_ptr<const Mix> mix;  // the jobs of the results; null in a ranking, which has it
  Ranked card;
  bool scored = false;            // every input of the score is known
  std::vector<Exclusion> failed;  // why the card would be excluded
  std::vector<Ranked> others;     // other numbers of the card within the limits
};
Assessment assess(const Catalog& catalog, const Query& query, const Gpu& gpu);

// True if the card was launched by this day, or if its launch date is unknown. On the day of the
// release every card exists.
bool exists_on(const Catalog& catalog, const Gpu& gpu, Date day);

// Throws Error unless the card exists on this day.
void require_existence(const Catalog& catalog, const Gpu& gpu, Date day);
// Throws Error if the card comes in laptops, which are not ranked.
void refuse_laptop(const Gpu& gpu);

// Ranks all cards that exist on the query's day, except those in laptops.
Ranking rank(const Catalog& catalog, const Query& query);

// Ranks the same cards, but leaves out which are excluded, and why. `mix`: the jobs, if another
// ranking of the question has them; their results are then computed once.
Ranking rank_admitted(const Catalog& catalog, const Query& query,
                      std::shared_ptr<const Mix> mix = nullptr);

// Returns the card as it would be scored at another price, USD (an hour if rented), that is known
// well.
Ranked at_price(const Ranking& ranking, const Ranked& card, double usd);

// Returns the price up to which a card would rank above `leader`, whatever it costs now, but no
// more than the budget. Empty if no price does, or if the card is so much slower that a buyer would
// feel it.
std::optional<double> price_to_lead(const Query& query, const Ranked& card, const Ranked& leader);

// Three changes, each of which alone gives two cards of one ranking the same points. Just beyond
// such a change the cards swap places. Empty if one of the cards is too slow.
struct Flip {
  std::optional<double> price;   // USD of the first
  std::optional<double> speed;   // factor on all speeds of the first
  std::optional<double> weight;  // of speed; the other weights keep their proportion
};
Flip flip(const Query& query, const Ranked& card, const Ranked& rival);

// Returns the utility of the speeds of the mix, from 0 to 1, whatever weight speed has, with every
// speed `more_decades` higher.
double speed_utility(const Query& query, const Ranked& card, double more_decades = 0);

// Returns the term of speed before rounding, from these speeds.
double speed_points(const Query& query, const Ranked& card, double more_decades = 0);

}  // namespace gpupick
