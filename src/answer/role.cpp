#include "answer/role.hpp"

#include <algorithm>
#include <cmath>

#include "answer/remarks.hpp"

namespace gpupick {
namespace {

// True if the work sets the cards apart: they are about as fast, or the slower ones do more.
bool gains_no_speed(const Role& role, const ScoreScale& scale, bool does_more) {
  if (!role.gain.speed) return false;
  const double times = role.gain.speed->value;
  return times < 1 + scale.as_fast && (does_more || times > 1 - scale.as_fast);
}

// True if one of the jobs shares the memory of several cards, as language models do.
bool shares_memory(const Ranked& card) {
  return std::ranges::any_of(card.work, [](const WorkResult& result) {
    const Job* job = std::get_if<Job>(&result.asked->work);
    return job && is_language(job->task);
  });
}

// "8 GiB more" if the memory differs, "2 GiB less each" if each card does its own work; else "".
std::string memory_text(const Ranked& card, const Ranked& buy) {
  const bool each = (card.count > 1 || buy.count > 1) && !shares_memory(card);
  const Number gib = each ? card.gpu->memory_gib : memory_gib(card),
               than = each ? buy.gpu->memory_gib : memory_gib(buy);
  const double more = gib && than ? *gib - *than : 0;
  if (more == 0) return "";
  return fmt::format("{} GiB {}{}", rounded(std::abs(more)), more > 0 ? "more" : "less",
                     each ? " each" : "");
}

// "runs as asked" or "4 bit" if a named job runs in another way than on the card to buy; else "".
std::string way_text(const Ranked& card, const Ranked& buy) {
  if (!card.estimate()) return "";
  const WorkResult &here = card.work.front(), &there = buy.work.front();
  if (here.fallback == there.fallback) return "";
  if (here.how() != there.how() && here.how() != Runs::lower_precision)
    return fmt::format("runs {}", words_of(here.how()));
  return here.fallback ? std::string(here.fallback->label)
                       : fmt::format("not {}", there.fallback->label);
}

// ", 15 over budget", or ", over budget" for rent by the hour; "" if the card is within it.
std::string over_budget_text(const Ranked& card, const Query& query) {
  const double over = over_budget(card, query);
  if (over == 0) return "";
  return query.rent ? ", over budget"
                    : fmt::format(", {} over budget", query.currency.text_above(over));
}

// " (4,853 with the computer)" if one has to be bought for the cards, " (4,853 with a larger
// computer)" if that costs more than the one that the budget leaves out; " (684 with a stronger PSU
// and 5 GiB more RAM)" if the budget limits these, too, and the card is over it or needs more of
// them than the card to buy; else "".
std::string bought_text(const Ranked& card, const Ranked& buy, const Query& query) {
  if (!card.price) return "";
  if (card.bought_usd > 0) {
    const bool whole = card.computer_usd - card.extras.usd() < card.bought_usd + 1;
    const double usd = whole ? *card.outlay_usd() : *card.budgeted_usd();
    return fmt::format(" ({} with {} computer)", query.currency.text(std::round(usd)),
                       whole ? "the" : "a larger");
  }
  const bool over = over_budget(card, query) > 0;
  std::vector<std::string> parts;
  double usd = card.price->usd;
  if (card.supply_usd() > 0.5 && (over || card.supply_usd() > buy.supply_usd())) {
    usd += card.supply_usd();
    parts.emplace_back("a stronger PSU");
  }
  if (card.extras.memory_usd > 0.5 && (over || card.extras.memory_gib > buy.extras.memory_gib)) {
    usd += card.extras.memory_usd;
    parts.push_back(more_memory_text(card.extras));
  }
  if (parts.empty()) return "";
  return fmt::format(" ({} with {})", query.currency.text(std::round(usd)),
                     enumerate(parts, "and"));
}

// "without FLUX.2 klein", or "without the RAM for FLUX.2 klein" if more RAM, which the budget does
// not hold, would let the card run it.
std::string lost_jobs_text(const Ranked& card, const Ranked& buy) {
  const Phrases lost = jobs_run_by(buy, card);
  const Ranked* other = card.other_memory.get();
  const bool lacks_ram = other && other->extras.memory_gib > card.extras.memory_gib &&
                         jobs_run_by(buy, *other).empty();
  return jobs_phrase(lacks_ram ? "without the RAM for" : "without", lost);
}

}  // namespace

std::string price_text(const Ranked& card, const Currency& currency, bool says_kind) {
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

Line compared(const Role& role, const Ranked& buy, const Ranking& ranking) {
  Line out{.separator = ", ", .most_lines = 2};
  if (role.card == buy) return out;
  std::vector<std::string>& said = out.phrases;
  const Calibration& calibration = ranking.catalog->calibration();
  const SoftwareStack& stack = calibration.stack_of(*role.card.gpu);
  if (&stack != &calibration.stack_of(*buy.gpu)) add_text(said, std::string(stack.remark));
  const auto support = [&](const Ranked& card) {
    return framework_support(*ranking.catalog, *ranking.query.workload, ranking.query.day,
                             *card.gpu);
  };
  if (support(role.card) < support(buy))
    said.push_back((support(role.card) == Support::legacy ? "needs an older " : "no ") +
                   framework_name(stack));
  add_text(said, way_text(role.card, buy));
  const std::string speed = speed_text(role, ranking.query.scale);
  const std::string adds = jobs_phrase("adds", jobs_run_by(role.card, buy));
  const bool work_first = gains_no_speed(role, ranking.query.scale, !adds.empty());
  add_text(said, work_first ? adds : speed);
  out.kept = said.size();
  if (!work_first) add_text(said, adds);
  add_text(said, lost_jobs_text(role.card, buy));
  if (work_first) add_text(said, speed);
  add_text(said, memory_text(role.card, buy));
  if (ranking.query.weight(Outcome::electricity) > 0) add_text(said, watts_text(role.gain));
  return out;
}

Line role_line(const char* label, const Role& role, const Ranked& buy, const Ranking& ranking,
               bool says_kind) {
  Line out = compared(role, buy, ranking);
  const std::optional<Estimate> cost = role.card.cost(), bought = buy.cost();
  if (role.kind == RoleKind::cheaper && cost && bought && cost->value > bought->value)
    out.phrases.emplace_back("dearer to run");
  out.label = label;
  out.head = fmt::format(
      "{}, {}{}{}", short_name(role.card), price_text(role.card, ranking.query.currency, says_kind),
      bought_text(role.card, buy, ranking.query), over_budget_text(role.card, ranking.query));
  return out;
}

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

}  // namespace gpupick
