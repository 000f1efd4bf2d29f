// The verdict in words: first the card to buy, then those as good, cheaper, faster or new.
#include "ranking/verdict.hpp"

#include <algorithm>
#include <cmath>

#include "answer/ranking.hpp"
#include "answer/remarks.hpp"

namespace gpupick {
namespace {

// "used, 1,300 USD", or "1,300 USD" if the kind goes without saying.
std::string price_text(const Ranked& card, const Currency& currency, bool says_kind = true) {
  if (!card.price) return "price not known";
  const Price& price = *card.price;
  if (price.kind == PriceKind::rent) return currency.with_code(price.usd) + " an hour";
  const char* host = price.host_usd > 0 ? " with the computer" : "";
  if (price.kind == PriceKind::given)
    return fmt::format("at your price of {}{}", currency.with_code(price.usd), host);
  const std::string_view kind = price.kind == PriceKind::used ? "used, " : "new, ";
  return fmt::format("{}{}{}{}", says_kind ? kind : "", currency.with_code(price.usd),
                     price.kind == PriceKind::launch ? " at launch" : "", host);
}

// "a used RTX 3090, 1,300 USD (1,245-1,357)".
std::string buy_text(const Ranked& card, const Currency& currency) {
  if (!card.price) return short_name(card) + ", price not known";
  const Price& price = *card.price;
  const bool marked = price.kind == PriceKind::rent || price.kind == PriceKind::given;
  std::string out =
      marked ? fmt::format("{}, {}", short_name(card), price_text(card, currency))
             : fmt::format("{} {} {}, {}", card.count > 1 ? std::to_string(card.count) : "a",
                           price.kind == PriceKind::used ? "used" : "new", short_name(*card.gpu),
                           currency.with_code(price.usd));
  if (price.kind == PriceKind::launch) out += " at launch";
  if (price.high > 1.02 * price.low)
    out += fmt::format(" ({})", currency.range(price.low, price.high));
  if (price.host_usd > 0 && !marked) out += " with the computer";
  if (!card.is_trusted() && price.kind != PriceKind::launch) out += ", from few prices";
  return out;
}

// "24 GiB, 350 W, 750 W PSU".
std::string build_text(const Ranked& card, const Ranking& ranking) {
  const Gpu all = combined(*card.gpu, card.count);
  std::vector<std::string> said;
  if (all.memory_gib) said.push_back(times(card.count, rounded(*all.memory_gib)) + " GiB");
  if (all.tdp_w) said.push_back(fmt::format("{} W", exact(*all.tdp_w)));
  if (const std::string supply = supply_text(*ranking.catalog, card);
      !supply.empty() && !ranking.query.rent)
    said.push_back(supply);
  return join(said, ", ");
}

std::string speed_text(const Role& role, const ScoreScale& scale) {
  const Gain& gain = role.gain;
  if (!gain.speed) return "";
  const double times = gain.speed->value;
  // Says why a guess that is faster does not count as such.
  const double faster = 1 + scale.as_fast;
  if (gain.speed->is_rough() && times > faster && gain.counted_speed < faster)
    return of_replies(role.card, fmt::format("roughly {:.1f} to {:.1f} x as fast", gain.speed->low,
                                             gain.speed->high));
  return of_replies(role.card, as_fast_text(times, scale.as_fast));
}

// True if the cards are about as fast, so that the work is what sets them apart.
bool gains_no_speed(const Role& role, const ScoreScale& scale) {
  return role.gain.speed && std::abs(role.gain.speed->value - 1) < scale.as_fast;
}

// "8 GiB more" if the memory differs; else "".
std::string memory_text(const Ranked& card, const Ranked& buy) {
  const Number gib = memory_gib(card), than = memory_gib(buy);
  const double more = gib && than ? *gib - *than : 0;
  if (more == 0) return "";
  return fmt::format("{} GiB {}", rounded(std::abs(more)), more > 0 ? "more" : "less");
}

// "runs as asked" or "4 bit" if a named job runs in another way than on the card to buy; else "".
std::string way_text(const Ranked& card, const Ranked& buy) {
  if (!card.estimate()) return "";
  const WorkResult &here = card.work.front(), &there = buy.work.front();
  if (here.fallback == there.fallback) return "";
  if (here.how() != there.how()) return fmt::format("runs {}", words_of(here.how()));
  return here.fallback ? std::string(here.fallback->label)
                       : fmt::format("not {}", there.fallback->label);
}

// "ROCm, no CUDA", "8 GiB less", "17 % slower", "without 32B chat". What the card lacks comes first
// and is kept in any room.
Line compared(const Role& role, const Ranked& buy, const Ranking& ranking) {
  Line out{.separator = ", ", .most_lines = 2};
  std::vector<std::string>& said = out.phrases;
  const Calibration& calibration = ranking.catalog->calibration();
  const SoftwareStack& stack = calibration.stack_of(*role.card.gpu);
  if (&stack != &calibration.stack_of(*buy.gpu)) add_text(said, std::string(stack.remark));
  add_text(said, way_text(role.card, buy));
  add_text(said, memory_text(role.card, buy));
  out.kept = said.size();
  const std::string speed = speed_text(role, ranking.query.scale);
  const bool as_fast = gains_no_speed(role, ranking.query.scale);
  if (!as_fast) add_text(said, speed);
  if (ranking.query.weight(Outcome::electricity) > 0) add_text(said, watts_text(role.gain));
  add_text(said, jobs_phrase("adds", jobs_run_by(role.card, buy)));
  add_text(said, jobs_phrase("without", jobs_run_by(buy, role.card)));
  if (as_fast) add_text(said, speed);
  return out;
}

bool is_over_budget(const Ranked& card, const Query& query) {
  const Number usd = card.budgeted_usd();
  return usd && *usd > query.budget_usd().value_or(*usd);
}

// "none up to 60,000 USD runs more jobs or is 1.5 x as fast".
std::string no_step_up_text(const Query& query) {
  return fmt::format("none up to {} {}is {} x as fast",
                     query.currency.with_code(query.scale.far * *query.budget_usd()),
                     query.job ? "" : "runs more jobs or ", exact(query.scale.step_up_speed));
}

bool leaves_half(const Ranked& card, const Query& query) {
  return card.price && 2 * card.price->usd < query.budget_usd().value_or(0);
}

// " (4,853 with the computer)" if one has to be bought for the cards; else "".
std::string bought_text(const Ranked& card, const Currency& currency) {
  if (!(card.bought_usd > 0)) return "";
  return fmt::format(" ({} with the computer)", currency.text(std::round(*card.budgeted_usd())));
}

// "RX 7900 XTX, used, 897 USD: 17 % slower", "without 32B chat".
Line role_line(const char* label, const Role& role, const Ranked& buy, const Ranking& ranking,
               bool says_kind) {
  Line out = compared(role, buy, ranking);
  out.label = label;
  out.head = fmt::format("{}, {}{}{}", short_name(role.card),
                         price_text(role.card, ranking.query.currency, says_kind),
                         bought_text(role.card, ranking.query.currency),
                         is_over_budget(role.card, ranking.query) ? ", over budget" : "");
  return out;
}

// True if both roles name the same cards at a price of the same kind.
bool is_same_offer(const std::optional<Role>& one, const std::optional<Role>& other) {
  return one && other && is_same(one->card, other->card) &&
         one->card.price->kind == other->card.price->kind;
}

// "59.3 tokens/s (49.3-70), takes 9.8 of 11.8 GiB" of a named job.
std::string named_text(const Ranked& card) {
  const JobEstimate& estimate = *card.estimate();
  const WorkResult& work = card.work.front();
  const ShownRate rate = shown_rate(work.speed, work.unit, work.speed);
  std::string out = to_text(rate.estimate, rate.unit);
  if (serves_several(estimate.job))
    out += " for " + counted(static_cast<std::size_t>(estimate.job.batch), "user");
  if (const Estimate* each = estimate.find(Output::decode); each && estimate.job.batch > 1)
    out += fmt::format(", {} each", value_text(*each));
  for (const Output days : {Output::train_days, Output::embed_days})
    if (const Estimate* whole = estimate.find(days))
      out += fmt::format(", {} in all", to_text(*whole, "days"));
  if (work.how() == Runs::leaner_trainer) out += fmt::format(" with {}", estimate.job.trainer->id);
  if (work.fallback) return fmt::format("{}, {}", out, fallback_text(card));
  return fmt::format("{}, takes {} of {} GiB{}", out, rounded(in_gib(estimate.need.total())),
                     rounded(in_gib(*estimate.usable)),
                     estimate.job.offload ? " one component at a time" : "");
}

// "Runs 8 of 10 jobs as asked and 14 of 15 programs", "Runs both jobs".
std::string runs_text(const Ranked& card) {
  if (card.estimate()) return named_text(card);
  const std::size_t all = card.work.size();
  const auto asked =
      static_cast<std::size_t>(std::ranges::count_if(card.work, &WorkResult::as_asked));
  std::string out = asked == 0    ? fmt::format("Runs none of the {} jobs as asked", all)
                    : asked < all ? fmt::format("Runs {} of {} jobs as asked", asked, all)
                    : all == 2    ? "Runs both jobs"
                                  : fmt::format("Runs all {} jobs", all);
  if (card.tools.all > 1)
    out += card.tools.full == card.tools.all ? fmt::format(" and all {} programs", card.tools.all)
                                             : " and " + count_text(card.tools);
  return out;
}

// "RTX 3090 Ti (9 % faster, 98 USD more) and 2 more"; "" if no card is as good.
std::string level_text(const Verdict& verdict, const Ranking& ranking) {
  const Query& query = ranking.query;
  constexpr std::size_t most = 2;
  std::vector<std::string> said;
  for (const Role& one : verdict.level_with) {
    if (said.size() == most) break;
    const double more = query.currency.from_usd(
        one.card.price && verdict.buy->price ? one.card.price->usd - verdict.buy->price->usd : 0);
    const std::string speed = speed_text(one, query.scale);
    const bool whole = !query.rent;
    const std::string money =
        whole && std::abs(more) < 1
            ? "at the same price"
            : fmt::format("{} {} {}", rounded(whole ? std::round(std::abs(more)) : std::abs(more)),
                          paid_unit(query), more < 0 ? "less" : "more");
    const std::optional<Estimate> cost = one.card.cost(), bought = verdict.buy->cost();
    const bool known = cost && bought;
    const char* later = known && more < 0 && cost->value > bought->value   ? " but dearer to run"
                        : known && more > 0 && cost->value < bought->value ? " but cheaper to run"
                                                                           : "";
    said.push_back(fmt::format("{} ({}{}{})", short_name(one.card),
                               speed.empty() ? "" : speed + ", ", money, later));
  }
  if (said.empty()) return "";
  const std::size_t rest = verdict.level_with.size() - said.size();
  return fmt::format("{}{}", join(said, ", "), rest > 0 ? fmt::format(" and {} more", rest) : "");
}

// "79 %"; rounded down, so that a share below a limit does not seem to reach it.
std::string share_text(double share) {
  return fmt::format("{:.0f} %", std::floor(100 * share + 1e-9));
}

// "Clear: wins in 97 % of draws of prices and speeds", "Close: wins in 63 % of draws; next RX
// 9060 XT 16 GB (20 %), 467 USD, 26 % slower".
Line certainty_line(const Verdict& verdict, const Ranking& ranking) {
  const auto sentence = [](std::string text) { return Line{.phrases = {std::move(text)}}; };
  if (verdict.too_slow)
    return sentence("Too slow: within these limits no card runs it at a speed that counts");
  if (verdict.doubtful)
    return sentence(
        "In doubt: no card within these limits has a price known well enough; compare offers "
        "first");
  const std::string leads =
      fmt::format("{}wins in {} of draws", verdict.level_with.empty() ? "" : "it or one as good ",
                  share_text(verdict.leads));
  if (verdict.certainty == Certainty::clear)
    return sentence(fmt::format("{}: {} of prices and speeds",
                                verdict.untrusted.empty() ? "Clear" : "Clear among known prices",
                                leads));
  const Ranked& rival = verdict.rival->card;
  const bool close = verdict.certainty == Certainty::close;
  Line out = compared(*verdict.rival, *verdict.buy, ranking);
  // A card that is bought for its work may win fewer draws than its rival.
  const bool wins_most = verdict.leads >= verdict.rival_leads;
  out.phrases.insert(
      out.phrases.begin(),
      fmt::format("{}: {}{} {}{}, {}", close ? "Close" : "A matter of taste",
                  wins_most ? leads + "; " : "", close ? "next" : "or", short_name(rival),
                  wins_most ? fmt::format(" ({})", share_text(verdict.rival_leads)) : "",
                  price_text(rival, ranking.query.currency, false)));
  ++out.kept;
  return out;
}

// "RTX 3080: no other card within the limits is worth its price".
std::string keep_text(const Verdict& verdict, const Ranking& ranking) {
  return fmt::format("{}: no other card within the limits is worth its price{}",
                     short_name(*ranking.owned),
                     verdict.untrusted.empty() ? "" : ", as far as prices are known");
}

// Adds the card to buy, `money` and what it runs.
void add_pick(const Verdict& verdict, const Ranking& ranking, std::vector<Line> money,
              Answer& out) {
  if (verdict.keep)
    out.add(Line{.label = "Keep", .phrases = {keep_text(verdict, ranking)}, .tone = Tone::strong});
  if (!verdict.buy) return;
  const Ranked& buy = *verdict.buy;
  if (verdict.add) {
    Line line = addition(*verdict.add, ranking);
    line.tone = Tone::strong;
    out.add(std::move(line));
  }
  const bool is_more = verdict.add && buy.gpu == ranking.owned->gpu;
  if (!is_more)
    out.add(Line{.label = verdict.add          ? "Instead"
                          : ranking.query.rent ? "Rent"
                                               : "Buy",
                 .phrases = {buy_text(buy, ranking.query.currency)},
                 .aside = build_text(buy, ranking),
                 .most_lines = 2,
                 .tone = verdict.add ? Tone::plain : Tone::strong});
  for (Line& line : money) out.add(std::move(line));
  out.add(Line{.label = std::string(no_label), .phrases = {runs_text(buy)}, .most_lines = 2});
  if (ranking.owned && !is_more) out.add(gain_line(buy, ranking));
}

// Adds the cards beside the one to buy.
void add_roles(const Verdict& verdict, const Ranking& ranking, Answer& out) {
  if (!verdict.buy) return;
  const auto add = [&](const char* label, const std::optional<Role>& role, bool says_kind) {
    if (role) out.add(role_line(label, *role, *verdict.buy, ranking, says_kind));
  };
  if (!ranking.owned) add("Cheaper", verdict.cheaper, true);
  add("Step up", verdict.step_up, true);
  if (!verdict.step_up && !verdict.keep && leaves_half(*verdict.buy, ranking.query))
    out.add(Line{.label = "Step up", .phrases = {no_step_up_text(ranking.query)}});
  const bool said = is_same_offer(verdict.new_card, verdict.cheaper) ||
                    is_same_offer(verdict.new_card, verdict.step_up);
  if (!ranking.owned && !said) add("New", verdict.new_card, false);
  add("If found", verdict.if_found, true);
  add("If it fits", verdict.unmeasured, true);
}

void add_near_miss(const Verdict& verdict, const Ranking& ranking, Answer& out) {
  if (!verdict.near_miss) return;
  const Ranked& other = verdict.buy ? *verdict.buy : *ranking.owned;
  Line line = role_line("Nearly", *verdict.near_miss, other, ranking, true);
  if (ranking.query.limits.contains(limit("psu")))
    line.phrases.push_back(supply_text(*ranking.catalog, verdict.near_miss->card));
  out.add(std::move(line));
}

// Adds the cards that are as good as the one to buy: the first with what they gain, and the names
// of the others.
void add_level(const Verdict& verdict, const Ranking& ranking, Answer& out) {
  constexpr std::size_t most = 3;
  std::vector<std::string> others;
  for (const Role& one : verdict.level_with)
    if (&one - verdict.level_with.data() < std::ptrdiff_t{most})
      out.add(role_line("As good", one, *verdict.buy, ranking, true));
    else
      others.push_back(short_name(one.card));
  out.add(Line{.label = "As good too", .phrases = std::move(others), .separator = ", "});
}

}  // namespace

std::string jobs_phrase(std::string_view verb, const Phrases& jobs) {
  if (jobs.empty()) return "";
  return fmt::format("{} {}", verb,
                     jobs.size() == 1 ? jobs.front() : fmt::format("{} jobs", jobs.size()));
}

Phrases jobs_run_by(const Ranked& card, const Ranked& not_by) {
  Phrases out;
  for (std::size_t i = 0; i < card.work.size(); ++i)
    if (card.work[i].as_asked && !not_by.work[i].as_asked && !card.work[i].asked->label.empty())
      out.push_back(card.work[i].asked->label);
  return out;
}

std::vector<std::string> untrusted(const Verdict& verdict, const Query& query) {
  std::vector<std::string> said;
  for (const Untrusted& one : verdict.untrusted)
    said.push_back(
        fmt::format("{} under {}", short_name(one), paid_text(query, one.wins_below_usd)));
  return said;
}

void add_verdict(const Verdict& verdict, const Ranking& ranking, Answer& out) {
  add_pick(verdict, ranking, {}, out);
  if (std::string level = level_text(verdict, ranking); !level.empty())
    out.add(Line{.label = "As good", .phrases = {std::move(level)}, .most_lines = 1});
  add_roles(verdict, ranking, out);
  add_near_miss(verdict, ranking, out);
  add_owned(ranking, verdict, out);
  if (verdict.buy && !verdict.add) out.add(certainty_line(verdict, ranking));
}

void add_full_verdict(const Verdict& verdict, const Ranking& ranking, std::vector<Line> money,
                      Answer& out) {
  add_pick(verdict, ranking, std::move(money), out);
  if (verdict.buy) {
    Line certainty = certainty_line(verdict, ranking);
    certainty.label = no_label;
    certainty.most_lines = 0;
    out.add(std::move(certainty));
    add_level(verdict, ranking, out);
  }
  add_roles(verdict, ranking, out);
  add_near_miss(verdict, ranking, out);
  add_owned(ranking, verdict, out);
}

std::string brief_text(const Ranking& ranking, const Verdict& verdict) {
  if (verdict.keep) return fmt::format("Keep the {}", short_name(*ranking.owned));
  if (!verdict.buy) return "Nothing fits. " + ways_text(ranking);
  if (verdict.add) return "Add " + join(addition(*verdict.add, ranking).phrases, ", ");
  const Ranked& buy = *verdict.buy;
  const std::string speed = buy.estimate() ? ", " + named_text(buy) : "";
  return fmt::format("{}, {}{}: {}", short_name(buy), price_text(buy, ranking.query.currency),
                     speed,
                     verdict.too_slow                        ? "too slow"
                     : verdict.doubtful                      ? "in doubt"
                     : verdict.certainty == Certainty::taste ? "a matter of taste"
                                                             : name_of(verdict.certainty));
}

}  // namespace gpupick
