// The order of the cards, and what would change it. For each card the ranking has the count with
// the best score among those that meet every limit.
#include "ranking/score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/error.hpp"
#include "base/text.hpp"
#include "ranking/assess.hpp"
#include "ranking/cost.hpp"
#include "ranking/expense.hpp"
#include "ranking/gain.hpp"
#include "ranking/upgrade.hpp"

namespace gpupick {
namespace {

// Returns the cost over the years of use, in USD, that earns so many points.
double usd_of_points(const Query& query, double useful, double points) {
  const double share = points / (100 * query.weight(Outcome::cost));
  const Number budget = query.scale_usd();
  if (!budget) return std::pow(10, query.scale.decades * (1 - share));
  const double saved = share > 0 ? share / useful : share;
  return *budget * (1 - std::numbers::ln10 * query.scale.decades * saved);
}

// Returns the price at which the card has this cost, or nothing if no positive price does. A whole
// computer is credited with the one that it replaces, up to a share of its own price. How much that
// is above today's price is not known if it is limited today.
std::optional<double> price_of_cost(const Query& query, const Ranked& card, double cost) {
  if (card.rented_hours > 0) return cost > 0 ? Number(cost / card.rented_hours) : std::nullopt;
  const double paid = cost - card.electricity_usd - (card.price ? card.price->host_usd : 0);
  double usd = paid - card.computer_usd;
  if (const double credit = -card.computer_usd; credit > 0 && card.price) {
    const double share = query.scale.cheaper;
    if (share * usd < credit)
      usd = paid / (1 - share);
    else if (credit >= share * card.price->usd)
      return {};
  }
  return usd > 0 ? Number(usd) : std::nullopt;
}

// Returns the term of cost before rounding, if the speeds are `more_decades` higher. 0 if the price
// is unknown.
double cost_points_of(const Query& query, const Ranked& card, double more_decades = 0) {
  return card.price ? cost_points(query, card.useful(more_decades), *card.counted_usd()) : 0;
}

// Returns the price of `card` at which it draws level with the rival, or nothing if none does.
std::optional<double> turning_price(const Query& query, const Ranked& card, const Ranked& rival) {
  if (query.weight(Outcome::speed) == 0 &&
      card.supported(query.scale) != rival.supported(query.scale))
    return {};
  if (query.orders_by_price()) return rival.price ? std::optional(rival.price->usd) : std::nullopt;
  const double wanted = rival.fine_score - (card.fine_score - cost_points_of(query, card));
  const double most = 100 * query.weight(Outcome::cost);
  if (!query.scale_usd() && (wanted <= 0 || wanted >= most)) return {};
  return price_of_cost(query, card, usd_of_points(query, card.useful(), wanted));
}

// Returns the factor on all speeds of `card`, from 0.1 to 10, at which it draws level with the
// rival, or nothing if none does. Points never fall as speed rises.
std::optional<double> turning_speed(const Query& query, const Ranked& card, const Ranked& rival) {
  const auto points = [&](double more_decades) {
    return speed_points(query, card, more_decades) + cost_points_of(query, card, more_decades);
  };
  const double wanted = rival.fine_score - card.fine_score + points(0);
  double low = -1, high = 1;  // decades: too few, enough
  if (points(low) >= wanted || points(high) < wanted) return {};
  for (int i = 0; i < 50; ++i) {
    const double middle = std::midpoint(low, high);
    (points(middle) < wanted ? low : high) = middle;
  }
  return std::pow(10, high);
}

// Returns the weight of speed at which card and rival have the same points, if the other weights
// keep their proportion. Empty if no weight does.
std::optional<double> turning_weight(const Query& query, const Ranked& card, const Ranked& rival) {
  const double now = query.weight(Outcome::speed);
  if (now == 0 || now == 1) return {};
  const auto of_speed = [&](const Ranked& one) { return speed_points(query, one) / now; };
  const auto of_others = [&](const Ranked& one) {
    return (one.fine_score - speed_points(query, one)) / (1 - now);
  };
  const double faster = of_speed(card) - of_speed(rival);
  const double dearer = of_others(rival) - of_others(card);
  const double weight = dearer / (faster + dearer);
  return weight > 0 && weight < 1 ? std::optional(weight) : std::nullopt;
}

// Adds the buyer's computer, whose PSU must do for the buyer's cards.
void add_computer_of(const CardGroup& owned, const Catalog& catalog, AskedHost& host) {
  const bool whole = comes_as_computer(catalog, *owned.gpu);
  host.has = whole ? nullptr : host_for(catalog, host, owned);
  if (!whole) host.psu_w = std::max(host.psu_w, supply_w(catalog, owned).value_or(0));
}

// The reasons to exclude a card that a ranking keeps.
enum class Reasons { none, first, all };

Ranking rank(const Catalog& catalog, const Query& query, std::shared_ptr<const Mix> mix,
             Reasons reasons) {
  Ranking ranking{&catalog, query, std::move(mix), {}, {}, {}, {}};
  if (query.owned) add_computer_of(*query.owned, catalog, ranking.query.host);
  ranking.owned = owned_card(catalog, ranking.query, ranking.mix);
  const Assessor assessor(catalog, ranking.query, *ranking.mix, reasons == Reasons::all);
  for (const Gpu& gpu : catalog.gpus()) {
    if (!exists_on(catalog, gpu, query.day) || in_laptop(gpu)) continue;
    Assessment one = assessor.assess(gpu);
    if (one.failed.empty()) {
      ranking.ranked.push_back(std::move(one.card));
      std::ranges::move(one.others, std::back_inserter(ranking.other_counts));
      continue;
    }
    if (lacks_price_alone(one.failed)) ranking.unpriced.push_back(one.card);
    if (reasons == Reasons::none) continue;
    const int count = one.card.count;
    assessor.add_change(one);
    ranking.excluded.push_back({{&gpu, count}, std::move(one.failed)});
  }
  for (std::vector<Ranked>* cards : {&ranking.ranked, &ranking.other_counts})
    std::ranges::sort(*cards,
                      [&](const Ranked& a, const Ranked& b) { return precedes(query, a, b); });
  return ranking;
}

}  // namespace

void take_described_computer(Query& query) {
  const bool described =
      query.host.ram_gib > 0 || std::ranges::any_of(query.limits, [](const auto& one) {
        return is_of_build(row_of(one.first));
      });
  if (described && query.host.kind && query.host.kind->owned) query.host.has = query.host.kind;
}

Query query_of_cards(const Catalog& catalog, const Query& query, const CardGroup& cards) {
  Query out = query;
  out.of_cards = true;
  out.counts = {cards.count, cards.count};
  out.host = host_that_takes(catalog, query.host, cards);
  return out;
}

std::shared_ptr<const Mix> mix_of(const Catalog& catalog, const Query& query) {
  Mix mix = query.job ? mix_of(*query.job, query.ladder, catalog)
                      : mix_of(*query.workload, catalog, query.day);
  if (query.job && !query.of_cards) mix.front().least_batch = least_batch(*query.job, catalog);
  if (!query.unsupported) need_support(catalog, query.day, mix);
  return std::make_shared<const Mix>(std::move(mix));
}

Number Query::budget_usd() const {
  const auto most = limits.find(price_limit());
  return most == limits.end() ? std::nullopt : Number(std::get<double>(most->second));
}

Number Query::budget_over_years_usd() const {
  const Number usd = budget_usd();
  if (rents_a_run()) return {};
  return usd && rent ? Number(*usd * hours_of_use(scale)) : usd;
}

double Ranked::host_gib() const {
  double out = 0;
  for (const WorkResult& result : work) out = std::max(out, result.host_gib);
  return out;
}

double Ranked::as_asked() const { return share_of(&WorkResult::as_asked); }

double Ranked::supported(const ScoreScale& scale) const {
  const double full =
      tools.all > 0 ? static_cast<double>(tools.full) / static_cast<double>(tools.all) : 1;
  double share = 0;
  for (const WorkResult& result : work) {
    const bool in_host = result.fallback && result.fallback->host_memory;
    if (in_host || !is_useful(result)) continue;
    share += result.asked->share * result.keeps *
             (result.asked->trains() && full < scale.cheaper ? full : 1);
  }
  return share;
}

double Ranked::with_room() const { return share_of(&WorkResult::has_room); }

double Ranked::share_of(bool WorkResult::*holds) const {
  double share = 0;
  for (const WorkResult& result : work)
    if (result.*holds) share += result.asked->share;
  return share;
}

double Ranked::kept() const {
  double share = 0;
  for (const WorkResult& result : work)
    if (result.runs()) share += result.asked->share * result.keeps;
  return share;
}

double Ranked::useful(double more_decades) const {
  double share = 0;
  for (const WorkResult& result : work) {
    const double decades = result.runs() ? decades_above_floor(result) + more_decades : 0;
    if (decades > 0) share += result.asked->share * kept_decades(decades, result.keeps) / decades;
  }
  return share;
}

std::optional<Estimate> Ranked::cost() const {
  if (!price) return {};
  if (rented_hours > 0) return spread(*price, rented_hours, 0);
  Estimate out = spread(*price, 1, computer_usd + electricity_usd - resale_usd);
  if (rough_resale) out.evidence = std::max(out.evidence, Evidence::thin);
  return out;
}

bool costs_less(const Ranked& card, const Ranked& other) {
  const Number usd = card.outlay_usd(), than = other.outlay_usd();
  return usd && than && *usd < *than;
}

bool precedes(const Query& query, const Ranked& a, const Ranked& b) {
  if (query.weight(Outcome::speed) == 0)
    if (const double one = a.supported(query.scale), other = b.supported(query.scale); one != other)
      return one > other;
  if (query.orders_by_price() && a.price && b.price && a.price->usd != b.price->usd)
    return a.price->usd < b.price->usd;
  if (a.too_slow != b.too_slow) return b.too_slow;
  if (query.job && a.too_slow) {
    if (a.work.front().is_comparable() != b.work.front().is_comparable())
      return a.work.front().is_comparable();
    const double speed = counted_speed(a.work.front().throughput()),
                 other = counted_speed(b.work.front().throughput());
    if (speed != other) return speed > other;
  }
  if (a.fine_score != b.fine_score) return a.fine_score > b.fine_score;
  return a.gpu->id < b.gpu->id;
}

bool exists_on(const Catalog& catalog, const Gpu& gpu, Date day) {
  return !gpu.launch_date || first_day(*gpu.launch_date) <= day || day == catalog.release_day();
}

void require_existence(const Catalog& catalog, const Gpu& gpu, Date day) {
  if (!exists_on(catalog, gpu, day))
    throw Error(fmt::format("{} was launched in {}, after {}", gpu.id, month_of(*gpu.launch_date),
                            iso(day)));
}

void refuse_laptop(const Gpu& gpu) {
  if (in_laptop(gpu))
    throw Error(
        fmt::format("{0} comes in laptops, which are not ranked; ask `gpupick fit {0}` or "
                    "`gpupick estimate {0}`",
                    gpu.id));
}

Assessment assess(const Catalog& catalog, const Query& query, const Gpu& gpu) {
  const std::shared_ptr<const Mix> mix = mix_of(catalog, query);
  Assessment out = Assessor(catalog, query, *mix, true).assess(gpu);
  out.mix = mix;
  return out;
}

Ranking rank_admitted(const Catalog& catalog, const Query& query, std::shared_ptr<const Mix> mix) {
  return rank(catalog, query, mix ? std::move(mix) : mix_of(catalog, query), Reasons::none);
}

Ranking rank(const Catalog& catalog, const Query& query) {
  const auto segment = query.limits.find(limit("segment"));
  if (segment != query.limits.end() &&
      segment->second == LimitValue(std::vector{segment_word("laptop")}))
    throw Error(
        "cards in laptops are not ranked; `gpupick list --segment laptop` names them, and "
        "`gpupick fit CARD` lists what one runs");
  Query tried = query;
  // Two cards make two pictures at once, but none of them sooner.
  const bool gains = query.job && !makes_images(query.job->task);
  const bool takes_pair = !query.host.kind || query.host.kind->cards >= 2;
  // Owners of several may add one more.
  const int most = query.owned ? std::max(2, static_cast<int>(query.owned->count) + 1) : 2;
  if (query.pairs && gains && takes_pair) tried.counts = {1, most};
  // Collect all reasons if several counts are tried, since they decide which count is reported, or
  // if no card is left.
  const bool several = tried.counts.most > 1;
  Ranking ranking =
      rank(catalog, tried, mix_of(catalog, tried), several ? Reasons::all : Reasons::first);
  if (!ranking.ranked.empty() || query.counts.most > 1) return ranking;
  // If only boards of several modules do the work, rank them.
  if (!query.boards && !query.rent) {
    Query boards = query;
    boards.boards = true;
    Ranking modules = rank(catalog, boards, mix_of(catalog, boards), Reasons::first);
    if (!modules.ranked.empty()) return modules;
  }
  return several ? ranking : rank(catalog, query, mix_of(catalog, query), Reasons::all);
}

namespace {

Ranked repriced(const Ranking& ranking, Ranked card, double usd) {
  const double before = cost_points_of(ranking.query, card);
  if (!card.price) card.price = given_price(usd, comes_as_computer(*ranking.catalog, *card.gpu));
  card.price->usd = card.price->low = card.price->high = usd;
  card.price->trusted = true;
  if (card.price->whole_computer)
    card.computer_usd = -replaced_usd(*ranking.catalog, ranking.query, *card.gpu, usd);
  card.fine_score += cost_points_of(ranking.query, card) - before;
  return card;
}

}  // namespace

Ranked at_price(const Ranking& ranking, const Ranked& card, double usd) {
  Ranked out = repriced(ranking, card, usd);
  if (!card.other_memory) return out;
  Ranked other = repriced(ranking, *card.other_memory, usd);
  const bool has_more = out.extras.memory_gib > other.extras.memory_gib;
  const bool buys =
      has_more ? buys_memory(ranking.query, out, other) : buys_memory(ranking.query, other, out);
  return buys == has_more ? out : other;
}

std::optional<double> price_to_lead(const Query& query, const Ranked& card, const Ranked& leader) {
  if (times_counted(card, leader) * query.scale.step_up_speed < 1) return {};
  std::optional<double> usd = turning_price(query, card, leader);
  if (const Number budget = query.budget_usd(); usd && budget)
    usd = std::min(*usd, *budget - card.limited_usd());
  return usd > 0.0 ? usd : std::nullopt;
}

double speed_utility(const Query& query, const Ranked& card, double more_decades) {
  double sum = 0;
  for (const WorkResult& result : card.work)
    sum += result.asked->share * utility(result, query.scale, more_decades);
  return sum;
}

double speed_points(const Query& query, const Ranked& card, double more_decades) {
  return 100 * query.weight(Outcome::speed) * speed_utility(query, card, more_decades);
}

Flip flip(const Query& query, const Ranked& card, const Ranked& rival) {
  if (card.too_slow != rival.too_slow || (card.too_slow && query.job)) return {};
  return {turning_price(query, card, rival), turning_speed(query, card, rival),
          turning_weight(query, card, rival)};
}

}  // namespace gpupick
