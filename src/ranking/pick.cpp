#include "ranking/pick.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "ranking/assess.hpp"
#include "ranking/expense.hpp"
#include "ranking/gain.hpp"
#include "ranking/upgrade.hpp"

namespace gpupick {
namespace {

// True if the speeds of most of the card's work are rough.
bool is_rough(const Ranked& card) {
  double rough = 0, all = 0;
  for (const WorkResult& result : card.work) {
    if (!result.runs()) continue;
    all += result.asked->share;
    if (result.speed.is_rough()) rough += result.asked->share;
  }
  return 2 * rough > all;
}

// Returns those of the cards, best first, that may be named: those with a trusted price, or all if
// none has one. Cards that are too slow are named only if all are.
Cards nameable(const Query& query, const Cards& all) {
  const bool needs_price = query.weight(Outcome::cost) > 0 || query.budget_usd().has_value();
  const auto trusted = [&](const Ranked* card) { return card->is_trusted() || !needs_price; };
  // If no street price is known on the day, launch prices count for all cards.
  const bool known = std::ranges::any_of(all, [&](const Ranked* card) {
    return trusted(card) && !(card->price && card->price->kind == PriceKind::launch);
  });
  Cards out = all;
  if (known) std::erase_if(out, std::not_fn(trusted));
  if (!std::ranges::all_of(out, &Ranked::too_slow))
    std::erase_if(out, std::mem_fn(&Ranked::too_slow));
  return out;
}

// True if the first card takes so much less, to buy or over the years of use, that the other is not
// as good.
bool costs_much_less(const Ranked& card, const Ranked& other, const ScoreScale& scale) {
  const auto is_much_less = [&](Number usd, Number than) {
    return usd && than && *usd < scale.cheaper * *than;
  };
  return is_much_less(card.outlay_usd(), other.outlay_usd()) ||
         is_much_less(card.counted_usd(), other.counted_usd());
}

// Returns the card with the most work per dollar.
const Ranked& best_value_of(const Cards& cards) {
  return **std::ranges::min_element(
      cards, [](const Ranked* a, const Ranked* b) { return is_better_value(*a, *b); });
}

// True if a job is much slower on the card than on the other.
bool slows_a_job(const Ranked& card, const Ranked& other, const ScoreScale& scale) {
  for (std::size_t i = 0; i < card.work.size(); ++i) {
    const WorkResult &one = card.work[i], &than = other.work[i];
    if (one.runs() && than.runs() &&
        scale.step_up_speed * one.throughput().value < than.throughput().value)
      return true;
  }
  return false;
}

// Returns the share of the named job that the step of its ladder keeps: fewer bits keep less.
double kept_by_step(const Ranked& card) {
  const Fallback* step = card.work.front().fallback;
  return step ? step->keeps : 1;
}

class Picker {
 public:
  Picker(const Ranking& ranking, Draws& draws)
      : ranking_(ranking), query_(ranking.query), scale_(query_.scale), draws_(draws) {}

  Pick pick(const Cards& cards) {
    Pick out;
    out.named = nameable(query_, cards);
    if (ranking_.owned) keep_better(out.named);
    if (out.named.empty()) return out;
    out.rivals = rivals_among(out.named);
    out.entry = entry_of(out.rivals);
    out.buy = &best_in(out.entry);
    return out;
  }

 private:
  // True if the buyer asks for the lowest price and no speed.
  bool is_price_alone() const { return query_.weight(Outcome::speed) == 0; }

  // Returns the cards that compete to be bought, each in one number. Several cards take more slots,
  // power and care than fewer, so they compete only if they are worth it or clearly lead. If only
  // the price counts, these are the cards that do nearly as much as the first.
  Cards rivals_among(const Cards& all) {
    std::set<const Gpu*> known, chosen;
    Cards best, cards;  // in the number that scores best, and in the one that competes
    for (const Ranked* card : all)
      if (known.insert(card->gpu).second) best.push_back(card);
    for (const Ranked* card : all) {
      const bool worth = std::ranges::none_of(best, [&](const Ranked* fewer) {
        return fewer->count < card->count && !is_worth_more_cards(*card, *fewer, scale_) &&
               !clearly_leads(*card, *fewer);
      });
      if (!chosen.contains(card->gpu) && worth) {
        chosen.insert(card->gpu);
        cards.push_back(card);
      }
    }
    const Ranked& first = *cards.front();
    if (is_price_alone())
      std::erase_if(cards, [&](const Ranked* card) {
        return card->supported(scale_) < scale_.as_good * first.supported(scale_);
      });
    return cards;
  }

  bool clearly_leads(const Ranked& card, const Ranked& other) {
    return !is_price_alone() && draws_.share_above(card, other) >= scale_.clear;
  }

  // True if the speeds feel the same. A buyer who states no budget may take less speed for less
  // money.
  bool feels_like(const Ranked& card, const Ranked& best) const {
    if (!query_.budget_usd() && query_.weight(Outcome::cost) > 0) return true;
    return !differs_in_speed(card, best, scale_) && times_as_fast(card, best) >= scale_.as_good;
  }

