#include "ranking/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "ranking/draws.hpp"

namespace gpupick {
namespace {

using Cards = std::vector<const Ranked*>;

// True if the speeds of most of the card's work are rough.
bool is_rough(const Ranked& card) {
  double rough = 0, all = 0;
  for (const WorkResult& result : card.work) {
    if (!result.runs()) continue;
    all += result.asked->share;
    if (result.speed.is_guess()) rough += result.asked->share;
  }
  return 2 * rough > all;
}

bool costs_less(const Ranked& card, const Ranked& other) {
  return card.price && other.price && card.price->usd < other.price->usd;
}

bool has_card(const Cards& cards, const Ranked& card) {
  return std::ranges::any_of(cards, [&](const Ranked* one) { return is_same(*one, card); });
}

Cards all_of(const Ranking& ranking) {
  Cards out;
  for (const Ranked& card : ranking.ranked) out.push_back(&card);
  return out;
}

// Returns those of the cards, best first, that may be named: those with a trusted price, or all if
// none has one. Cards that are too slow are named only if all are.
Cards nameable(const Query& query, const Cards& all) {
  const bool needs_price =
      query.weights[index(Outcome::cost)] > 0 || query.budget_usd().has_value();
  const auto trusted = [&](const Ranked* card) { return card->is_trusted() || !needs_price; };
  // If no street price is known on the day, launch prices count for all cards.
  const bool known = std::ranges::any_of(all, [&](const Ranked* card) {
    return trusted(card) && !(card->price && card->price->kind == PriceKind::launch);
  });
  Cards out = all;
  if (known) std::erase_if(out, std::not_fn(trusted));
  const auto too_slow = [&](const Ranked* card) { return is_too_slow(query, *card); };
  if (!std::ranges::all_of(out, too_slow)) std::erase_if(out, too_slow);
  return out;
}

// True if the card runs the other's work, with as many bits, and at least as many of its programs.
bool does_as_much(const Ranked& card, const Ranked& other) {
  return runs_as_much(card, other) && card.kept() >= other.kept() - 1e-9 &&
         card.tools.full >= other.tools.full;
}

// Returns the cheapest card, among the measured ones if there are any.
const Ranked& cheapest_of(const Cards& entry) {
  return **std::ranges::min_element(entry, [](const Ranked* a, const Ranked* b) {
    return is_rough(*a) != is_rough(*b) ? is_rough(*b) : costs_less(*a, *b);
  });
}

Role role_of(const Ranked& card, const Ranked& buy) { return {card, gain_over(card, buy)}; }

double times_as_fast(const Ranked& card, const Ranked& buy) {
  const std::optional<Estimate> speed = gain_over(card, buy).speed;
  return speed ? speed->value : 1;
}

// True if the card runs all that the other does and is much faster, or runs more and is as fast.
bool is_step_up(const Ranked& card, const Ranked& buy, const ScoreScale& scale) {
  if (!costs_less(buy, card) || !runs_as_much(card, buy)) return false;
  const double faster = times_as_fast(card, buy);
  const bool does_more = card.as_asked() > buy.as_asked() + 1e-9;
  return faster >= scale.step_up_speed || (does_more && faster > 1 - scale.as_fast);
}

std::optional<double> winning_price(const Ranking& ranking, const Ranked& card, Draws& draws,
                                    std::uint32_t seed);

// Builds the verdict on one ranking.
class Judge {
 public:
  // `cards` are those of the ranking, best first; the price of one may differ.
  Judge(const Ranking& ranking, Cards cards, Draws& draws, std::uint32_t seed)
      : ranking_(ranking),
        query_(ranking.query),
        scale_(ranking.query.scale),
        draws_(draws),
        seed_(seed),
        cards_(nameable(query_, cards)) {}

  // Returns the card to buy, or null if no card does the work or is worth changing to.
  const Ranked* pick() {
    if (ranking_.owned) keep_better(cards_);
    if (cards_.empty()) return nullptr;
    rivals_ = rivals_among(cards_);
    entry_ = entry_of(rivals_, draws_);
    return &cheapest_of(entry_);
  }

