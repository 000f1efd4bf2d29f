#include "ranking/why.hpp"

#include <algorithm>
#include <cmath>

#include "answer/answers.hpp"
#include "answer/limits.hpp"
#include "answer/ranking.hpp"
#include "base/lists.hpp"
#include "ranking/gain.hpp"
#include "ranking/upgrade.hpp"

namespace gpupick {
namespace {

// Rounds to three significant digits, down or up, so that the sentence stays true.
double third_digit(double value) { return std::pow(10, std::floor(std::log10(value)) - 2); }
std::string at_most(double value) {
  return rounded(std::floor(value / third_digit(value)) * third_digit(value));
}
std::string at_least(double value) {
  return rounded(std::ceil(value / third_digit(value)) * third_digit(value));
}

const char* best_card(const Why& why) {
  return why.ranking.query.rent ? "the card to rent" : "the card to buy";
}

// True if the card would be the one to buy if its price were trusted.
bool has_few_prices(const Why& why) {
  const bool trusted = why.verdict.keep || (why.verdict.buy && why.verdict.buy->is_trusted());
  return trusted && !why.card->is_trusted() && why.wins_up_to &&
         *why.wins_up_to >= std::floor(why.card->price->usd);
}

// Why a card with a better score than the one to buy is not that one; "" if its score is worse.
std::string better_score_text(const Query& query, const Ranked& card, const Ranked& buy) {
  if (card.fine_score <= buy.fine_score) return "";
  if (query.orders_by_price()) return costs_less(buy, card) ? "it costs more" : "";
  if (!does_as_much(card, buy)) return "it " + shortfall(card, buy);
  return fmt::format("draws of prices and speeds can't tell them apart, and it {}",
                     is_better_value(buy, card)           ? "does less work per dollar"
                     : memory_gib(card) < memory_gib(buy) ? "has less memory"
                                                          : "is hardly measured");
}

// "it has few prices": why a card has no role, apart from its score; or "".
std::string no_role_text(const Why& why) {
  if (has_few_prices(why)) return "it has few prices";
  const Query& query = why.ranking.query;
  const std::optional<Ranked>& owned = why.ranking.owned;
  const std::optional<Ranked>& instead = why.verdict.buy ? why.verdict.buy : owned;
  if (why.card->too_slow && instead && !instead->too_slow) return "it may be too slow for the work";
  if (instead)
    if (const Phrases less = jobs_run_by(*instead, *why.card); !less.empty())
      return fmt::format("it does not run {} as asked", jobs_text(less));
  if (!owned && instead) return better_score_text(query, *why.card, *instead);
  if (!owned) return "";
  if (!runs_as_much(*why.card, *owned))
    return fmt::format("it {} than yours", shortfall(*why.card, *owned));
  if (!is_worth_changing(*why.card, *owned, query.scale))
    return "it is not much better than yours for the work";
  return has_less_memory(query, *why.card, *owned) ? "it has less memory than yours" : "";
}

// ", since it has few prices", with `link` in front of the reason; "" without a reason.
std::string no_role_text(const Why& why, std::string_view link) {
  const std::string reason = no_role_text(why);
  return reason.empty() ? "" : fmt::format(", {} {}", link, reason);
}

// "the card to buy", "as good as the card to buy, RTX 3090", "not the card to buy, since it has few
// prices; RTX 3090 is".
std::string role_text(RoleKind role, const Why& why) {
  std::string best = best_card(why);
  if (role == RoleKind::buy) return best;
  const std::string buy = short_name(*why.verdict.buy);
  switch (role) {
    case RoleKind::level:
      return fmt::format("as good as {}, {}", best, buy);
    case RoleKind::cheaper:
      return fmt::format("a cheaper choice than {}, {}", best, buy);
    case RoleKind::step_up:
      return fmt::format("the step up from {}, {}", best, buy);
    case RoleKind::new_card:
      return "the card to buy new instead of a used " + buy;
    default:
      return fmt::format("not {}{}; {} is", best, no_role_text(why, "since"), buy);
  }
}

// "2nd by score with 32.8 points", or "2nd in the ranking" where the score does not decide.
std::string score_text(std::size_t position, const Ranked& card, const Query& query) {
  if (query.weight(Outcome::speed) == 0 || card.too_slow)
    return ordinal(position) + " in the ranking";
  return fmt::format("{} by score with {:.1f} points", ordinal(position), card.score);
}

// Why cards with a better score than the one to buy are not the one to buy; "" if there are none.
std::string ahead_text(const Why& why) {
  std::size_t untrusted = 0, level = 0, less = 0, dearer = 0;
  for (const Ranked& card : RankedCards(why.ranking.ranked).first(why.position - 1))
    ++(!card.is_trusted()                              ? untrusted
       : role_in(why.verdict, card) == RoleKind::level ? level
       : does_as_much(card, *why.card)                 ? dearer
                                                       : less);
  std::vector<std::string> said;
  if (untrusted > 0) said.push_back(fmt::format("{} with few prices", untrusted));
  if (level > 0) said.push_back(fmt::format("{} as good but dearer", level));
  if (dearer > 0) said.push_back(fmt::format("{} with less work per dollar", dearer));
  if (less > 0) said.push_back(fmt::format("{} with less of the work or fewer programs", less));
  return said.empty() ? "" : fmt::format(", behind {}", enumerate(said, "and"));
}

// "RTX 3090 is the card to buy. It is 5th by score with 35.5 points, behind 4 with few prices."
std::string standing_text(const Why& why) {
  const Verdict& verdict = why.verdict;
  const RoleKind role = role_in(verdict, *why.card);
  std::string out = times(why.count, why.gpu->name);
  if (verdict.keep)
    out += fmt::format(" is not worth its price beside your {}{}", short_name(*why.ranking.owned),
                       no_role_text(why, "since"));
  else
    out += " is " + role_text(role, why);
  const std::string yours =
      verdict.keep ? fmt::format("; yours has {:.1f}", why.ranking.owned->score) : "";
  return fmt::format("{}. It is {}{}{}.", out,
                     score_text(why.position, *why.card, why.ranking.query), yours,
                     role == RoleKind::buy ? ahead_text(why) : "");
}

// "`--max-slots` and `--max-length`".
std::string limits_of(const std::vector<Exclusion>& failed) {
  std::vector<std::string> flags;
  for (const Exclusion& exclusion : failed)
    add_once(flags, fmt::format("`{}`", row_of(exclusion.limit).flag));
  return enumerate(flags, "and");
}

// "`--boards --price h800-sxm=USD`, at a price within the budget": the options that admit a card
// whose price the buyer has to find, where `--budget` may have to hold its computer too.
std::string options_text(const Why& why, const Query& query) {
  const std::string_view limit_flag = row_of(query.price_limit()).flag;
  Change options = why.change, budget;
  const bool finds_price = !why.card && std::ranges::any_of(options, [](const FlagValue& one) {
    return std::holds_alternative<OwnPrice>(one.value);
  });
  if (!finds_price) return fmt::format("`{}`", to_flags(options, query.currency));
  for (const FlagValue& one : options)
    if (one.flag == limit_flag) budget = {one};
  std::erase_if(options, [&](const FlagValue& one) { return one.flag == limit_flag; });
  const std::string flags = fmt::format("`{}`", to_flags(options, query.currency));
  if (!budget.empty())
    return fmt::format("{}, and beside that price `{}`", flags, to_flags(budget, query.currency));
  return query.budget_usd() ? flags + ", at a price within the budget" : flags;
}

// The reasons, each once; those with the price or size of several cards name their number.
std::vector<std::string> reasons_text(const Why& why, const std::vector<Exclusion>& failed,
                                      const Currency& currency) {
  std::vector<std::string> out;
  for (const Exclusion& one : failed) {
    const bool of_more =
        why.changed_count != why.count && (std::holds_alternative<OutOfRange>(one.reason) ||
                                           std::holds_alternative<OverBudget>(one.reason));
    add_once(out, (of_more ? fmt::format("with {} cards ", why.changed_count) : "") +
                      reason_text(one, currency));
  }
  return out;
}

std::string why_excluded(const Why& why, const Query& query) {
  const auto reasons = reasons_text(why, why.failed, query.currency),
             lasting = reasons_text(why, why.lasting, query.currency);
  std::string out =
      fmt::format("{} is left out: {}.", times(why.count, why.gpu->name), join(reasons, "; "));
  if (why.wins_up_to && !why.card)
    out +=
        fmt::format(" It would be the card to buy at up to {}.", paid_text(query, *why.wins_up_to));
  if (std::ranges::all_of(why.failed, [&](const Exclusion& failed) {
        return failed.is_unknown() && query.limits.contains(failed.limit);
      }))
    return out +
           (why.change.empty()
                ? fmt::format(" To rank it, look it up and leave out {}.", limits_of(why.failed))
                : fmt::format(" To rank it, add {}.", options_text(why, query)));
  if (lasting.size() == reasons.size()) return out + " No option would admit it.";
  if (lasting.size() == 1 && lasting.back() == reasons.back())
    return out + " No option changes the last of these.";
  if (!lasting.empty())
    return out + fmt::format(" No option changes this: {}.", join(lasting, "; "));
  const std::string options = options_text(why, query);
  if (why.position_if_admitted == 0) return out + fmt::format(" It needs {}.", options);
  const RoleKind role = role_in(why.verdict, *why.card);
  const std::string score = score_text(why.position_if_admitted, *why.card, why.ranking.query);
  if (role != RoleKind::none || !why.verdict.buy)
    return out + fmt::format(" With {} it would be {}{}{}.", options,
                             role == RoleKind::none ? "" : role_text(role, why) + ", and ", score,
                             why.verdict.keep ? fmt::format("; you would keep your {}",
                                                            short_name(*why.ranking.owned))
                                              : "");
  return out + fmt::format(" With {} it would be {}{}; {} would be {}.", options, score,
                           no_role_text(why, "but"), short_name(*why.verdict.buy), best_card(why));
}

// "1,521 USD for 2 (now 1,231)".
std::string turning_text(double usd, const Ranked& card, const Query& query) {
  return fmt::format("{} {}{} (now {})", whole_text(usd, query.currency), paid_unit(query),
                     card.count > 1 ? fmt::format(" for {}", card.count) : "",
                     query.currency.text(card.price->usd));
}

// " It is the card to buy up to 1,393 USD (now 1,276)."; "" if no price decides.
std::string winning_text(const Why& why, const Query& query) {
  if (!why.wins_up_to) return "";
  if (has_few_prices(why))
    return fmt::format(
        " If you find it for up to {}, it is {}: `{}`.", paid_text(query, *why.wins_up_to),
        best_card(why),
        to_flags({{"--price", OwnPrice{why.gpu->id, why.price_of_one()}}}, query.currency));
  const bool now = role_in(why.verdict, *why.card) == RoleKind::buy;
  return fmt::format(" It {} to {} up to {}.", now ? "is the card" : "would be the card",
                     query.rent ? "rent" : "buy", turning_text(*why.wins_up_to, *why.card, query));
}

// "if cost weighs above 0.39 (now 0.48)". The weight of speed holds how much of the work runs, too,
// so a faster card may win by less of it.
std::string weight_text(double speed, bool under, const Query& query) {
  const double cost = query.weight(Outcome::cost);
  const bool of_cost = cost > 0 && query.weight(Outcome::electricity) == 0;
  const double turning = of_cost ? 1 - speed : speed;
  if (of_cost) under = !under;
  return fmt::format("if {} weighs {} {} (now {})", of_cost ? "cost" : "speed",
                     under ? "under" : "above", under ? at_most(turning) : at_least(turning),
                     rounded(of_cost ? cost : query.weight(Outcome::speed)));
}

// " By score it is ahead of RTX 3090 Ti down to 0.951 times its speed, or if cost weighs above 0.39
// (now 0.48)."
std::string flip_text(const Why& why, const Query& query) {
  const Flip& flip = why.flip;
  const Ranked &card = *why.card, &rival = *why.rival;
  const bool ahead = precedes(query, card, rival);
  std::vector<std::string> points;
  if (flip.price && !why.wins_up_to)
    points.push_back((ahead ? "up to " : "at ") + turning_text(*flip.price, card, query));
  if (flip.speed)
    points.push_back(ahead ? fmt::format("down to {} times its speed", at_least(*flip.speed))
                           : fmt::format("if it were {} times as fast", at_least(*flip.speed)));
  if (flip.weight) {
    const bool under = (*flip.weight > query.weight(Outcome::speed)) == ahead;
    points.push_back(weight_text(*flip.weight, under, query));
  }
  if (points.empty())
    return why.wins_up_to || card.too_slow
               ? ""
               : " Neither its price nor its speed nor their weight would change that alone.";
  return fmt::format(" By score it {} {} {}.", ahead ? "is ahead of" : "would pass",
                     short_name(rival), join(points, ", or "));
}

std::string why_ranked(const Why& why, const Ranking& ranking) {
  std::string out = standing_text(why);
  if (ranking.query.job && why.card->work.front().fallback)
    out += fmt::format(" To fit: {}.", fallback_text(*why.card));
  if (!why.rival) return out + " No other card meets all limits.";
  return fmt::format("{} Compared with {} ({:.1f} points): {}.{}{}", out, short_name(*why.rival),
                     why.rival->score, differences(*why.card, *why.rival, ranking.query),
                     winning_text(why, ranking.query), flip_text(why, ranking.query));
}

Data why_data(const Why& why, const Ranking& ranking, const std::string& text) {
  Data out = {{"as_of", iso(ranking.query.day)},
              {"profile", ranking.query.workload->id},
              {"id", why.gpu->id},
              {"text", text}};
  add_currency(ranking.query.currency, out);
  if (ranking.query.job) out["job"] = assumed_data(*ranking.query.job);
  if (why.position > 0 || why.position_if_admitted > 0)
    out["role"] = name_of(role_in(why.verdict, *why.card));
  if (why.position > 0)
    out["position"] = why.position;
  else if (why.card)
    out["position_if_admitted"] = why.position_if_admitted;
  if (why.card) out["card"] = ranked_data(*why.card, ranking);
  if (why.rival) out["rival"] = ranked_data(*why.rival, ranking);
  const std::optional<double> turning = why.wins_up_to ? why.wins_up_to : why.flip.price;
  if (turning) out[usd_key("turning_price", ranking.query.rent)] = *turning;
  if (why.flip.speed) out["turning_speed"] = *why.flip.speed;
  if (why.flip.weight) out["turning_weight_of_speed"] = *why.flip.weight;
  if (!why.change.empty()) out["change"] = to_flags(why.change, ranking.query.currency);
  out["failed"] = exclusions_data(*why.gpu, why.failed, ranking.query.currency);
  return out;
}

}  // namespace

std::string shortfall(const Ranked& card, const Ranked& than) {
  return card.as_asked() < than.as_asked() - 1e-9 ? "runs less of the work as asked"
         : card.kept() >= than.kept() - 1e-9      ? "runs fewer programs in full"
         : runs_in_other_ways(card, than)         ? "runs the work with more compromises"
                                                  : "leaves less memory free for the work";
}

Answer answer(const Why& why, const Ranking& ranking) {
  const std::string text =
      why.position > 0 ? why_ranked(why, ranking) : why_excluded(why, ranking.query);
  Answer out{.schema = "why/4"};
  out.add(text);
  out.data = [&why, &ranking, text] { return why_data(why, ranking, text); };
  out.csv_columns = {"id", "position", "position_if_admitted", "text"};
  return out;
}

}  // namespace gpupick
