#include "ranking/upgrade.hpp"

#include <algorithm>

#include "ranking/assess.hpp"
#include "ranking/cost.hpp"
#include "ranking/gain.hpp"
#include "ranking/verdict.hpp"

namespace gpupick {
namespace {

// Returns the query for the buyer's cards: no limit applies, but the budget sets the worth of
// money. The cards cost what they sell for and stay in the buyer's computer.
Query for_owned(const Catalog& catalog, Query query) {
  const CardGroup cards = *query.owned;
  const Limit price = query.price_limit();
  std::erase_if(query.limits, [&](const auto& entry) { return entry.first != price; });
  query.host.kind = query.host_usd ? nullptr : query.host.has.value_or(nullptr);
  query.host.given = false;
  query.host_usd.reset();
  query.unsupported = true;
  query.market = cards.gpu->market.value_or("");
  query.counts = {cards.count, cards.count};
  query.own_prices.clear();
  if (const auto used = catalog.price_on(*cards.gpu, Condition::used, query.day))
    query.own_prices[std::string(cards.gpu->id)] = used->low;
  return query;
}

// True if the cards fail a limit of the buyer other than the budget, as far as figures are known.
bool fails(const Assessment& cards, const Query& query) {
  return std::ranges::any_of(cards.failed, [&](const Exclusion& failed) {
    return failed.limit != query.price_limit() && query.limits.contains(failed.limit) &&
           !failed.is_unknown();
  });
}

// True if the first cards run a job at a speed that counts and the others do not.
bool adds_job(const Ranked& card, const Ranked& other) {
  for (std::size_t i = 0; i < card.work.size(); ++i)
    if (is_useful(card.work[i]) && !is_useful(other.work[i])) return true;
  return false;
}

// Tries every count that the buyer's computer holds, or that the buyer asks for.
std::optional<Upgrade> more_of_it(const Ranking& ranking) {
  const Query& query = ranking.query;
  const HostKind* host = host_of_size(*ranking.catalog, query.host, query.counts.most);
  int most = host ? static_cast<int>(std::min<double>(host->cards, most_cards)) : most_cards;
  if (!query.pairs) most = std::min(most, query.counts.most);
  std::optional<Upgrade> first;
  for (int count = ranking.owned->count + 1; count <= most; ++count) {
    std::optional<Upgrade> next = upgrade_to(ranking, count);
    if (!next) break;
    if (adds_job(next->card, *ranking.owned)) return next;
    if (!first && std::ranges::any_of(next->card.work, &WorkResult::runs)) first = std::move(next);
  }
  return first;
}

}  // namespace

bool has_less_memory(const Query& query, const Ranked& card, const Ranked& owned) {
  if (query.job && card.work.front().as_asked) return false;
  if (std::ranges::none_of(owned.work, &WorkResult::runs)) return false;
  return !is_whole_computer(*owned.gpu, owned.price) && memory_gib(card) < memory_gib(owned);
}

double kept_results(const Ranked& card) {
  double share = 0;
  for (const WorkResult& result : card.work) {
    if (!result.runs()) continue;
    const Fallback* step = result.fallback;
    const bool worse = step && (step->quant || step->resolution);
    share += result.asked->share * (worse ? result.keeps : 1);
  }
  return share;
}

// A named job runs in the one program that it names.
bool loses_programs(const Ranked& card, const Ranked& owned, const ScoreScale& scale) {
  const auto full = [](const Ranked& one) { return static_cast<double>(one.tools.full); };
  return !card.estimate() && full(card) < scale.cheaper * full(owned);
}

bool is_worth_changing(const Ranked& card, const Ranked& owned, const ScoreScale& scale) {
  const Gain gain = gain_over(card, owned);
  const double faster = gain.speed ? gain.speed->value : 1;
  if (!runs_as_much(card, owned) || adds_job(owned, card) || faster < 1) return false;
  // How a named job runs shows in its speed.
  const bool named = card.estimate() != nullptr;
  const bool loses = loses_programs(card, owned, scale);
  if (adds_job(card, owned) && !loses) return true;
  const auto kept = [&](const Ranked& one) { return named ? kept_results(one) : one.kept(); };
  const double better = std::min(faster, gain.counted_speed) * kept(card) / kept(owned);
  if (loses) return better >= scale.step_up_speed;
  const bool for_nothing = gain.usd && gain.usd->high <= 0;
  return better * scale.cheaper >= 1 || (for_nothing && better > 1);
}

std::optional<Ranked> owned_card(const Catalog& catalog, const Query& query,
                                 const std::shared_ptr<const Mix>& mix) {
  if (!query.owned) return {};
  const Query owned = for_owned(catalog, query);
  Ranked card = Assessor(catalog, owned, *mix, true).assess(*query.owned->gpu).card;
  return card.work.empty() ? std::nullopt : std::optional(std::move(card));
}

std::optional<Exclusion> owned_lacks(const Ranking& ranking) {
  if (!ranking.owned || !ranking.query.job || ranking.owned->work.front().runs()) return {};
  Query query = for_owned(*ranking.catalog, ranking.query);
  query.limits.clear();  // the buyer's cards are paid
  query.host = {};
  const Assessor assessor(*ranking.catalog, query, *ranking.mix, true);
  Assessment owned = assessor.assess(*ranking.owned->gpu);
  assessor.add_change(owned);
  return owned.failed.empty() ? std::nullopt : std::optional(owned.failed.front());
}

std::optional<Upgrade> upgrade_to(const Ranking& ranking, int count) {
  const Query& query = ranking.query;
  const CardGroup& cards = *query.owned;
  Query more = for_owned(*ranking.catalog, query);
  more.limits = query.limits;
  more.own_prices = query.own_prices;
  more.counts = {count, count};
  Assessment found = Assessor(*ranking.catalog, more, *ranking.mix, true).assess(*cards.gpu);
  Ranked& card = found.card;
  if (card.count != count || !card.price || card.work.empty() || fails(found, more)) return {};
  const double share = static_cast<double>(count - cards.count) / count;
  const Estimate usd = spread(*card.price, share, card.computer_usd);
  const double budget = query.budget_usd().value_or(usd.value);
  if (usd.value > query.scale.far * budget) return {};
  return Upgrade{std::move(card), count - cards.count, usd, usd.value > budget};
}

std::vector<Upgrade> upgrades(const Ranking& ranking) {
  if (!ranking.owned || !ranking.owned->price) return {};
  std::vector<Upgrade> out;
  std::optional<double> most;  // cost of adding cards, if that is an upgrade
  const ScoreScale& scale = ranking.query.scale;
  const bool whole = comes_as_computer(*ranking.catalog, *ranking.owned->gpu);
  if (auto more = whole ? std::nullopt : more_of_it(ranking);
      more && is_worth_changing(more->card, *ranking.owned, scale)) {
    most = more->usd.value;
    out.push_back(*std::move(more));
  }
  bool leads = true;
  for (const Ranked& card : ranking.ranked) {
    const Gain gain = gain_over(card, *ranking.owned);
    if (card.gpu == ranking.owned->gpu || !gain.usd ||
        !is_worth_changing(card, *ranking.owned, scale))
      continue;
    const bool affordable = most && gain.usd->value <= *most;
    if (leads || affordable) out.push_back({card, 0, *gain.usd, false});
    leads = false;
    if (!most || affordable) break;
  }
  return out;
}

}  // namespace gpupick
