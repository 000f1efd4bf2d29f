#include "ranking/why.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "ranking/assess.hpp"

namespace gpupick {
namespace {

// Returns the place of the card by score, from 1, or 0 if it is not in the ranking.
std::size_t position_of(const Ranking& ranking, const Gpu& gpu) {
  for (std::size_t i = 0; i < ranking.ranked.size(); ++i)
    if (ranking.ranked[i].gpu == &gpu) return i + 1;
  return 0;
}

const Ranked& ranked_card(const Ranking& ranking, const Gpu& gpu) {
  if (const std::size_t place = position_of(ranking, gpu)) return ranking.ranked[place - 1];
  throw Error(fmt::format("{} is not in the ranking; `--why {}` says why", gpu.id, gpu.id));
}

// Returns the query with limits that admit the card. Other cards may be admitted too.
Query widened_for(const Catalog& catalog, const Query& query, const Assessment& assessment) {
  const Gpu& gpu = *assessment.card.gpu;
  const int count = assessment.card.count;
  Query wider = query;
  wider.limits = widened(wider.limits, {&gpu, count}, assessment.card.price,
                         usual_build(catalog, {&gpu, count}));
  if (const auto psu = wider.limits.find(limit("psu")); psu != wider.limits.end())
    wider.host.psu_w = std::get<double>(psu->second);
  // A whole board is one choice, whatever the number of cards asked for.
  wider.boards = wider.boards || has_failed(assessment, limit("boards"));
  if (!wider.boards && (count < wider.counts.fewest || count > wider.counts.most))
    wider.counts = {count, count};
  for (const Exclusion& failed : assessment.failed)
    if (failed.limit == limit("host")) {
      wider.host.given = true;
      wider.host.kind =
          failed.change.empty()
              ? nullptr
              : &catalog.find_host(std::get<std::string_view>(failed.change.front().value));
    }
  wider.unsupported = wider.unsupported || has_failed(assessment, limit("support"));
  for (const Exclusion& failed : assessment.failed)
    for (const auto& [flag, value] : failed.change)
      if (flag == "--precision" && wider.job) wider.job->precision = Precision::fp16;
  if (has_failed(assessment, limit("market"))) wider.market = *gpu.market;
  if (has_failed(assessment, limit("modified")) && assessment.card.price)
    wider.own_prices[std::string(gpu.id)] = assessment.card.price->usd / count;
  return wider;
}

// Returns the card of the ranking that could be bought instead of the one to buy: the first with a
// trusted price that is not as good, or nothing.
const Ranked* next_to(const Ranking& ranking, const Verdict& verdict) {
  for (const Ranked& card : ranking.ranked) {
    const RoleKind role = role_in(verdict, card);
    if (role != RoleKind::buy && role != RoleKind::level &&
        (card.is_trusted() || !verdict.buy || !verdict.buy->is_trusted()))
      return &card;
  }
  return nullptr;
}

// Returns the card that `card` is compared with, or null if there is no other.
const Ranked* rival_of(const Ranked& card, const Ranking& ranking, const Verdict& verdict) {
  if (verdict.keep) return &*ranking.owned;
  if (verdict.buy && !is_same(card, *verdict.buy)) return &*verdict.buy;
  return next_to(ranking, verdict);
}

}  // namespace

std::string_view name_of(RoleKind role) {
  static constexpr std::string_view names[] = {"none",    "buy",     "level_with",
                                               "cheaper", "step_up", "new"};
  return names[static_cast<std::size_t>(role)];
}

RoleKind role_in(const Verdict& verdict, const Ranked& card) {
  const auto is = [&](const std::optional<Role>& role) {
    return role && is_same(role->card, card);
  };
  if (verdict.buy && is_same(*verdict.buy, card)) return RoleKind::buy;
  if (std::ranges::any_of(verdict.level_with,
                          [&](const Role& role) { return is_same(role.card, card); }))
    return RoleKind::level;
  if (is(verdict.cheaper)) return RoleKind::cheaper;
  if (is(verdict.step_up)) return RoleKind::step_up;
  return is(verdict.new_card) ? RoleKind::new_card : RoleKind::none;
}

Why explain(const Catalog& catalog, const Ranking& ranking, const Gpu& gpu, std::uint32_t seed,
            const Gpu* over) {
  require_existence(catalog, gpu, ranking.query.day);
  if (in_laptop(gpu))
    throw Error(
        fmt::format("{} comes in laptops, which are not ranked; ask `gpupick fit {}` or "
                    "`gpupick estimate {}`",
                    gpu.id, gpu.id, gpu.id));
  Why why;
  why.gpu = &gpu;
  why.position = position_of(ranking, gpu);
  if (why.position > 0) {
    why.card = ranking.ranked[why.position - 1];
    why.count = why.card->count;
    why.ranking = ranking;
    why.verdict = verdict(why.ranking, seed);
    const Ranked* rival =
        over ? &ranked_card(ranking, *over) : rival_of(*why.card, why.ranking, why.verdict);
    if (rival) {
      why.rival = *rival;
      why.flip = flip(ranking.query, *why.card, *rival);
    }
    if (!over) why.wins_up_to = winning_prices(ranking, {&*why.card, 1}, seed).front();
    return why;
  }
  Query query = ranking.query;
  const auto assess_all = [&] {
    const Assessor assessor(catalog, query, *ranking.mix, true);
    Assessment out = assessor.assess(gpu);
    why.count = out.card.count;
    assessor.add_change(out);
    return out;
  };
  Assessment assessment = assess_all();
  const auto boards = std::ranges::find(assessment.failed, limit("boards"), &Exclusion::limit);
  if (boards != assessment.failed.end()) {
    // The other reasons are those of a whole board.
    const Exclusion sold = *boards;
    query.boards = true;
    assessment = assess_all();
    assessment.failed.insert(assessment.failed.begin(), sold);
  }
  why.changed_count = assessment.card.count;
  why.failed = assessment.failed;
  if (lacks_price_alone(why.failed)) why.wins_up_to = winning_price_of(verdict(ranking, seed), gpu);
  if (!assessment.scored) return why;
  why.card = assessment.card;
  const Query wider = widened_for(catalog, ranking.query, assessment);
  why.ranking = rank(catalog, wider);
  why.position_if_admitted = position_of(why.ranking, gpu);
  if (why.position_if_admitted == 0) {
    // Without the first obstacles, others show.
    const Assessor assessor(catalog, wider, *why.ranking.mix, true);
    Assessment admitted = assessor.assess(gpu);
    assessor.add_change(admitted);
    for (Exclusion& left : admitted.failed)
      if (!has_failed(assessment, left.limit)) why.failed.push_back(std::move(left));
    return why;
  }
  why.card = why.ranking.ranked[why.position_if_admitted - 1];
  why.verdict = verdict(why.ranking, seed);
  why.wins_up_to = winning_prices(why.ranking, {&*why.card, 1}, seed).front();
  return why;
}

}  // namespace gpupick
