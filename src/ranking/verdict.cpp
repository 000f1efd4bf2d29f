#include "ranking/verdict.hpp"

#include <algorithm>
#include <cmath>

#include "ranking/beyond.hpp"

namespace gpupick {
namespace {

bool has_card(const Cards& cards, const Ranked& card) {
  return std::ranges::any_of(cards, [&](const Ranked* one) { return *one == card; });
}

// Builds the verdict on one ranking.
class Judge {
 public:
  Judge(const Ranking& ranking, std::uint32_t seed)
      : ranking_(ranking),
        query_(ranking.query),
        scale_(ranking.query.scale),
        seed_(seed),
        draws_(ranking.query, seed),
        pick_(pick(ranking, all_of(ranking), draws_)),
        beyond_(ranking, seed) {}

  // Decides what to buy, add or keep. With `others`, also names the other cards.
  Verdict judge(bool others) {
    if (!ranking_.ranked.empty()) {
      decide();
      if (others) name_others();
    }
    out_.seed = seed_;
    out_.mix = ranking_.mix;
    std::ranges::stable_sort(out_.roles, {}, &Role::kind);
    return std::move(out_);
  }

 private:
  void decide() {
    if (!pick_.buy) {
      if (ranking_.owned) keep_or_add();
      return;
    }
    out_.buy = *pick_.buy;
    out_.too_slow = buy().too_slow;
    const bool counts = query_.budget_usd() || query_.weight(Outcome::cost) > 0;
    out_.doubtful =
        counts && buy().price && !buy().is_trusted() && buy().price->kind != PriceKind::launch;
    for (const Ranked* card : pick_.entry)
      if (*card != buy()) add(RoleKind::level, *card);
    out_.alone = pick_.named.size() == pick_.entry.size();
    judge_certainty();
    if (ranking_.owned) out_.add = better_addition();
  }

  // Adds the other roles, in any order.
  void name_others() {
    add_untrusted();
    add_unpriced();
    if (out_.keep) add_near_miss();
    if (!pick_.buy) return;
    if (query_.weight(Outcome::cost) > 0) add_cheaper();
    add_step_up();
    add_new();
    add_if_found();
    if (const Ranked* best = beyond_.best_if_it_fits()) add(RoleKind::unmeasured, *best);
    if (!out_.add) add_near_miss();
  }

  const Ranked& buy() const { return *out_.buy; }

  void add(RoleKind kind, const Ranked& card) {
    out_.roles.push_back({kind, card, gain_over(card, out_.buy ? buy() : *ranking_.owned)});
  }

  // Keeps the buyer's cards, or adds more of them if that is a step up within a stated budget.
  void keep_or_add() {
    for (Upgrade& way : upgrades(ranking_))
      if (way.added > 0 && !way.over_budget && query_.budget_usd() &&
          is_step_up(way.card, *ranking_.owned, scale_)) {
        out_.buy = way.card;
        out_.add = std::move(way);
        return;
      }
    out_.keep = true;
  }

  // Returns more of the buyer's cards, if that is the better way than to sell them for the card to
  // buy.
  std::optional<Upgrade> better_addition() const {
    if (buy().gpu == ranking_.owned->gpu) return upgrade_to(ranking_, buy().count);
    const std::optional<Estimate> usd = gain_over(buy(), *ranking_.owned).usd;
    for (Upgrade& way : upgrades(ranking_))
      if (way.added > 0 && !way.over_budget && usd && is_as_good(way.card) &&
          is_better(way, usd->value))
        return std::move(way);
    return {};
  }

  // True if the cards do as much as those to buy. For a named job its results decide: how it runs
  // shows in its speed.
  bool is_as_good(const Ranked& cards) const {
    if (!query_.job) return does_as_much(cards, buy());
    return kept_results(cards) >= kept_results(buy()) - 1e-9 &&
           cards.tools.full >= buy().tools.full;
  }

  // True if adding cards costs no more than the change for `usd` and is as fast, costs much less
  // and is about as fast, or is a better use of the money.
  bool is_better(const Upgrade& way, double usd) const {
    const Ranked added = at_price(ranking_, way.card, way.usd.value - way.card.computer_usd),
                 changed = at_price(ranking_, buy(), usd - buy().computer_usd);
    if (precedes(query_, added, changed)) return true;
    if (way.usd.value <= scale_.cheaper * usd) return !differs_in_speed(way.card, buy(), scale_);
    return way.usd.value <= usd && times_as_fast(way.card, buy()) > 1 - scale_.as_fast;
  }

  // True if rented cards do the work at a much higher cost than those to rent: no buyer takes that
  // for a matter of taste, or for a step up.
  bool wastes_rent(const Ranked& card) const {
    return query_.rent && card.price && buy().price &&
           card.price->usd > scale_.far * times_as_fast(card, buy()) * buy().price->usd;
  }

