// What is known of prices themselves: of one card, of those that are old, of those that moved.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "ranking/score.hpp"

namespace gpupick {

// One way in which a card can be had.
struct PriceLine {
  std::string_view kind;                 // of price_kinds
  Price price;                           // on the day; of a rent per hour
  std::vector<const Observation*> rows;  // behind it, newest first
  // The price so many months before (index 0: on the day), by what was seen before and since;
  // nothing before the first observation.
  std::array<std::optional<double>, 13> months_ago;
};

struct CardPrices {
  const Gpu* gpu = nullptr;
  PriceHistory history;
  Date day;
  std::vector<PriceLine> lines;  // by price_kinds
};

CardPrices prices_of(const Catalog& catalog, const Gpu& gpu, Date day);

// A card whose price is old, or not known.
struct StalePrice {
  const Gpu* gpu = nullptr;
  std::optional<Date> newest;  // street observation
  std::size_t decides = 0;     // questions that it may decide
};

struct StalePrices {
  Date day;
  int days = 0;                   // older than these
  std::size_t questions = 0;      // that were asked
  std::vector<StalePrice> cards;  // those that decide most first, then the oldest
};

// Cards on sale or seen used whose newest street price is older. A card may decide a question, one
// for each workload and each of some budgets, where it stands among the first five, or lacks a
// price and would lead up to one. `query` says the rest of the question.
StalePrices stale_prices(const Catalog& catalog, const Query& query, int days);

// A price that moved, by observations on both sides of the first day.
struct Mover {
  const Gpu* gpu = nullptr;
  Price before, now;
};

struct Movers {
  Date from, day;
  std::vector<Mover> cards;  // largest change first
};

Movers movers(const Catalog& catalog, Date day, int days);

}  // namespace gpupick
