#include "ranking/verdict.hpp"

#include <algorithm>
#include <functional>

#include "ranking/draws.hpp"
#include "ranking/upgrade.hpp"

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

// The cards that may be named, best first: those with a trusted price, or all if none has one. If
// the work of some earns points for its speed, the others are too slow to be named. If a named job
// is too slow on all, the fastest come first.
Cards nameable(const Ranking& ranking) {
  const auto those = [&](const auto& holds) {
    Cards out;
    for (const Ranked& card : ranking.ranked)
      if (holds(card)) out.push_back(&card);
    return out;
  };
  const bool needs_price =
      ranking.query.weights[index(Outcome::cost)] > 0 || ranking.query.budget_usd().has_value();
  const auto trusted = [&](const Ranked& card) { return card.is_trusted() || !needs_price; };
  // If no street price is known on the day, launch prices count for all cards.
  const bool known = std::ranges::any_of(ranking.ranked, [&](const Ranked& card) {
    return trusted(card) && !(card.price && card.price->kind == PriceKind::launch);
  });
  Cards out = known ? those(trusted) : Cards{};
  if (out.empty()) out = those([](const Ranked&) { return true; });
  const auto earns = [](const Ranked* card) { return card->terms[index(Outcome::speed)] > 0; };
  if (std::ranges::any_of(out, earns))
    std::erase_if(out, std::not_fn(earns));
  else if (ranking.query.job && ranking.query.weights[index(Outcome::speed)] > 0)
    std::ranges::stable_sort(out, std::greater(), [](const Ranked* card) {
      return counted_speed(card->work.front().throughput());
    });
  return out;
}