  Verdict judge() {
    out_.mixes.push_back(ranking_.mix);
    out_.seed = seed_;
    if (cards_.empty()) return {};
    const Ranked* best = pick();
    out_.keep = !best;
    if (!best) return std::move(out_);
    out_.buy = *best;
    out_.too_slow = is_too_slow(query_, buy());
    for (const Ranked* card : entry_)
      if (!is_same(*card, buy())) out_.level_with.push_back(role_of(*card, buy()));
    judge_certainty();
    if (ranking_.owned) out_.add = better_addition();
    if (query_.weights[index(Outcome::cost)] > 0) add_cheaper();
    add_step_up();
    add_new();
    add_untrusted();
    return std::move(out_);
  }

 private:
  const Ranked& buy() const { return *out_.buy; }

  // True if the buyer asks for the lowest price and no speed.
  bool is_price_alone() const { return query_.weights[index(Outcome::speed)] == 0; }

  // Returns the cards that compete to be bought. If only the price counts, these are the cards that
  // do at least the work of the first.
  Cards rivals_among(Cards cards) const {
    const Ranked& first = *cards.front();
    if (is_price_alone())
      std::erase_if(cards, [&](const Ranked* card) { return !runs_as_much(*card, first); });
    return cards;
  }

  // Returns the card to buy and those that are equally good: draws can't tell them apart from the
  // best, and they do the same work at a speed that feels the same. Leaves out cards that cost much
  // more, or more and are no faster. If only the price counts, this is one card, a measured one if
  // there is any.
  Cards entry_of(const Cards& cards, Draws& draws) const {
    if (is_price_alone()) {
      const auto measured =
          std::ranges::find_if(cards, [](const Ranked* card) { return !is_rough(*card); });
      return {measured == cards.end() ? cards.front() : *measured};
    }
    const std::size_t best = best_of(cards, draws);
    Cards entry;
    for (std::size_t i = 0; i < cards.size(); ++i)
      if (i == best ||
          (does_as_much(*cards[i], *cards[best]) && does_as_much(*cards[best], *cards[i]) &&
           draws.share_above(*cards[best], *cards[i]) < scale_.told_apart &&
           !differs_in_speed(*cards[i], *cards[best])))
        entry.push_back(cards[i]);
    const Ranked& buy = cheapest_of(entry);
    std::erase_if(entry, [&](const Ranked* card) {
      return costs_much_less(buy, *card) ||
             (times_as_fast(*card, buy) < 1 + scale_.as_fast && costs_less(buy, *card));
    });
    return entry;
  }

  // Returns the first card or, of those that draws can't tell apart from it, one that does more:
  // memory and programs decide what speed and price leave open, but not for a card that is both
  // dearer and slower than the first.
  std::size_t best_of(const Cards& cards, Draws& draws) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < cards.size(); ++i)
      if (does_as_much(*cards[i], *cards[best]) && !does_as_much(*cards[best], *cards[i]) &&
          draws.share_above(*cards[0], *cards[i]) < scale_.told_apart &&
          !(costs_less(*cards[0], *cards[i]) &&
            times_as_fast(*cards[i], *cards[0]) < 1 - scale_.as_fast))
        best = i;
    return best;
  }

  // Returns more of the buyer's cards, if that is the better way than to sell them for the card to
  // buy.
  std::optional<Upgrade> better_addition() const {
    if (buy().gpu == ranking_.owned->gpu) return upgrade_to(ranking_, buy().count);
    const std::optional<Estimate> usd = gain_over(buy(), *ranking_.owned).usd;
    for (Upgrade& way : upgrades(ranking_))
      if (way.added > 0 && usd && way.usd.value <= usd->value && does_as_much(way.card, buy()) &&
          times_as_fast(way.card, buy()) > 1 - scale_.as_fast)
        return std::move(way);
    return {};
  }

  // Drops cards that are too slow, slower than the buyer's or do less, and those with less memory
  // unless a job is named. If the buyer's has the best score for what it sells for, only a step up
  // within a stated budget is worth buying. Keeps it if no card is left.
  void keep_better(Cards& cards) {
    const Ranked& owned = *ranking_.owned;
    std::erase_if(cards, [&](const Ranked* card) {
      return is_too_slow(query_, *card) || !is_worth_changing(*card, owned) ||
             (!query_.job && has_less_memory(*card, owned));
    });
    if (!cards.empty() && owned.price && precedes(query_, owned, *cards.front()))
      std::erase_if(cards, [&](const Ranked* card) {
        return is_price_alone() || !query_.budget_usd() || !is_step_up(*card, owned, scale_);
      });
  }