  void judge_certainty() {
    Cards rivals = pick_.rivals;
    std::erase_if(rivals, [&](const Ranked* card) {
      return wastes_rent(*card) || wins_by_work(query_, buy(), *card);
    });
    const std::vector<double> shares = draws_.shares_first(rivals);
    out_.leads = 0;
    const Ranked* rival = nullptr;
    double most = 0;
    for (std::size_t i = 0; i < rivals.size(); ++i) {
      if (has_card(pick_.entry, *rivals[i]))
        out_.leads += shares[i];
      else if (shares[i] > most)
        rival = rivals[i], most = shares[i];
    }
    if (out_.leads + 1e-9 >= scale_.clear || !rival) return;
    add(RoleKind::rival, *rival);
    out_.rival_leads = most;
    const bool other_work = !runs_as_much(*rival, buy()) || !runs_as_much(buy(), *rival);
    out_.certainty =
        other_work || differs_in_speed(*rival, buy(), scale_) ? Certainty::taste : Certainty::close;
  }

  // True if the card costs much less with a computer that is bought for it, does little less work,
  // and is not much slower for its price.
  bool saves(const Ranked& card) const {
    const double share = card.price->usd / buy().price->usd;
    return *card.budgeted_usd() <= scale_.cheaper * *buy().budgeted_usd() &&
           lost_share(card) <= 1 - scale_.cheaper &&
           times_as_fast(card, buy()) >= share * scale_.cheaper;
  }

  // True if no more cards run all the work in some way, and much faster.
  bool outruns(const Ranked& card) const {
    return card.count <= buy().count && gain_over(card, buy()).loses.empty() &&
           surely_as_fast(card, buy()) >= scale_.step_up_speed;
  }

  // Adds the first other card that takes less to buy and saves much, or outruns the card to buy.
  void add_cheaper() {
    if (!buy().price) return;
    for (const Ranked* card : pick_.named) {
      if (card->gpu == buy().gpu || has_card(pick_.entry, *card) || !card->price) continue;
      if (!costs_less(*card, buy()) || draws_much_less(query_, buy(), *card)) continue;
      if (saves(*card) || outruns(*card)) return add(RoleKind::cheaper, *card);
    }
  }

  // True for more of the buyer's cards, of which some need not be bought.
  bool is_owned_kind(const Ranked& card) const {
    return ranking_.owned && card.gpu == ranking_.owned->gpu;
  }

  // Returns the share of the work that the card to buy runs as asked and this one does not. A named
  // job that runs in another way is lost by the points that this costs.
  double lost_share(const Ranked& card) const {
    double lost = 0;
    for (std::size_t i = 0; i < card.work.size(); ++i) {
      const WorkResult &ours = buy().work[i], &its = card.work[i];
      if (ours.has_room && !its.has_room)
        lost += ours.asked->share * (query_.job && its.runs() ? 1 - its.keeps / ours.keeps : 1);
    }
    return lost;
  }

  bool is_step(const Ranked& card) const {
    return card != buy() && is_step_up(card, buy(), scale_) && !is_owned_kind(card) &&
           !draws_much_less(query_, buy(), card);
  }

  // Returns the steps up among these cards, in as few as do the work as well.
  Cards steps_among(Cards cards) const {
    std::erase_if(cards, [&](const Ranked* card) { return !is_step(*card); });
    std::erase_if(cards, [&, all = cards](const Ranked* card) {
      return std::ranges::any_of(all, [&](const Ranked* fewer) {
        return fewer->count < card->count && !is_worth_more_cards(*card, *fewer, scale_);
      });
    });
    return cards;
  }

  // Returns the nearest step up above the budget that would be bought, or be the step up from the
  // same card, if the budget just admitted it. If there is none, returns the nearest of all where
  // `half` of the budget is left, else null.
  const Ranked* step_above_budget(bool half) {
    const Cards above = steps_among(beyond_.above_budget());
    for (const Ranked* card : above) {
      const Pick then = beyond_.if_admitted(*card);
      const Cards steps = steps_among(then.named);
      const bool is_bought = then.buy && has_card(steps, *then.buy);
      if (is_bought || (then.buy && !steps.empty() && *then.buy == buy()))
        return is_bought ? then.buy : steps.front();
    }
    return half && !above.empty() ? above.front() : nullptr;
  }

  // Adds the step up: the best within the budget, of one card or several, else one above it.
  void add_step_up() {
    Cards steps = steps_among(pick_.named);
    std::erase_if(steps, [&](const Ranked* card) {
      return has_card(pick_.entry, *card) || wastes_rent(*card);
    });
    const Ranked* best = steps.empty() ? nullptr : steps.front();
    const Number budget = query_.budget_usd();
    const bool pictures = query_.job && makes_images(query_.job->task);
    const bool half = budget && buy().price && 2 * buy().price->usd < *budget;
    const std::span<const Ranked> several =
        half && !pictures ? beyond_.pairs() : std::span<const Ranked>();
    for (const Ranked& card : several)
      if (card.is_trusted() && is_step(card) && (!best || precedes(query_, card, *best)))
        best = &card;
    if (!best && budget) best = step_above_budget(half);
    if (best) add(RoleKind::step_up, *best);
  }

  void add_new() {
    if (query_.rent || query_.condition == Condition::used || !buy().price ||
        buy().price->kind != PriceKind::used)
      return;
    const Ranked* best = beyond_.best_new();
    if (best && lost_share(*best) <= 1 - scale_.cheaper &&
        scale_.far * surely_as_fast(*best, buy()) >= 1)
      add(RoleKind::new_card, *best);
  }

