// The cost of cards over the years of use, bought or rented. The ranking uses the same formulas
// (docs/models.md#cost). Amounts are in USD and not discounted.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ranking/mix.hpp"
#include "ranking/score.hpp"

namespace gpupick {

// The prices of a model by the token: the median of the providers, between the lowest and the
// highest.
struct ApiPrices {
  Estimate prompt, cached, answer;      // USD for 1M tokens; cached ones of a prompt
  std::vector<const ApiPrice*> offers;  // the newest of each provider, by id; never empty
  Date newest;                          // date of the newest offer
};

// Returns what providers asked for the model on a day, or nothing if no recent price is known.
std::optional<ApiPrices> api_prices(const Catalog& catalog, const Model& model, Date day);

// The work of cards in an hour of use, if a provider does it.
struct ByApi {
  double tokens = 0;  // read and written
  Estimate usd;       // for these tokens

  Estimate total(const ScoreScale& use) const;  // over the years of use
};

// Returns the cost of the work of a named job in an hour of use. Returns nothing if the job does
// not run, or generates no answers.
std::optional<ByApi> by_api(const ApiPrices& prices, const WorkResult& work, const ScoreScale& use);

// Returns the price and the ends of its interval, times `factor`, plus `more`.
Estimate spread(const Price& price, double factor, double more);

// Return the hours over the years of use: those in which the cards are used or rented, and those
// under full load.
double hours_of_use(const ScoreScale& use);
double hours_of_load(const ScoreScale& use);

// Returns the cost of electricity over the years of use for cards that draw `watts` under load. It
// includes the idle hours, and the losses of cooling and conversion (PUE).
double electricity_usd(double watts, const ScoreScale& use);

// Returns the cost of electricity of one more hour of use.
double running_usd(double watts, const ScoreScale& use);

// The source of the share of a price that is kept each year: the user (`given`), the card's own
// prices (`own`), the median of its segment or, roughly, that of all segments.
enum class ResaleBasis { none, given, own, segment, all };

// The resale value of the cards after the years of use.
struct Resale {
  double usd = 0;
  ResaleBasis basis = ResaleBasis::none;
  double yearly = 1;  // share of the price kept in a year, unless `given`

  bool is_rough() const { return basis == ResaleBasis::all; }
  // Returns the value after other `years`. A share that is `given` is the same at any time.
  double after(double years, const ScoreScale& use) const;
};

// How to determine the resale value.
struct AskedResale {
  bool by_history = true;
  double share = 0;  // of the price paid, if not by history
};

// Returns the share of its launch price that the card has kept each year, according to its used
// price. Nothing for a card in its first three years, or if either price is unknown.
std::optional<double> yearly_retention(const Catalog& catalog, const Gpu& gpu, Date day);

// Returns the resale value of the cards. `price` is that of all of them; `replaced_usd` of it
// replaces a PC, whose own resale is subtracted. Uses what the card or its segment keeps in a year,
// whichever is less, or all segments where neither is known, and at most 1: no boom is expected.
// The value has no basis if none is known.
Resale resale(const Catalog& catalog, const CardGroup& cards, const Price& price,
              double replaced_usd, const AskedResale& asked, const ScoreScale& use, Date day);

// Bought cards: what the buyer pays at once, and over the years of use.
struct Owned {
  Price price;  // of all cards; includes the computer if the buyer gave its price
  const HostKind* host = nullptr;  // holds the cards; null if no host is required
  double computer_usd = 0;     // share of the host, if not in `price`; below 0 if they replace a PC
  Extras extras;               // the parts of that for a better computer
  Number watts;                // under load, all cards
  double electricity_usd = 0;  // not counted if the watts are unknown
  Resale resale;

  // Returns the cost over the years of use, with the interval of the price.
  Estimate total() const;
};

// Returns the parts of the cost of a ranked card. Nothing if the price is unknown.
std::optional<Owned> bought(const Ranked& card);

// Cards rented by the hour.
struct Rented {
  std::string_view kind;                  // of rent_kinds
  Price hourly;                           // of all cards
  const Observation* cheapest = nullptr;  // for one card; null if the last months have none

  Estimate total(const ScoreScale& use) const;
};

// Returns the monthly part of a cost over the years of use.
Estimate monthly(const Estimate& usd, const ScoreScale& use);

// The cost of one unit of work.
struct UnitCost {
  std::string_view job;                   // label of the job of the mix; "" for a named job
  std::string_view what;                  // "1M tokens generated"
  std::optional<Estimate> owned, rented;  // intervals combine those of price and speed
  std::optional<Estimate> api;            // from a provider
};

// The hours a day, or months, from which owning is cheaper. `low` and `high` are for the ends of
// the intervals of price and rent. Nothing if owning is never cheaper.
struct BreakEven {
  std::optional<double> value, low, high;
};

// Returns the tokens a day, read and written, from which owning is cheaper than an API for the same
// work. Owning is never cheaper if the cards would take more than the day for them.
BreakEven tokens_a_day(const Owned& owned, const ByApi& api, const ScoreScale& use);

struct Cost {
  CardGroup cards;
  Number board_cards;  // modules of the smallest board that is sold, for such a module
  // How a named job runs; `no` also if the cards run no job of the workload. Nothing else is known
  // then.
  Runs how = Runs::as_asked;
  const Fallback* step = nullptr;  // by which it runs so; null if none
  std::optional<Note> obstacle;    // what the cards lack besides memory, so that they do not run it
  std::optional<Owned> owned;      // nothing if the price is unknown
  std::vector<Rented> rented;      // in the order of rent_kinds
  std::vector<UnitCost> units;
  Number tokens_per_joule;  // of the main output of a named job
  std::optional<BreakEven> hours_per_day, months;
  std::optional<ByApi> api;             // a named job's tokens from a provider
  std::optional<BreakEven> api_tokens;  // a day, from which owning is cheaper than these
  std::vector<Exclusion> failed;        // why parts of this are missing

  // Returns the first rent, by which the cards are compared; null if none is known.
  const Rented* usual_rent() const { return rented.empty() ? nullptr : &rented.front(); }
};

struct Costs {
  Query query;
  AskedResale resale;
  bool with_work = false;        // the user asked for units of work
  std::optional<ApiPrices> api;  // of the named job's model
  std::vector<Cost> cards;
};

// True if some of the cards have a cost.
bool any_runs(const Costs& costs);

// `query` has the usage, the prices, the host and the work. `with_work` adds the units of work.
Costs costs(const Catalog& catalog, const std::vector<CardGroup>& cards, const Query& query,
            const AskedResale& asked, bool with_work);

}  // namespace gpupick