  // True if the first card costs so much less that the other is not as good.
  bool costs_much_less(const Ranked& card, const Ranked& other) const {
    return card.price && other.price && card.price->usd < scale_.cheaper * other.price->usd;
  }

  // True if rented cards do the work at more than twice the cost of those to rent: no buyer takes
  // that for a matter of taste, or for a step up.
  bool wastes_rent(const Ranked& card) const {
    constexpr double most = 2;
    return query_.rent && card.price && buy().price &&
           card.price->usd > most * times_as_fast(card, buy()) * buy().price->usd;
  }

  // True if one of the cards is so much faster that a buyer would feel it.
  bool differs_in_speed(const Ranked& card, const Ranked& other) const {
    const double faster = times_as_fast(card, other);
    return std::max(faster, 1 / faster) >= scale_.step_up_speed;
  }

  void judge_certainty() {
    std::erase_if(rivals_, [&](const Ranked* card) { return wastes_rent(*card); });
    const std::vector<double> shares = draws_.shares_first(rivals_);
    out_.leads = 0;
    const Ranked* rival = nullptr;
    double most = 0;
    for (std::size_t i = 0; i < rivals_.size(); ++i) {
      if (has_card(entry_, *rivals_[i]))
        out_.leads += shares[i];
      else if (shares[i] > most)
        rival = rivals_[i], most = shares[i];
    }
    if (out_.leads >= scale_.clear || !rival) return;
    out_.rival = role_of(*rival, buy());
    const bool other_work = !runs_as_much(*rival, buy()) || !runs_as_much(buy(), *rival);
    out_.certainty =
        other_work || differs_in_speed(*rival, buy()) ? Certainty::taste : Certainty::close;
  }

  // Adds the first card that costs much less, does little less work, and is not much slower per
  // dollar.
  void add_cheaper() {
    if (!buy().price) return;
    for (const Ranked* card : cards_) {
      if (has_card(entry_, *card) || !card->price) continue;
      const double price = card->price->usd / buy().price->usd;
      if (price > scale_.cheaper || lost_share(*card) > 1 - scale_.cheaper ||
          times_as_fast(*card, buy()) < price * scale_.cheaper)
        continue;
      out_.cheaper = role_of(*card, buy());
      return;
    }
  }

  // Returns the share of the work that the card to buy runs as asked and this one does not.
  double lost_share(const Ranked& card) const {
    double lost = 0;
    for (std::size_t i = 0; i < card.work.size(); ++i)
      if (buy().work[i].as_asked && !card.work[i].as_asked) lost += buy().work[i].asked->share;
    return lost;
  }

  // Adds the step up: the best within the budget, of one card or several, else the nearest above
  // it.
  void add_step_up() {
    const Ranked* best = nullptr;
    for (const Ranked* card : cards_)
      if (!has_card(entry_, *card) && is_step_up(*card, buy(), scale_) && !wastes_rent(*card)) {
        best = card;
        break;
      }
    const Number budget = query_.budget_usd();
    const bool room = budget && buy().price && 2 * buy().price->usd < *budget;
    const Ranking several = room ? of_several() : Ranking{};
    for (const Ranked& card : several.ranked)
      if (card.is_trusted() && is_step_up(card, buy(), scale_) &&
          (!best || precedes(query_, card, *best)))
        best = &card;
    if (best) {
      out_.step_up = role_of(*best, buy());
    } else if (budget) {
      add_nearest_above();
    }
  }

  Ranking with(const Query& query) {
    Ranking out = rank_admitted(*ranking_.catalog, query);
    out_.mixes.push_back(out.mix);
    return out;
  }

  // Ranks two of each card, if the computer takes them.
  Ranking of_several() {
    const HostKind* host = query_.host.kind;
    if (query_.counts.most > 1 || query_.rent || (host && host->cards < 2)) return {};
    Query query = query_;
    query.counts = {2, 2};
    query.owned.reset();
    return with(query);
  }