  // Returns the card to buy and those that are equally good: draws can't tell them apart from the
  // best, and they do the same work at a speed that feels the same. Leaves out cards that cost much
  // more, or more and are no faster. If only the price counts, this is the cheapest card; if all
  // are too slow, it is the first.
  Cards entry_of(const Cards& cards) {
    if (is_price_alone())
      return {*std::ranges::min_element(cards, [&](const Ranked* a, const Ranked* b) {
        if (!query_.orders_by_price()) return a->fine_score > b->fine_score;
        return a->price && b->price && a->price->usd < b->price->usd;
      })};
    if (cards.front()->too_slow) return {cards.front()};
    const std::size_t best = best_of(cards);
    Cards entry;
    for (std::size_t i = 0; i < cards.size(); ++i)
      if (i == best ||
          (does_as_much(*cards[i], *cards[best]) && does_as_much(*cards[best], *cards[i]) &&
           draws_.share_above(*cards[best], *cards[i]) < scale_.told_apart &&
           feels_like(*cards[i], *cards[best])))
        entry.push_back(cards[i]);
    const Ranked& buy = best_in(entry);
    std::erase_if(entry, [&](const Ranked* card) {
      return costs_much_less(buy, *card, scale_) || times_as_fast(*card, buy) < scale_.as_good ||
             (times_as_fast(*card, buy) < 1 + scale_.as_fast && costs_less(buy, *card));
    });
    return entry;
  }

  // Returns the card of an entry to buy: the one with the most work per dollar. A measured one, and
  // then one as fast with more memory, comes before it unless it costs much more. Memory that the
  // work leaves free is worth nothing to a renter.
  const Ranked& best_in(const Cards& entry) const {
    const Ranked* best = &best_value_of(entry);
    const auto near = [&](const auto& is_better) {
      Cards out;
      for (const Ranked* card : entry)
        if (is_better(*card) && !costs_much_less(*best, *card, scale_) &&
            !draws_much_less(query_, *best, *card))
          out.push_back(card);
      return out;
    };
    if (is_rough(*best))
      if (const Cards measured = near(std::not_fn(is_rough)); !measured.empty())
        best = &best_value_of(measured);
    if (query_.rent) return *best;
    const auto gib = [](const Ranked& card) { return memory_gib(card).value_or(0); };
    const Cards larger = near([&](const Ranked& card) {
      return gib(card) > gib(*best) && is_rough(card) <= is_rough(*best) &&
             times_as_fast(card, *best) > 1 - scale_.as_fast;
    });
    return larger.empty() ? *best : **std::ranges::max_element(larger, {}, [&](const Ranked* card) {
      return gib(*card);
    });
  }

  // Returns the index of the card that does the most, of those that draws can't tell apart from the
  // first and those that win by their work. Memory and programs decide what speed and price leave
  // open. Skips cards that cost or draw much more than the first, and those that only draws level
  // with it if they are slower and either dearer or rough.
  std::size_t best_of(const Cards& cards) {
    const Ranked& first = *cards.front();
    std::size_t best = 0;
    for (std::size_t i = 1; i < cards.size(); ++i) {
      const Ranked& card = *cards[i];
      if (!does_as_much(card, *cards[best]) || does_as_much(*cards[best], card)) continue;
      if (costs_much_less(first, card, scale_) || draws_much_less(query_, first, card)) continue;
      const bool slower = surely_as_fast(card, first) < 1 - scale_.as_fast;
      if (wins_by_work(query_, card, first) ||
          (draws_.share_above(first, card) < scale_.told_apart &&
           !(slower && (costs_less(first, card) || is_rough(card)))))
        best = i;
    }
    return best;
  }

  // Erases cards that do not improve on the buyer's: too slow, not worth changing to, or with less
  // memory (unless they run the named job as asked). If the buyer's has the best score at the price
  // that it sells for, keeps only steps up, if a budget is stated.
  void keep_better(Cards& cards) const {
    const Ranked& owned = *ranking_.owned;
    std::erase_if(cards, [&](const Ranked* card) {
      return card->too_slow || !is_worth_changing(*card, owned, scale_) ||
             has_less_memory(query_, *card, owned);
    });
    if (!cards.empty() && owned.price && precedes(query_, owned, *cards.front()))
      std::erase_if(cards, [&](const Ranked* card) {
        return is_price_alone() || !query_.budget_usd() || !is_step_up(*card, owned, scale_);
      });
  }

