// Reports about prices: the prices of one card, cards whose price is old, and prices that moved.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "ranking/score.hpp"

namespace gpupick {

// One way to buy or rent a card.
struct PriceLine {
  std::string_view kind;                 // one of price_kinds
  Price price;                           // on the day; a rent is per hour
  std::vector<const Observation*> rows;  // the observations behind it, newest first
  // The price so many months before the day (index 0: on the day), estimated from the observations
  // up to then. Empty before the first observation.
  std::array<std::optional<Price>, 13> months_ago;
};

struct CardPrices {
  const Gpu* gpu = nullptr;
  PriceHistory history;
  Date day;
  std::vector<PriceLine> lines;  // in the order of price_kinds
};

// Returns the day so many months before.
Date months_before(Date day, std::size_t months);

CardPrices prices_of(const Catalog& catalog, const Gpu& gpu, Date day);

// A card whose street price is old or unknown.
struct StalePrice {
  const Gpu* gpu = nullptr;
  std::optional<Date> newest;  // newest street observation; empty if none
  std::size_t decides = 0;     // questions that the card may decide
};

struct StalePrices {
  Date day;
  int days = 0;                   // a price is old if its observation is older than this
  std::size_t questions = 0;      // one for each workload and each typical budget
  std::vector<StalePrice> cards;  // most decisive first, then oldest first
};

// Returns the cards whose newest street observation is older than `days`, or that have none. Leaves
// out cloud and laptop cards. A question is a workload with a budget; `query` has the rest of it. A
// card may decide a question if it ranks among the first five within the budget. A card without a
// price counts once for each workload that it would lead at some price.
StalePrices stale_prices(const Catalog& catalog, const Query& query, int days);

// A price that moved, with observations before and after the first day.
struct Mover {
  const Gpu* gpu = nullptr;
  Price before, now;
};

struct Movers {
  Date from, day;
  std::vector<Mover> cards;  // largest relative change first
};

Movers movers(const Catalog& catalog, Date day, int days);

}  // namespace gpupick
