// The money that cards take under a query: price or rent, computer, electricity and resale. Private
// to the ranking, but for `priced`.
#pragma once

#include <optional>

#include "ranking/score.hpp"

namespace gpupick {

// A card and its price: the user's, or the one on the query's day.
struct PricedCard {
  const Gpu* gpu = nullptr;
  std::optional<Price> price;
};
PricedCard priced(const Catalog& catalog, const Query& query, const Gpu& gpu);

// Returns the price of one card, or its rent if the query rents; nothing if neither is known.
std::optional<Price> price_under(const Catalog& catalog, const Query& query, const Gpu& gpu);

// Returns the price in USD of the cheapest PC, which a whole computer (a Mac, a mini PC) that is
// bought for `usd` replaces, at most `usd`. Returns 0 if the card is none, if the buyer states what
// a computer costs or has one (--have), or if the query buys one.
double replaced_usd(const Catalog& catalog, const Query& query, const Gpu& gpu, double usd);

// Returns the power in W that the buyer pays for: 0 for rented cards, nothing if it is unknown.
Number paid_watts(const Query& query, const Ranked& card);

// Returns the days of the named job's run, or nothing if it has no end or does not run.
std::optional<Estimate> days_of_run(const Ranked& card);

// Adds the hours of rent, or the price of the computer if the buyer gave one or has to buy one.
void add_computer(const Catalog& catalog, const Query& query, Ranked& card);

// Adds a computer to the price.
Price with_host(Price price, double host_usd);

// Adds the electricity, the computer's share and the resale value. The work must be known.
void add_costs(const Catalog& catalog, const Query& query, Ranked& card);

}  // namespace gpupick
