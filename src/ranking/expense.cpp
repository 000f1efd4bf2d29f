#include "ranking/expense.hpp"

#include <algorithm>
#include <limits>

#include "ranking/cost.hpp"

namespace gpupick {
namespace {

std::optional<Price> card_price(const Catalog& catalog, const Query& query, const Gpu& gpu) {
  if (const auto own = query.own_prices.find(gpu.id); own != query.own_prices.end())
    return given_price(own->second, comes_as_computer(catalog, gpu));
  std::optional<Price> price = catalog.price_on(gpu, query.condition, query.day);
  // A used card within the budget is worth a look, even if only the new one's price is trusted.
  const Number budget = query.budget_usd();
  if (query.condition == Condition::any && price && budget && price->usd > *budget)
    if (auto used = catalog.price_on(gpu, Condition::used, query.day); used && used->usd <= *budget)
      return used;
  return price;
}

// Returns the price of the computer that is bought for the cards; 0 if there is none. A computer
// that the buyer names is at hand or paid apart, unless it is to be bought for the cards. If the
// buyer names none, a usual one is.
double bought_usd(const Catalog& catalog, const Query& query, const CardGroup& cards) {
  const HostKind* asked = query.host.kind;
  if (!asked || asked->sized) return 0;
  double at_hand = asked->owned ? 0 : asked->usd;
  if (asked->cheapest && !query.host.given) at_hand = pc_usd(catalog);
  return std::max(share_usd(catalog, query.host, cards) - at_hand, 0.0);
}

// Returns the rent of the first of `rent_kinds` that has one, or nothing.
std::optional<Price> usual_rent(const PriceHistory& history, Date day) {
  for (const RentKind& row : rent_kinds)
    if (const auto rent = rent_on(history, row.kind, day)) return rent;
  return {};
}

}  // namespace

std::optional<Estimate> days_of_run(const Ranked& card) {
  const JobEstimate* named = card.estimate();
  if (!named) return {};
  for (const Output days : {Output::train_days, Output::embed_days})
    if (const Estimate* found = named->find(days)) return *found;
  return {};
}

std::optional<Price> price_under(const Catalog& catalog, const Query& query, const Gpu& gpu) {
  return query.rent ? usual_rent(catalog.history_of(gpu), query.day)
                    : card_price(catalog, query, gpu);
}

PricedCard priced(const Catalog& catalog, const Query& query, const Gpu& gpu) {
  return {&gpu, card_price(catalog, query, gpu)};
}

// A module such as a Jetson replaces no PC.
double replaced_usd(const Catalog& catalog, const Query& query, const Gpu& gpu, double usd) {
  const bool has_one = query.host_usd || query.host.has;
  const bool buys_one = query.host.kind && !query.host.kind->owned;
  return is_whole_computer(gpu, {}) && !has_one && !buys_one
             ? std::min(pc_usd(catalog), query.scale.cheaper * usd)
             : 0;
}

Number paid_watts(const Query& query, const Ranked& card) {
  return query.rent ? Number(0) : power_w(card);
}

Price with_host(Price price, double host_usd) {
  price.host_usd = host_usd;
  for (double* usd : {&price.usd, &price.low, &price.high}) *usd += host_usd;
  return price;
}

void add_computer(const Catalog& catalog, const Query& query, Ranked& card) {
  if (query.rent) card.rented_hours = hours_of_use(query.scale);
  if (query.rent || !card.price || card.price->whole_computer) return;
  if (query.host_usd) {
    card.price = with_host(*card.price, *query.host_usd);
  } else {
    card.bought_usd = bought_usd(catalog, query, card);
    card.extras = extras(catalog, query.host, card, 0);
  }
}

void add_costs(const Catalog& catalog, const Query& query, Ranked& card) {
  card.electricity_usd = electricity_usd(paid_watts(query, card).value_or(0), query.scale);
  if (query.rent) {
    // A run of a given length ends before the years of use do.
    if (const std::optional<Estimate> days = days_of_run(card))
      card.rented_hours = 24 * days->value;
    return;
  }
  if (card.price ? card.price->whole_computer : comes_as_computer(catalog, *card.gpu)) {
    const double usd = card.price ? card.price->usd : std::numeric_limits<double>::infinity();
    card.computer_usd = -replaced_usd(catalog, query, *card.gpu, usd);
  } else if (!query.host_usd) {
    card.extras =
        extras(catalog, query.host, card, query.host_memory.computer_gib(card.host_gib()));
    card.computer_usd = share_usd(catalog, query.host, card) + card.extras.usd();
  } else if (!card.price) {
    card.computer_usd = *query.host_usd;  // otherwise a part of the price
  }
  if (!card.price) return;
  const Resale sold = resale(catalog, card, *card.price, std::max(-card.computer_usd, 0.0), {},
                             query.scale, query.day);
  card.resale_usd = sold.usd;
  card.rough_resale = sold.is_rough();
}

}  // namespace gpupick