  const Ranking& ranking_;
  const Query& query_;
  const ScoreScale& scale_;
  Draws& draws_;
};

}  // namespace

Cards all_of(const Ranking& ranking) {
  Cards out;
  for (const std::vector<Ranked>& cards :
       {std::cref(ranking.ranked), std::cref(ranking.other_counts)})
    for (const Ranked& card : cards) out.push_back(&card);
  std::ranges::stable_sort(
      out, [&](const Ranked* a, const Ranked* b) { return precedes(ranking.query, *a, *b); });
  return out;
}

bool runs_as_much(const Ranked& card, const Ranked& other) {
  for (std::size_t i = 0; i < card.work.size(); ++i)
    if ((other.work[i].has_room && !card.work[i].has_room) ||
        (other.work[i].as_asked && !card.work[i].as_asked))
      return false;
  return true;
}

// A named job runs in the one program that it names.
bool does_as_much(const Ranked& card, const Ranked& other) {
  return runs_as_much(card, other) && card.kept() >= other.kept() - 1e-9 &&
         (card.estimate() || card.tools.full >= other.tools.full);
}

bool wins_by_work(const Query& query, const Ranked& card, const Ranked& other) {
  return card.with_room() > other.with_room() + 1e-9 &&
         (card.estimate() || card.tools.full >= other.tools.full) &&
         surely_as_fast(card, other) >= 1 - query.scale.as_fast &&
         !costs_much_less(other, card, query.scale) && !draws_much_less(query, other, card);
}

bool draws_much_less(const Query& query, const Ranked& card, const Ranked& other) {
  const Number watts = paid_watts(query, card), than = paid_watts(query, other);
  return query.weight(Outcome::electricity) > 0 && watts && than &&
         *watts < query.scale.cheaper * *than;
}

bool is_better_value(const Ranked& card, const Ranked& other) {
  const Number usd = card.counted_usd(), than = other.counted_usd();
  return usd && than && *usd * times_as_fast(other, card) < *than;
}

bool is_worth_more_cards(const Ranked& cards, const Ranked& fewer, const ScoreScale& scale) {
  return cards.as_asked() > fewer.as_asked() + 1e-9 ||
         surely_as_fast(cards, fewer) >= scale.step_up_speed ||
         (costs_much_less(cards, fewer, scale) &&
          scale.step_up_speed * surely_as_fast(cards, fewer) >= 1);
}

bool differs_in_speed(const Ranked& card, const Ranked& other, const ScoreScale& scale) {
  const double faster = times_as_fast(card, other);
  return std::max(faster, 1 / faster) >= scale.step_up_speed;
}

bool is_step_up(const Ranked& card, const Ranked& other, const ScoreScale& scale) {
  return costs_less(other, card) && is_much_better(card, other, scale);
}

bool is_much_better(const Ranked& card, const Ranked& other, const ScoreScale& scale) {
  if (!runs_as_much(card, other) || slows_a_job(card, other, scale)) return false;
  if (card.estimate() && kept_by_step(card) < kept_by_step(other)) return false;
  const double faster = surely_as_fast(card, other);
  const bool does_more = card.as_asked() > other.as_asked() + 1e-9;
  return faster >= scale.step_up_speed || (does_more && faster >= scale.as_good);
}

Pick pick(const Ranking& ranking, const Cards& cards, Draws& draws) {
  return Picker(ranking, draws).pick(cards);
}

std::optional<double> winning_price(const Ranking& ranking, const Ranked& card, const Ranked* buy,
                                    Draws& draws) {
  if (!card.price) return {};
  const Query& query = ranking.query;
  Cards others = all_of(ranking);
  std::erase_if(others, [&](const Ranked* other) { return other->gpu == card.gpu; });
  const double unit = query.rent ? 0.001 : 1;  // USD of the smallest step of a price
  const auto wins = [&](double units) {
    const Ranked priced = at_price(ranking, card, units * unit);
    if (!affords_memory(query, priced)) return false;
    Cards cards = others;
    cards.insert(std::ranges::find_if(
                     cards, [&](const Ranked* other) { return precedes(query, priced, *other); }),
                 &priced);
    draws.forget(priced);
    return pick(ranking, cards, draws).buy == &priced;
  };
  constexpr double least = 0.5, most = 10;  // of the price
  const double now = std::round(card.price->usd / unit);
  const Number budget = query.budget_usd();
  const bool bought = (buy && card == *buy) || wins(now);
  double low = bought ? now : std::floor(least * now);
  // A dearer card may leave no money for memory, and run the work in another way.
  double high = !bought  ? now
                : budget ? std::floor((*budget - card.limited_usd()) / unit)
                         : most * now;
  std::optional<double> out;
  if (wins(high)) {
    if (budget) out = *budget - card.limited_usd();
  } else if (low < high && (bought || wins(low))) {
    while (high > low + 1) {
      const double middle = std::floor((low + high) / 2);
      (wins(middle) ? low : high) = middle;
    }
    out = low * unit;
  }
  draws.forget(card);
  return out;
}

std::vector<std::optional<double>> winning_prices(const Ranking& ranking,
                                                  std::span<const Ranked> cards,
                                                  std::uint32_t seed) {
  Draws draws(ranking.query, seed);
  const Ranked* buy = pick(ranking, all_of(ranking), draws).buy;
  std::vector<std::optional<double>> out;
  for (const Ranked& card : cards) out.push_back(winning_price(ranking, card, buy, draws));
  return out;
}

}  // namespace gpupick
