// What cards cost over the years of use, bought or rented: the only law of cost of the program,
// which the ranking counts by too (docs/models.md#cost). USD; nothing is discounted.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ranking/score.hpp"

namespace gpupick {

// The price and the ends of its interval, times a factor, and what comes on top.
Estimate spread(const Price& price, double factor, double more);

// Over the years of use: in which the cards are on or rented, and those of full load.
double hours_of_use(const ScoreScale& use);
double hours_of_load(const ScoreScale& use);

// Watts of cards under load as the meter sees them over the years: idle where they wait for work,
// and for the rest of the day where they stay on, times what cooling and conversion add.
double electricity_usd(double watts, const ScoreScale& use);

// What one more hour of use costs in electricity.
double running_usd(double watts, const ScoreScale& use);

// What a resale value rests on.
enum class ResaleBasis { none, given, own, segment };

// What the cards sell for after the years of use.
struct Resale {
  double usd = 0;
  ResaleBasis basis = ResaleBasis::none;
  double yearly = 1;  // share of its price that a card keeps in a year; own and segment only
};

// How the resale value is told.
struct AskedResale {
  bool by_history = true;
  double share = 0;  // of the price paid, where not by history
};

// The share of its launch price that the card has kept for each year since, by what it sells for
// used. Nothing in its first three years, or where either price is not known.
std::optional<double> yearly_retention(const Catalog& catalog, const Gpu& gpu, Date day);

// `price`: of all cards. By the card's own history or that of its segment, whichever kept less, and
// never more than all: no boom is counted on. No value where neither is known.
Resale resale(const Catalog& catalog, const CardGroup& cards, const Price& price,
              const AskedResale& asked, const ScoreScale& use, Date day);

// Bought cards: what is paid at once, and over the years of use.
struct Owned {
  Price price;  // of all cards, with the computer where the buyer said what it costs
  const HostKind* host = nullptr;  // that holds them; null where nothing is asked of it
  double computer_usd = 0;         // else their share of the host
  double watts = 0;                // under load
  double electricity_usd = 0;
  Resale resale;

  // By the price and the ends of its interval.
  Estimate total() const;
};

// Rent for the cards by the hour.
struct Rented {
  std::string_view kind;                  // of rent_kinds
  Price hourly;                           // of all cards
  const Observation* cheapest = nullptr;  // of one card, of the last months; null where none is

  Estimate total(const ScoreScale& use) const;
};

// Of what is paid over the years of use, the part of a month.
Estimate monthly(Estimate usd, const ScoreScale& use);

// What so much work costs: what it is, and at which rate the cards do it.
struct UnitCost {
  std::string_view job;                   // of the mix; "" of the job that was named
  std::string_view what;                  // "1M tokens generated"
  std::optional<Estimate> owned, rented;  // by the price; the intervals are those of the speeds
};

// Hours a day, or months, from which owning is the cheaper; nothing where it never is.
struct BreakEven {
  std::optional<double> value, low, high;
};

struct Cost {
  CardGroup cards;
  std::optional<Owned> owned;  // nothing where price or power is not known
  std::vector<Rented> rented;  // by rent_kinds
  std::vector<UnitCost> units;
  Number tokens_per_joule;  // of the main output of a named job
  std::optional<BreakEven> hours_per_day, months;
  std::vector<Exclusion> failed;  // why something of this is missing
};

struct Costs {
  Query query;
  AskedResale resale;
  bool with_work = false;  // units were asked for
  std::vector<Cost> cards;
};

// `query` has the usage, the prices, the host and the work.
Costs costs(const Catalog& catalog, const std::vector<CardGroup>& cards, const Query& query,
            const AskedResale& asked, bool with_work);

}  // namespace gpupick