  void add_nearest_above() {
    Query query = query_;
    query.limits.erase(query.price_limit());
    query.owned.reset();
    const Ranking all = with(query);
    const Ranked* nearest = nullptr;
    for (const Ranked* card : nameable(query, all_of(all)))
      if (card->price && card->price->usd > *query_.budget_usd() &&
          is_step_up(*card, buy(), scale_) && (!nearest || costs_less(*card, *nearest)))
        nearest = card;
    if (nearest) out_.step_up = role_of(*nearest, buy());
  }

  void add_new() {
    if (query_.rent || !buy().price || buy().price->kind != PriceKind::used) return;
    Query query = query_;
    query.condition = Condition::new_card;
    query.owned.reset();
    const Ranking fresh = with(query);
    Cards cards;
    for (const Ranked* card : nameable(query, all_of(fresh)))
      if (card->price && card->price->kind != PriceKind::given &&
          (!ranking_.owned || is_worth_changing(*card, *ranking_.owned)))
        cards.push_back(card);
    if (cards.empty()) return;
    cards = rivals_among(std::move(cards));
    Draws draws(query, seed_);
    out_.new_card = role_of(cheapest_of(entry_of(cards, draws)), buy());
  }

  // Adds cards that would win at what they seem to cost.
  void add_untrusted() {
    constexpr std::size_t most = 3;
    for (const Ranked& card : ranking_.ranked)
      if (!card.is_trusted() && precedes(query_, card, buy()) && out_.untrusted.size() < most)
        if (const auto usd = winning_price(ranking_, card, draws_, seed_))
          out_.untrusted.push_back({card, *usd});
  }

  const Ranking& ranking_;
  const Query& query_;
  const ScoreScale& scale_;
  Draws& draws_;
  std::uint32_t seed_;
  Cards cards_;   // those that may be named, best first
  Cards rivals_;  // those that compete to be bought
  Cards entry_;   // the card to buy and those that are as good
  Verdict out_;
};

std::optional<double> winning_price(const Ranking& ranking, const Ranked& card, Draws& draws,
                                    std::uint32_t seed) {
  if (!card.price) return {};
  const Query& query = ranking.query;
  Cards others = all_of(ranking);
  std::erase_if(others, [&](const Ranked* other) { return is_same(*other, card); });
  const auto wins = [&](double usd) {
    const Ranked priced = at_price(ranking, card, usd);
    Cards cards = others;
    cards.insert(std::ranges::find_if(
                     cards, [&](const Ranked* other) { return precedes(query, priced, *other); }),
                 &priced);
    draws.forget(priced);
    const Ranked* pick = Judge(ranking, std::move(cards), draws, seed).pick();
    return pick && is_same(*pick, priced);
  };
  constexpr double least = 0.5, most = 10, step = 1.005;  // of the price
  const double now = card.price->usd;
  const Number budget = query.budget_usd();
  double low = wins(now) ? now : least * now;
  double high = budget.value_or(most * now);
  std::optional<double> out;
  if (wins(high)) {
    out = budget;
  } else if (low < high && (low == now || wins(low))) {
    while (high > low * step) {
      const double middle = std::sqrt(low * high);
      (wins(middle) ? low : high) = middle;
    }
    out = low;
  }
  draws.forget(card);
  return out;
}

}  // namespace

bool runs_as_much(const Ranked& card, const Ranked& other) {
  for (std::size_t i = 0; i < card.work.size(); ++i)
    if (other.work[i].as_asked && !card.work[i].as_asked) return false;
  return true;
}

Verdict verdict(const Ranking& ranking, std::uint32_t seed) {
  Draws draws(ranking.query, seed);
  return Judge(ranking, all_of(ranking), draws, seed).judge();
}

std::vector<std::optional<double>> winning_prices(const Ranking& ranking,
                                                  std::span<const Ranked> cards,
                                                  std::uint32_t seed) {
  Draws draws(ranking.query, seed);
  std::vector<std::optional<double>> out;
  for (const Ranked& card : cards) out.push_back(winning_price(ranking, card, draws, seed));
  return out;
}

std::string_view name_of(Certainty certainty) {
  static constexpr std::string_view names[] = {"clear", "close", "taste"};
  return names[static_cast<std::size_t>(certainty)];
}

}  // namespace gpupick