// True if the card runs the other's work as asked and at least as many of its programs.
bool does_as_much(const Ranked& card, const Ranked& other) {
  return runs_as_much(card, other) && card.tools.full >= other.tools.full;
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

// Builds the verdict on one ranking.
class Judge {
 public:
  Judge(const Ranking& ranking, std::uint32_t seed)
      : ranking_(ranking), query_(ranking.query), scale_(ranking.query.scale), seed_(seed) {}

  Verdict judge() {
    out_.mixes.push_back(ranking_.mix);
    Cards cards = nameable(ranking_);
    if (cards.empty()) return {};
    if (ranking_.owned) keep_better(cards);
    if (out_.keep) return std::move(out_);
    const Cards rivals = rivals_among(cards);
    const Draws draws(query_, rivals, seed_);
    entry_ = entry_of(rivals, draws);
    out_.buy = cheapest_of(entry_);
    out_.too_slow = !is_price_alone() && buy().terms[index(Outcome::speed)] == 0;
    for (const Ranked* card : entry_)
      if (!is_same(*card, buy())) out_.level_with.push_back(role_of(*card, buy()));
    judge_certainty(rivals, draws);
    if (query_.weights[index(Outcome::cost)] > 0) add_cheaper(cards);
    add_step_up(cards);
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
  // best, and they do the same work at a speed that feels the same. Leaves out cards that cost more
  // and are no faster. If only the price counts, this is one card, a measured one if there is any.
  Cards entry_of(const Cards& cards, const Draws& draws) const {
    if (is_price_alone()) {
      const auto measured =
          std::ranges::find_if(cards, [](const Ranked* card) { return !is_rough(*card); });
      return {measured == cards.end() ? cards.front() : *measured};
    }
    const std::size_t best = best_of(cards, draws);
    Cards entry;
    for (std::size_t i = 0; i < cards.size(); ++i)
      if (i == best ||
          (draws.share_above(best, i) < scale_.told_apart &&
           does_as_much(*cards[i], *cards[best]) && does_as_much(*cards[best], *cards[i]) &&
           !differs_in_speed(*cards[i], *cards[best])))
        entry.push_back(cards[i]);
    const Ranked& buy = cheapest_of(entry);
    std::erase_if(entry, [&](const Ranked* card) {
      return times_as_fast(*card, buy) < 1 + scale_.as_fast && costs_less(buy, *card);
    });
    return entry;
  }

  // Returns the first card or, of those that draws can't tell apart from it, one that does more:
  // memory and programs decide what speed and price leave open.
  std::size_t best_of(const Cards& cards, const Draws& draws) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < cards.size(); ++i)
      if (draws.share_above(0, i) < scale_.told_apart && does_as_much(*cards[i], *cards[best]) &&
          !does_as_much(*cards[best], *cards[i]))
        best = i;
    return best;
  }

  // Drops cards that are slower or do less than the buyer's, and those with less memory unless a
  // job is named. If the buyer's has the best score for what it sells for, only a step up within a
  // stated budget is worth buying. Keeps it if no card is left.
  void keep_better(Cards& cards) {
    const Ranked& owned = *ranking_.owned;
    std::erase_if(cards, [&](const Ranked* card) {
      return !is_worth_changing(*card, owned) || (!query_.job && has_less_memory(*card, owned));
    });
    if (!cards.empty() && owned.price && precedes(query_, owned, *cards.front()))
      std::erase_if(cards, [&](const Ranked* card) {
        return is_price_alone() || !query_.budget_usd() || !is_step_up(*card, owned, scale_);
      });
    out_.keep = cards.empty();
  }

  // True if one of the cards is so much faster that a buyer would feel it.
  bool differs_in_speed(const Ranked& card, const Ranked& other) const {
    const double faster = times_as_fast(card, other);
    return std::max(faster, 1 / faster) >= scale_.step_up_speed;
  }

  void judge_certainty(const Cards& cards, const Draws& draws) {
    out_.leads = 0;
    const Ranked* rival = nullptr;
    double most = 0;
    for (std::size_t i = 0; i < cards.size(); ++i) {
      const double share = draws.share_first(i);
      if (has_card(entry_, *cards[i]))
        out_.leads += share;
      else if (share > most)
        rival = cards[i], most = share;
    }
    if (out_.leads >= scale_.clear || !rival) return;
    out_.rival = role_of(*rival, buy());
    const bool other_work = !runs_as_much(*rival, buy()) || !runs_as_much(buy(), *rival);
    out_.certainty =
        other_work || differs_in_speed(*rival, buy()) ? Certainty::taste : Certainty::close;
  }

  // Adds the first card that costs much less, does little less work, and is not much slower per
  // dollar.
  void add_cheaper(const Cards& cards) {
    if (!buy().price) return;
    for (const Ranked* card : cards) {
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
  void add_step_up(const Cards& cards) {
    const Ranked* best = nullptr;
    for (const Ranked* card : cards)
      if (!has_card(entry_, *card) && is_step_up(*card, buy(), scale_)) {
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
    for (const Ranked* card : nameable(all))
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
    for (const Ranked* card : nameable(fresh))
      if (card->price && card->price->kind != PriceKind::given &&
          (!ranking_.owned || is_worth_changing(*card, *ranking_.owned)))
        cards.push_back(card);
    if (cards.empty()) return;
    cards = rivals_among(std::move(cards));
    const Draws draws(query, cards, seed_);
    out_.new_card = role_of(cheapest_of(entry_of(cards, draws)), buy());
  }

  void add_untrusted() {
    constexpr std::size_t most = 3;
    const auto add = [&](const CardGroup& cards, std::optional<double> usd) {
      if (usd && out_.untrusted.size() < most) out_.untrusted.push_back({cards, *usd});
    };
    for (const Ranked& card : ranking_.ranked)
      if (!card.is_trusted() && precedes(query_, card, buy()))
        add(card, leading_price(query_, card, buy()));
    // Skip cards that would lead only at a price too low to be realistic, and those of which no
    // price was ever known.
    const double least = buy().price ? buy().price->usd / 2 : 0;
    for (const Excluded& card : ranking_.excluded)
      if (card.leads_up_to.value_or(0) > least && !ranking_.catalog->prices_of(*card.gpu).empty())
        add(card, card.leads_up_to);
  }

  const Ranking& ranking_;
  const Query& query_;
  const ScoreScale& scale_;
  std::uint32_t seed_;
  Cards entry_;
  Verdict out_;
};

}  // namespace

bool runs_as_much(const Ranked& card, const Ranked& other) {
  for (std::size_t i = 0; i < card.work.size(); ++i)
    if (other.work[i].as_asked && !card.work[i].as_asked) return false;
  return true;
}

Verdict verdict(const Ranking& ranking, std::uint32_t seed) { return Judge(ranking, seed).judge(); }

std::string_view name_of(Certainty certainty) {
  static constexpr std::string_view names[] = {"clear", "close", "taste"};
  return names[static_cast<std::size_t>(certainty)];
}

}  // namespace gpupick
