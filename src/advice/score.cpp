// The order of the cards, and what would change it. Of one card's counts that meet every limit the
// one with the best score stands in the ranking.
#include "advice/score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "advice/assess.hpp"
#include "advice/upgrade.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace gpupick {
namespace {

// The cost over the years of use that has so many points.
double usd_of_points(const Query& query, double points) {
  const double share = points / (100 * query.weights[index(Outcome::cost)]);
  return query.scale.base_usd * (std::pow(10, query.scale.decades * (1 - share)) - 1);
}

// The price at which the card's cost is so much; nothing where only a present would be.
std::optional<double> price_of_cost(const Ranked& card, double cost) {
  const double own = card.price ? card.price->host_usd : 0;
  const double usd = card.rented_hours > 0 ? cost / card.rented_hours
                                           : cost - card.electricity_usd - card.computer_usd - own;
  return usd > 0 ? std::optional(usd) : std::nullopt;
}

// The points of its cost before rounding; none where the price is not known.
double cost_points_of(const Query& query, const Ranked& card) {
  return card.price ? cost_points(query, *card.cost_usd()) : 0;
}

// The price at which card and rival have the same points.
std::optional<double> turning_price(const Query& query, const Ranked& card, const Ranked& rival) {
  const double most = 100 * query.weights[index(Outcome::cost)];
  const double wanted = rival.fine_score - (card.fine_score - cost_points_of(query, card));
  if (wanted <= 0 || wanted >= most) return {};
  return price_of_cost(card, usd_of_points(query, wanted));
}

// So many times as fast at all that it does, the card would be level with the rival; up to ten
// times, or a tenth. Each job's points are linear in the decades that are added, between the ends
// of the scale.
std::optional<double> turning_speed(const Query& query, const Ranked& card, const Ranked& rival) {
  std::vector<double> knots{-1, 1};
  for (const WorkResult& result : card.work)
    if (result.runs())
      for (const double end : {0.0, query.scale.decades})
        if (const double knot = end - decades_above_floor(result); std::fabs(knot) < 1)
          knots.push_back(knot);
  std::ranges::sort(knots);
  const auto missing = [&](double decades) {
    return rival.fine_score - card.fine_score + speed_points(query, card) -
           speed_points(query, card, decades);
  };
  for (std::size_t i = 1; i < knots.size(); ++i) {
    const double before = missing(knots[i - 1]), after = missing(knots[i]);
    if (before >= 0 && after <= 0 && before > after)
      return std::pow(10, std::lerp(knots[i - 1], knots[i], before / (before - after)));
  }
  return {};
}

// Where speed weighs so much, and the others in their old proportion.
std::optional<double> turning_weight(const Query& query, const Ranked& card, const Ranked& rival) {
  const double now = query.weights[index(Outcome::speed)];
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

// The price up to which a card without one would lead, within the limit on it.
std::optional<double> leading_price(const Query& query, const Ranked& card, const Ranked& leader) {
  std::optional<double> usd = turning_price(query, card, leader);
  const auto most = query.limits.find(query.price_limit());
  if (usd && most != query.limits.end()) usd = std::min(*usd, std::get<double>(most->second));
  return usd;
}

std::shared_ptr<const Mix> mix_of(const Catalog& catalog, const Query& query) {
  return std::make_shared<const Mix>(query.job ? mix_of(*query.job, query.ladder, catalog)
                                               : mix_of(*query.workload, catalog));
}

}  // namespace

bool exists_on(const Gpu& gpu, Date day) {
  return !gpu.launch_date || first_day(*gpu.launch_date) <= day;
}

void require_existence(const Gpu& gpu, Date day) {
  if (!exists_on(gpu, day))
    throw Error(fmt::format("{} was launched in {}, after {}", gpu.id, month_of(*gpu.launch_date),
                            iso(day)));
}

Assessment assess(const Catalog& catalog, const Query& query, const Gpu& gpu) {
  const std::shared_ptr<const Mix> mix = mix_of(catalog, query);
  Assessment out = Assessor(catalog, query, *mix, true).assess(gpu);
  out.mix = mix;
  return out;
}

namespace {

Ranking rank(const Catalog& catalog, const Query& query, bool whole) {
  Ranking ranking{&catalog, query, mix_of(catalog, query), {}, {}};
  const Assessor assessor(catalog, query, *ranking.mix, whole);
  const bool several = query.counts.most > 1;
  // Untouched memory costs nothing; what grows is touched twice.
  ranking.excluded.reserve(catalog.gpus().size());
  std::vector<Assessment> open;  // those in whose way stands nothing but their work or their price
  const auto exclude = [&](Assessment&& one, std::optional<double> leads_up_to) {
    const Gpu* gpu = one.card.gpu;
    const int count = one.card.count;
    assessor.add_change(one);
    ranking.excluded.push_back({gpu, count, std::move(one.failed), leads_up_to});
  };
  for (const Gpu& gpu : catalog.gpus()) {
    if (!exists_on(gpu, query.day) || in_laptop(gpu)) continue;
    Assessment one = several ? assessor.assess(gpu) : assessor.admit(gpu);
    if (several || assessor.is_open(one))
      open.push_back(std::move(one));
    else
      exclude(std::move(one), {});
  }
  if (!several) assessor.score(open);
  ranking.ranked.reserve(open.size());
  for (Assessment& one : open)
    if (one.failed.empty()) ranking.ranked.push_back(std::move(one.card));
  std::sort(ranking.ranked.begin(), ranking.ranked.end(), precedes);
  ranking.owned = owned_card(catalog, query, ranking.mix);
  const auto closed = std::ssize(ranking.excluded);
  for (Assessment& one : open) {
    if (one.failed.empty()) continue;
    const bool would_lead = lacks_price_alone(one.failed) && !ranking.ranked.empty();
    exclude(std::move(one),
            would_lead ? leading_price(query, one.card, ranking.ranked.front()) : std::nullopt);
  }
  std::inplace_merge(ranking.excluded.begin(), ranking.excluded.begin() + closed,
                     ranking.excluded.end(),
                     [](const Excluded& a, const Excluded& b) { return a.gpu < b.gpu; });
  return ranking;
}

// Whether that is known.
bool costs_no_more(const Ranked& card, const Ranked& other) {
  return card.price && other.price && *card.cost_usd() <= *other.cost_usd();
}

// The best of several cards of a kind, where it has more points than the leader and costs no more
// than that or than the buyer said.
std::optional<Ranked> better_several(const Ranking& ranking) {
  const Ranked& leader = ranking.ranked.front();
  const bool limited = ranking.query.limits.contains(ranking.query.price_limit());
  double most = 1;  // that any computer holds
  for (const HostKind& one : ranking.catalog->of<HostKind>())
    if (one.usd > 0) most = std::max(most, one.cards);
  if (const HostKind* asked = ranking.query.host.kind) most = std::min(most, asked->cards);
  Query query = ranking.query;
  query.counts = {2, static_cast<int>(most)};
  if (query.counts.most < 2) return {};
  const Assessor assessor(*ranking.catalog, query, *ranking.mix, false);
  std::optional<Ranked> best;
  for (const Gpu& gpu : ranking.catalog->gpus()) {
    if (!exists_on(gpu, query.day) || in_laptop(gpu)) continue;
    Assessment assessment = assessor.assess(gpu);
    const Ranked& card = assessment.card;
    if (!assessment.failed.empty() || !(limited || costs_no_more(card, leader))) continue;
    if (card.score > leader.score && (!best || precedes(card, *best)))
      best = std::move(assessment.card);
  }
  return best;
}

}  // namespace

Ranking rank(const Catalog& catalog, const Query& query) {
  // Where several counts are tried, how far each gets decides; where no card is left, what else is
  // in the way of each.
  if (query.counts.most > 1) return rank(catalog, query, true);
  Ranking ranking = rank(catalog, query, false);
  if (ranking.ranked.empty()) return rank(catalog, query, true);
  if (query.asks_several) ranking.several = better_several(ranking);
  return ranking;
}

double speed_points(const Query& query, const Ranked& card, double more_decades) {
  double points = 0;
  for (const WorkResult& result : card.work)
    if (result.runs())
      points +=
          result.asked->share * utility(decades_above_floor(result) + more_decades, query.scale);
  return 100 * query.weights[index(Outcome::speed)] * points;
}

Flip flip(const Query& query, const Ranked& card, const Ranked& rival) {
  return {turning_price(query, card, rival), turning_speed(query, card, rival),
          turning_weight(query, card, rival)};
}

namespace {

const Ranked& ranked_card(const Ranking& ranking, const Gpu& gpu) {
  for (const Ranked& card : ranking.ranked)
    if (card.gpu == &gpu) return card;
  throw Error(fmt::format("{} is not in the ranking; `--why {}` says why", gpu.id, gpu.id));
}

}  // namespace

Why explain(const Catalog& catalog, const Ranking& ranking, const Gpu& gpu, const Gpu* over) {
  require_existence(gpu, ranking.query.day);
  Why why;
  why.gpu = &gpu;
  const std::vector<Ranked>& ranked = ranking.ranked;
  for (std::size_t i = 0; i < ranked.size(); ++i)
    if (ranked[i].gpu == &gpu) why.position = i + 1;
  if (why.position > 0) {
    why.card = ranked[why.position - 1];
    why.count = why.card->count;
    if (over)
      why.rival = ranked_card(ranking, *over);
    else if (ranked.size() > 1)
      why.rival = ranked[why.position == 1 ? 1 : 0];
    if (why.rival) why.flip = flip(ranking.query, *why.card, *why.rival);
    return why;
  }
  const Assessor assessor(catalog, ranking.query, *ranking.mix, true);
  Assessment assessment = assessor.assess(gpu);
  why.count = assessment.card.count;
  assessor.add_change(assessment);
  why.failed = assessment.failed;
  if (lacks_price_alone(why.failed) && !ranked.empty())
    why.leads_up_to = leading_price(ranking.query, assessment.card, ranked.front());
  if (!assessment.scored) return why;
  why.card = assessment.card;
  // The wider limits let other cards in as well.
  const int count = why.card->count;
  Query wider = ranking.query;
  wider.limits =
      widened(wider.limits, {&gpu, count}, why.card->price, usual_supply_w(catalog, {&gpu, count}));
  wider.counts.fewest = std::min(wider.counts.fewest, count);
  wider.counts.most = std::max(wider.counts.most, count);
  for (const Exclusion& failed : assessment.failed)
    if (failed.limit == limit("host"))
      wider.host = {
          failed.change.empty()
              ? nullptr
              : &catalog.find_host(std::get<std::string_view>(failed.change.front().value)),
          true};
  wider.unsupported = wider.unsupported || has_failed(assessment, limit("support"));
  if (has_failed(assessment, limit("market"))) wider.market = *gpu.market;
  const Ranking reranked = rank(catalog, wider);
  for (std::size_t i = 0; i < reranked.ranked.size(); ++i)
    if (reranked.ranked[i].gpu == &gpu) why.position_if_admitted = i + 1;
  return why;
}

}  // namespace gpupick
