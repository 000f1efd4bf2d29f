// Which cards for this work: limits first, then what they do and what that costs, then order
// (docs/models.md#score).
//
// A card's score depends on the card, the jobs, the host and the weights alone. Adding or removing
// another card never changes it, so it never reorders the others. The terms printed add up to the
// score exactly.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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
  Limits limits;
  Condition condition = Condition::any;
  bool by_budget = false;  // the budget sets the worth of money
  Date day;                // as of which
  std::map<std::string, double, std::less<>>
      own_prices;  // USD by card id, instead of the observations
  AskedHost host;
  std::optional<double> host_usd;  // of the computer around them; absent: the host says
  ScoreScale scale;                // with the years and hours of use that were asked
  std::string_view os;             // of systems; "" for the best of them
  Host computer;                   // what of it holds a job that does not fit
  bool unsupported = false;        // also cards whose software support has ended
  bool boards = false;             // also modules that are sold by the board, as whole boards
  std::string_view market;         // also cards that are sold only there; "" for none
  std::optional<Job> job;          // what the cards are for, where one job was named
  const Ladder* ladder = nullptr;  // what is done where it does not fit; null: nothing
  CardCounts counts;               // to be tried of each card; the best counts
  std::optional<CardGroup> owned;  // what the buyer has
  bool rent = false;               // the cards are rented: prices are per hour, a host is there

  // Returns the most that the cards may cost, or nothing if the buyer states no budget.
  Number budget_usd() const;
  // On what the cards may cost.
  Limit price_limit() const { return rent ? limit("max-hourly") : limit("budget"); }
};

// A card that meets every limit. The unit of ranking is `count` x one card: price and points are
// those of all.
struct Ranked {
  const Gpu* gpu = nullptr;
  int count = 1;
  double fine_score = 0;         // 0 to 100; orders the cards
  double score = 0;              // to a tenth, as it is printed; so are terms and points
  OutcomeValues terms{};         // add up to the score
  std::vector<WorkResult> work;  // of each job, in the order of the mix
  std::vector<double> points;    // of each; add up to the term of speed
  std::optional<Price> price;    // with the computer, where the buyer said what it costs
  double computer_usd = 0;     // else the cards' share of the host; below 0 what they replace of it
  double electricity_usd = 0;  // over the years of use
  double resale_usd = 0;       // after them
  double rented_hours = 0;     // of use, each for the price; 0 where the cards are bought
  WorkloadSupport support;
  ToolCoverage tools;

  // Of the job that was named; null where none was.
  const JobEstimate* estimate() const {
    return work.size() == 1 && work.front().asked->label.empty() ? work.front().estimate.get()
                                                                 : nullptr;
  }
  // Over the years of use, by the price and its interval; nothing without a price.
  std::optional<Estimate> cost() const;
  // The cost that the order counts: with the upper end of the price, since few observations may be
  // too low, and without resale, which is uncertain.
  Number cautious_usd() const {
    return price ? Number(cautious_usd_at(price->high)) : std::nullopt;
  }
  // At another price.
  double cautious_usd_at(double paid) const {
    return rented_hours > 0 ? paid * rented_hours : paid + computer_usd + electricity_usd;
  }
  // Returns the share of the work that the card runs as asked.
  double as_asked() const;
  // Whether its price is known well enough to name the card to a buyer.
  bool is_trusted() const { return price && price->trusted; }
};

// True if card a ranks above b: by the unrounded score, then by id. If speed has no weight, the
// share of the work that runs as asked comes first; if cost has all the weight, the price comes
// next.
bool precedes(const Query& query, const Ranked& a, const Ranked& b);

struct Excluded {
  const Gpu* gpu = nullptr;
  int count = 1;                  // for which it failed
  std::vector<Exclusion> failed;  // all of them; the first is the one reported
  // USD up to which it would lead, where nothing but its price keeps it out.
  std::optional<double> leads_up_to = {};
};

struct Ranking {
  const Catalog* catalog = nullptr;  // of the cards; never null
  Query query;
  std::shared_ptr<const Mix> mix;  // the jobs that results refer to
  std::vector<Ranked> ranked;      // best first
  std::vector<Excluded> excluded;  // by id
  // What the buyer has; nothing where nobody asked, or it can't be told what it does.
  std::optional<Ranked> owned = {};
};

// One card under the query, whatever the others are: so many of it as serve best within the limits,
// else as few as the job fits.
struct Assessment {
  std::shared_ptr<const Mix> mix;  // of the results; null within a ranking, which has it
  Ranked card;
  bool scored = false;            // every input of the score is known
  std::vector<Exclusion> failed;  // why it would be left out
};
Assessment assess(const Catalog& catalog, const Query& query, const Gpu& gpu);

// One card with its price: the one that was given, or that of the day.
struct PricedCard {
  const Gpu* gpu = nullptr;
  std::optional<Price> price;
};
PricedCard priced(const Catalog& catalog, const Query& query, const Gpu& gpu);

// Whether the card was on sale or announced on this day.
bool exists_on(const Gpu& gpu, Date day);

// Throws Error where it was not.
void require_existence(const Gpu& gpu, Date day);

// The ranking of all cards that exist on the query's day.
Ranking rank(const Catalog& catalog, const Query& query);

// Ranks the same cards, but explains no further why the others are left out.
Ranking rank_admitted(const Catalog& catalog, const Query& query);

// The price up to which a card would lead another, whatever it costs now, and within the budget;
// nothing where no price does.
std::optional<double> leading_price(const Query& query, const Ranked& card, const Ranked& leader);

// What would give two cards of one ranking the same points, each alone. Just beyond it they have
// changed places.
struct Flip {
  std::optional<double> price;   // USD of the first
  std::optional<double> speed;   // times all speeds of the first
  std::optional<double> weight;  // of speed, the others in proportion
};
Flip flip(const Query& query, const Ranked& card, const Ranked& rival);

// The points of its speeds before rounding; with all that it does so many decades faster.
double speed_points(const Query& query, const Ranked& card, double more_decades = 0);

// Why a card stands where it stands, and what would change that.
struct Why {
  const Gpu* gpu = nullptr;
  int count = 1;
  std::size_t position = 0;              // from 1; 0 where the card is left out
  std::optional<Ranked> card;            // its terms; nothing where it cannot be scored
  std::vector<Exclusion> failed;         // where it is left out
  std::size_t position_if_admitted = 0;  // with the limits widened so far; 0 where that cannot be
  std::optional<Ranked> rival;           // the leader; for the leader itself the runner-up
  Flip flip;                             // at which card and rival change places
  std::optional<double> leads_up_to;     // USD, where nothing but its price keeps it out
};

// Against `over`, or the leader. Throws Error where the card does not exist on the query's day, or
// `over` is not in the ranking.
Why explain(const Catalog& catalog, const Ranking& ranking, const Gpu& gpu,
            const Gpu* over = nullptr);

}  // namespace gpupick
