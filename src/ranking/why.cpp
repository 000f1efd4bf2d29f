#include "ranking/why.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "ranking/assess.hpp"
#include "ranking/changed.hpp"
#include "ranking/expense.hpp"

namespace gpupick {
namespace {

// Returns the place of the card in the ranking, from 1, or 0 if it has none.
std::size_t position_of(const Ranking& ranking, const Gpu& gpu) {
  for (std::size_t i = 0; i < ranking.ranked.size(); ++i)
    if (ranking.ranked[i].gpu == &gpu) return i + 1;
  return 0;
}

const Ranked& ranked_card(const Ranking& ranking, const Gpu& gpu) {
  if (const std::size_t place = position_of(ranking, gpu)) return ranking.ranked[place - 1];
  throw Error(fmt::format("{} is not in the ranking; `--why {}` says why", gpu.id, gpu.id));
}

bool replaces_first(const Exclusion& later) {
  const bool measured = std::holds_alternative<OutOfRange>(later.reason) ||
                        std::holds_alternative<OverBudget>(later.reason);
  return measured || change_for(later).empty();
}

// Adds a reason. Of two about one limit the first is kept, unless the later one has the figure of
// the changed cards or is one that no option changes.
void add_reason(const Exclusion& failed, std::vector<Exclusion>& reasons) {
  const auto known = std::ranges::find_if(reasons, [&](const Exclusion& one) {
    return one.limit == failed.limit && one.is_unknown() == failed.is_unknown();
  });
  if (known == reasons.end() || std::holds_alternative<Lacks>(failed.reason))
    reasons.push_back(failed);
  else if (replaces_first(failed))
    *known = failed;
}

// Adds the options to the change; a later value of an option replaces the first. Returns false if
// the change has all of them already.
bool add_options(const Change& options, Change& change) {
  const Change before = change;
  for (const FlagValue& option : options)
    std::erase_if(change, [&](const FlagValue& one) { return one.flag == option.flag; });
  change.insert(change.end(), options.begin(), options.end());
  return std::ranges::any_of(options, [&](const FlagValue& option) {
    return std::ranges::find(before, option) == before.end();
  });
}

// Returns the reasons why the query excludes the card. A whole board is one choice, so without
// `--boards` that is the only reason.
Assessment reasons_of(const Catalog& catalog, const Query& query, const Mix& mix, const Gpu& gpu,
                      int& count) {
  const Assessor assessor(catalog, query, mix, true);
  Assessment out = assessor.assess(gpu);
  count = out.card.count;
  assessor.add_change(out);
  const auto boards = std::ranges::find(out.failed, limit("boards"), &Exclusion::limit);
  if (boards != out.failed.end()) out.failed = {Exclusion(*boards)};
  return out;
}

// True if the change has a price that only the buyer can find.
bool finds_price(const Catalog& catalog, const Query& query, const Change& change) {
  return std::ranges::any_of(change, [&](const FlagValue& one) {
    const auto* own = std::get_if<OwnPrice>(&one.value);
    return own && !price_under(catalog, query, catalog.find_gpu(own->card));
  });
}

// Names the price of the change that only the user knows: the observed one, or the one up to which
// the card wins.
void name_price(const Catalog& catalog, const Query& query, Why& why) {
  for (FlagValue& one : why.change)
    if (auto* own = std::get_if<OwnPrice>(&one.value)) {
      const std::optional<Price> known = price_under(catalog, query, catalog.find_gpu(own->card));
      own->usd = known ? std::optional(known->usd) : why.price_of_one();
    }
}

// Finds why the ranking excludes the card, and the options that admit it beside those of
// `why.change`. Behind the first reasons others may show, so each round tries the options found so
// far. Returns the query with them.
Query seek_options(const Catalog& catalog, const Ranking& ranking, Why& why) {
  constexpr int most_rounds = 12;
  Query query = changed(catalog, ranking.query, why.change);
  std::shared_ptr<const Mix> mix = why.change.empty() ? ranking.mix : mix_of(catalog, query);
  bool whole_boards = true;  // the count of cards is that of the first choice
  for (int round = 0; round < most_rounds; ++round) {
    int count = 0;
    const Assessment found = reasons_of(catalog, query, *mix, *why.gpu, count);
    why.changed_count = found.card.count;
    if (whole_boards) {
      why.count = count;
      if (found.scored) why.card = found.card;
      why.ranking.mix = mix;  // to which the card's work points
    }
    whole_boards = has_failed(found, limit("boards"));
    why.lasting.clear();
    for (const Exclusion& failed : found.failed) {
      add_reason(failed, why.failed);
      if (!add_options(change_for(failed), why.change)) why.lasting.push_back(failed);
    }
    if (found.failed.empty()) return query;
    if (!why.lasting.empty()) break;
    query = changed(catalog, ranking.query, why.change);
    mix = mix_of(catalog, query);
  }
  why.change.clear();
  return query;
}

// Finds the options that admit the card. If the reasons name none that do, seeks them again with
// fewer users, a lower speed of each or a longer wait.
Query seek_admission(const Catalog& catalog, const Ranking& ranking, Why& why) {
  Query query = seek_options(catalog, ranking, why);
  if (!ranking.query.job) return query;
  const auto failed_by = [&](const Change& change) {
    return assess(catalog, changed(catalog, ranking.query, change), *why.gpu);
  };
  if (!why.change.empty()) {
    const auto admits = [&](const Change& change) { return failed_by(change).failed.empty(); };
    why.change = with_most_users(why.change, ranking.query.job->batch, admits);
    return changed(catalog, ranking.query, why.change);
  }
  const auto serves = [&](const Change& change) {
    const Assessment found = failed_by(change);
    return !has_failed(found, limit("fit")) && !has_failed(found, limit("requests"));
  };
  Why other = why;
  other.failed.clear();
  SearchBounds bounds = catalog.calibration().only<SearchBounds>();
  bounds.least_each = 1;  // the buyer asks for this card, however slow it is
  other.change = softer_service(*ranking.query.job, bounds, serves);
  if (other.change.empty()) return query;
  Query softer = seek_options(catalog, ranking, other);
  if (other.change.empty()) return query;
  why.change = std::move(other.change);
  why.lasting.clear();
  return softer;
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
  if (verdict.buy && card != *verdict.buy) return &*verdict.buy;
  return next_to(ranking, verdict);
}

}  // namespace

const Ranked& shown_of(const Verdict& verdict, const Ranked& card) {
  if (verdict.buy && verdict.buy->gpu == card.gpu) return *verdict.buy;
  const std::span<const Role> level = verdict.level_with();
  const auto found =
      std::ranges::find(level, card.gpu, [](const Role& role) { return role.card.gpu; });
  return found == level.end() ? card : found->card;
}

Why explain(const Catalog& catalog, const Ranking& ranking, const Gpu& gpu, std::uint32_t seed,
            const Gpu* over) {
  require_existence(catalog, gpu, ranking.query.day);
  refuse_laptop(gpu);
  Why why;
  why.gpu = &gpu;
  why.position = position_of(ranking, gpu);
  if (why.position > 0) {
    why.card = ranking.ranked[why.position - 1];
    why.ranking = ranking;
    why.verdict = verdict(why.ranking, seed);
    why.card = Ranked(shown_of(why.verdict, *why.card));
    why.count = why.card->count;
    const Ranked* rival =
        over ? &ranked_card(ranking, *over) : rival_of(*why.card, why.ranking, why.verdict);
    if (rival) {
      why.rival = *rival;
      why.flip = flip(ranking.query, *why.card, *rival);
    }
    if (!over) why.wins_up_to = winning_prices(ranking, {&*why.card, 1}, seed).front();
    return why;
  }
  const Query query = seek_admission(catalog, ranking, why);
  if (lacks_price_alone(why.failed)) why.wins_up_to = winning_price_of(verdict(ranking, seed), gpu);
  const bool is_open = finds_price(catalog, ranking.query, why.change);
  name_price(catalog, ranking.query, why);
  if (why.change.empty() || is_open) return why;
  why.ranking = rank(catalog, query);
  why.position_if_admitted = position_of(why.ranking, gpu);
  if (why.position_if_admitted == 0) return why;
  why.card = why.ranking.ranked[why.position_if_admitted - 1];
  why.verdict = verdict(why.ranking, seed);
  why.card = Ranked(shown_of(why.verdict, *why.card));
  why.wins_up_to = winning_prices(why.ranking, {&*why.card, 1}, seed).front();
  return why;
}

}  // namespace gpupick