  // A card that costs more than the one to buy is named only within a budget.
  void add_if_found() {
    for (const Ranked& card : ranking_.ranked)
      if (std::ranges::any_of(out_.untrusted, [&](const Untrusted& one) { return one == card; }) &&
          (query_.budget_usd() || !costs_less(buy(), card)) && is_much_better(card, buy(), scale_))
        return add(RoleKind::if_found, card);
  }

  // True if a buyer who states no budget would not expect to spend as much.
  bool costs_far_more(const Ranked& card) const {
    const Number usd = card.outlay_usd(), bought = buy().outlay_usd();
    return !query_.budget_usd() && usd && bought && *usd > scale_.far * *bought;
  }

  // Adds a near miss, which would be no news beside the same step up.
  void add_near_miss() {
    const Role* step_up = out_.find(RoleKind::step_up);
    const Ranked* best = beyond_.near_miss(step_up ? &step_up->card : nullptr);
    if (!best || (out_.buy && (*best == buy() || costs_far_more(*best)))) return;
    add(RoleKind::near_miss, *best);
  }

  // Adds cards that would win at what they seem to cost, if others have trusted prices.
  void add_untrusted() {
    if (pick_.buy && !pick_.buy->is_trusted()) return;
    constexpr std::size_t most = 3;
    for (const Ranked& card : ranking_.ranked) {
      if (card.is_trusted() || !card.price || (pick_.buy && card == *pick_.buy)) continue;
      if (out_.untrusted.size() == most) break;
      const auto usd = winning_price(ranking_, card, pick_.buy, draws_);
      if (usd && *usd >= std::floor(card.price->usd))
        out_.untrusted.push_back({card, std::min(*usd, scale_.far * card.price->usd)});
    }
  }

  // Adds the cards without a price that could be the one to buy. The search begins where a card's
  // score is the best.
  void add_unpriced() {
    for (const Ranked& card : ranking_.unpriced) {
      const auto start = price_to_lead(query_, card, ranking_.ranked.front());
      if (!start) continue;
      const Ranked priced = at_price(ranking_, card, *start);
      if (const auto usd = winning_price(ranking_, priced, pick_.buy, draws_))
        out_.unpriced.push_back({card, *usd});
    }
  }

  const Ranking& ranking_;
  const Query& query_;
  const ScoreScale& scale_;
  std::uint32_t seed_;
  Draws draws_;
  Pick pick_;
  Beyond beyond_;
  Verdict out_;
};

}  // namespace

Verdict verdict(const Ranking& ranking, std::uint32_t seed) {
  return Judge(ranking, seed).judge(true);
}

Verdict brief_verdict(const Ranking& ranking, std::uint32_t seed) {
  return Judge(ranking, seed).judge(false);
}

std::optional<Choice> choice_among(const Catalog& catalog, const std::vector<CardGroup>& cards,
                                   const Query& query) {
  Query among = query;
  std::vector<std::string_view> only;
  for (const CardGroup& one : cards) {
    if (one.count > 1 || in_laptop(*one.gpu)) return {};
    only.push_back(one.gpu->id);
  }
  among.limits[limit("only")] = only;
  among.counts = {1, 1};
  const Ranking ranking = rank_admitted(catalog, among);
  if (ranking.ranked.size() != cards.size()) return {};
  const Verdict found = brief_verdict(ranking, 1);
  if (!found.buy || found.too_slow || found.doubtful) return {};
  return Choice{*found.buy, found.certainty};
}

std::span<const Role> Verdict::level_with() const {
  const auto others =
      std::ranges::find_if(roles, [](const Role& role) { return role.kind != RoleKind::level; });
  return {roles.begin(), others};
}

const Role* Verdict::find(RoleKind kind) const {
  const auto found = std::ranges::find(roles, kind, &Role::kind);
  return found == roles.end() ? nullptr : &*found;
}

RoleKind role_in(const Verdict& verdict, const Ranked& card) {
  if (verdict.buy && *verdict.buy == card) return RoleKind::buy;
  const auto found = std::ranges::find(verdict.roles, card, &Role::card);
  return found == verdict.roles.end() || found->kind > RoleKind::new_card ? RoleKind::none
                                                                          : found->kind;
}

std::string_view name_of(RoleKind role) {
  static constexpr std::string_view names[] = {"none",      "buy",  "level_with", "cheaper",
                                               "step_up",   "new",  "if_found",   "unmeasured",
                                               "near_miss", "rival"};
  return names[static_cast<std::size_t>(role)];
}

Number winning_price_of(const Verdict& verdict, const Gpu& unpriced) {
  const auto found = std::ranges::find(verdict.unpriced, &unpriced, &Untrusted::gpu);
  return found == verdict.unpriced.end() ? std::nullopt : Number(found->wins_below_usd);
}

std::string_view name_of(Certainty certainty) {
  static constexpr std::string_view names[] = {"clear", "close", "taste"};
  return names[static_cast<std::size_t>(certainty)];
}

}  // namespace gpupick
