#include "ranking/beyond.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "ranking/draws.hpp"
#include "ranking/upgrade.hpp"

namespace gpupick {
namespace {

constexpr auto any_card = [](const Ranked*) { return true; };

// Returns the most power in W of a card of which `count` are known to be within the limits; 0 if
// there is none.
double most_power(const Catalog& catalog, const Limits& limits, int count) {
  double most = 0;
  for (const Gpu& gpu : catalog.gpus())
    if (gpu.tdp_w > most && !comes_as_computer(catalog, gpu) &&
        check(limits, {&gpu, count}, {}, usual_build(catalog, {&gpu, count})).empty())
      most = *gpu.tdp_w;
  return most;
}

}  // namespace

std::span<const Ranked> Beyond::pairs() {
  Query query = ranking_.query;
  const HostKind* host = query.host.kind;
  if (query.counts.most > 1 || query.rent || (host && host->cards < 2)) return {};
  query.counts = {2, 2};
  query.owned.reset();
  return under(query).ranked;
}

Cards Beyond::above_budget() {
  Query query = ranking_.query;
  const double budget = *query.budget_usd();
  query.limits.erase(query.price_limit());
  query.owned.reset();
  Cards above = pick_under(query, any_card).named;
  std::erase_if(above, [&](const Ranked* card) {
    const Number usd = card->least_budget_usd();
    return !usd || *usd <= budget || *usd > query.scale.far * budget;
  });
  std::ranges::stable_sort(above, {}, &Ranked::least_budget_usd);
  return above;
}

Pick Beyond::if_admitted(const Ranked& card) {
  Query query = ranking_.query;
  query.owned.reset();
  query.limits[query.price_limit()] = admitting_usd(*card.least_budget_usd(), query.rent);
  return pick_under(query, any_card);
}

const Ranked* Beyond::best_new() {
  Query query = ranking_.query;
  query.condition = Condition::new_card;
  query.owned.reset();
  return pick_under(
             query,
             [&](const Ranked* card) {
               return card->price && card->price->kind != PriceKind::given &&
                      (!ranking_.owned || is_worth_changing(*card, *ranking_.owned, query.scale));
             })
      .buy;
}

const Ranked* Beyond::best_if_it_fits() {
  const Catalog& catalog = *ranking_.catalog;
  Query query = ranking_.query;
  Limits built;
  std::erase_if(query.limits, [&](const auto& entry) {
    const bool is_built = is_of_build(row_of(entry.first));
    if (is_built) built.insert(entry);
    return is_built;
  });
  if (built.empty()) return nullptr;
  std::map<int, double> power;  // by the number of cards
  for (int count = query.counts.fewest; count <= query.counts.most; ++count)
    power[count] = most_power(catalog, built, count);
  const auto failed = [&](const Ranked& card) {
    return check(ranking_.query.limits, card, card.price, usual_build(catalog, card));
  };
  const auto may_fit = [&](const Ranked* card) {
    return !(card->gpu->tdp_w > power[card->count]) &&
           std::ranges::all_of(failed(*card), &Exclusion::is_unknown);
  };
  const Ranked* best = pick_under(query, may_fit).buy;
  return best && !failed(*best).empty() ? best : nullptr;
}

const Ranked* Beyond::relaxed(Limit limit, double more, const Ranked* known) {
  Query query = ranking_.query;
  const auto found = query.limits.find(limit);
  if (found == query.limits.end()) return nullptr;
  const Limits asked{*found};
  const auto is_within = [&](const Ranked& card) {
    if (limit == query.price_limit()) return *card.budgeted_usd() <= *ranking_.query.budget_usd();
    return check(asked, card, card.price, usual_build(*ranking_.catalog, card)).empty();
  };
  double& allowed = std::get<double>(found->second);
  allowed *= more;
  const Ranked* last = nullptr;
  while (true) {
    const Ranked* card = pick_under(query, any_card).buy;
    if (!card || is_within(*card)) return nullptr;
    const bool is_known = known && *known == *card;
    if (limit != query.price_limit()) return is_known ? nullptr : card;
    if (!is_known && last && *card == *last) return card;
    // The worth of money follows the budget, so ask again with the one that just admits the card,
    // or with less than that if the card is known.
    const double admitting = admitting_usd(*card->least_budget_usd(), query.rent);
    allowed = is_known ? std::min(allowed, admitting) - (query.rent ? 0.01 : 1) : admitting;
    last = card;
  }
}

const Ranked* Beyond::near_miss(const Ranked* known) {
  const Query& asked = ranking_.query;
  for (const auto& [one, more] : {std::pair(asked.price_limit(), 1 / asked.scale.as_good),
                                  std::pair(limit("max-length"), 1 / asked.scale.as_good),
                                  std::pair(limit("psu"), 1 / asked.scale.cheaper)})
    if (const Ranked* best = relaxed(one, more, known)) return best;
  if (asked.rent) return nullptr;
  Query query = asked;
  query.adapts = true;
  const Ranked* best = pick_under(query, any_card).buy;
  const bool adapted =
      best && needs_adapting(*ranking_.catalog, query.host, *best) &&
      std::ranges::find(ranking_.ranked, best->gpu, &Ranked::gpu) == ranking_.ranked.end();
  return adapted && !(known && *known == *best) ? best : nullptr;
}

const Ranking& Beyond::under(const Query& query) {
  return others_.emplace_back(rank_admitted(*ranking_.catalog, query, ranking_.mix));
}

template <class Takes>
Pick Beyond::pick_under(const Query& query, Takes takes) {
  const Ranking& other = under(query);
  Cards cards = all_of(other);
  std::erase_if(cards, std::not_fn(takes));
  Draws draws(query, seed_);
  return pick(other, cards, draws);
}

}  // namespace gpupick
