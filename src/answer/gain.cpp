// The gain of cards over the buyer's own, and what the buyer's own sell for.
#include "ranking/gain.hpp"

#include <algorithm>
#include <cmath>

#include "answer/limits.hpp"
#include "answer/ranking.hpp"
#include "answer/remarks.hpp"
#include "ranking/upgrade.hpp"

namespace gpupick {
namespace {

// "adds 27B chat and SDXL", or "adds 6 jobs" for more than three; "" if there are none.
std::string named_jobs(std::string_view verb, const Phrases& jobs) {
  constexpr std::size_t most = 3;
  return jobs.size() > most ? jobs_phrase(verb, jobs)
         : jobs.empty()     ? ""
                            : fmt::format("{} {}", verb, jobs_text(jobs));
}

// The jobs that the first cards run and the others do not, as asked or otherwise, and those that
// the others run, but not as asked.
struct MoreJobs {
  Phrases as_asked, otherwise, better;
};

MoreJobs more_jobs(const Ranked& card, const Ranked& other) {
  MoreJobs out;
  for (std::size_t i = 0; i < card.work.size(); ++i) {
    const WorkResult &result = card.work[i], &than = other.work[i];
    const std::string_view label = result.asked->label;
    if (result.runs() && !than.runs())
      (result.as_asked ? out.as_asked : out.otherwise).push_back(label);
    else if (result.as_asked && !than.as_asked && !label.empty())
      out.better.push_back(label);
  }
  return out;
}

// "1.76 (1.5-2.1) x as fast"; "" if no job compares.
std::string times_as_fast_text(const Gain& gain, const Ranked& card) {
  return gain.speed ? of_replies(card, times_text(*gain.speed) + " x as fast") : "";
}

// The gains in work as phrases: "adds 6 jobs", "without 70B chat".
std::vector<std::string> gained_work(const Ranked& card, const Ranked& owned) {
  std::vector<std::string> said;
  const MoreJobs added = more_jobs(card, owned), lost = more_jobs(owned, card);
  add_text(said, named_jobs("adds", added.as_asked));
  if (!added.otherwise.empty())
    said.push_back(named_jobs("adds", added.otherwise) + " not as asked");
  if (!added.better.empty()) said.push_back(named_jobs("runs", added.better) + " as asked");
  add_text(said, named_jobs("without", lost.as_asked));
  add_text(said, named_jobs("no longer runs", lost.otherwise));
  if (!lost.better.empty()) said.push_back(named_jobs("no longer runs", lost.better) + " as asked");
  return said;
}

// "12 of 20 programs no longer run in full" if a quarter or more do not; else "".
std::string lost_programs_text(const Ranked& card, const Ranked& owned, const ScoreScale& scale) {
  if (!loses_programs(card, owned, scale)) return "";
  return fmt::format("{} of {} programs no longer run in full", owned.tools.full - card.tools.full,
                     owned.tools.full);
}

// "RTX 3060 12 GB: sells for about 263 USD".
std::string place_text(const Ranking& ranking) {
  const Ranked& owned = *ranking.owned;
  const std::string have = short_name(owned);
  if (const std::optional<Exclusion> lack = owned_lacks(ranking)) {
    const std::string flags = to_flags(change_for(*lack), ranking.query.currency);
    return fmt::format("{}: {}{}", have, reason_text(*lack, ranking.query.currency),
                       flags.empty() ? "" : fmt::format("; `{}` lets it run", flags));
  }
  if (std::ranges::none_of(owned.work, &WorkResult::runs))
    return have + ": does not run it, or at a speed that is not known";
  if (!owned.price) return have + ": what it sells for is not known";
  const Currency& currency = ranking.query.currency;
  const std::string memory =
      owned.extras.memory_usd > 0.5
          ? fmt::format(", {} {}, {}", owned.count > 1 ? "take" : "takes",
                        more_memory_text(owned.extras),
                        currency.with_code(std::round(owned.extras.memory_usd)))
          : "";
  return fmt::format("{}: {} for about {}{}", have, owned.count > 1 ? "sell" : "sells",
                     currency.with_code(owned.price->usd), memory);
}

}  // namespace

std::string jobs_text(const Phrases& labels) {
  return labels.front().empty() ? std::string("the job") : enumerate(labels, "and");
}

std::string times_text(const Estimate& times) {
  if (!(times.high > times.low)) return rounded(times.value);
  return fmt::format("{} ({})", value_text(times), interval_text(times));
}

std::string watts_text(const Gain& gain) {
  if (gain.watts.value_or(0) == 0) return "";
  return fmt::format("{} W {}", exact(std::fabs(*gain.watts)), *gain.watts > 0 ? "more" : "less");
}

std::string of_replies(const Ranked& card, const std::string& speed) {
  const bool replies = card.estimate() && card.work.front().reply;
  return replies && !speed.empty() ? "replies " + speed : speed;
}

Line gain_line(const Ranked& card, const Ranking& ranking) {
  const Query& query = ranking.query;
  const Currency& currency = query.currency;
  const Gain gain = gain_over(card, *ranking.owned);
  std::vector<std::string> said;
  add_text(said, times_as_fast_text(gain, card));
  const std::string computer = card.computer_usd > 0 ? computer_text(ranking, card) : "";
  const Number net = gain.usd ? Number(gain.usd->value) : card.outlay_usd();
  const Number budget = query.budget_usd();
  const bool exceeds = budget && net && *net > *budget;
  const char* over = exceeds ? ", over the budget" : "";
  const auto and_computer = [&](std::string_view link) {
    return computer.empty() ? "" : fmt::format("{}{}", link, computer);
  };
  if (gain.usd && gain.usd->value < 0)
    said.push_back(fmt::format("leaves {} of what yours sells for{}",
                               currency.with_code(-gain.usd->value), and_computer(" after ")));
  else if (gain.usd)
    said.push_back(to_text(currency.from_usd(*gain.usd), currency.code) + " after selling yours" +
                   over + and_computer(", including "));
  else if (net && !computer.empty())
    said.push_back(currency.with_code(std::round(*net)) + " before selling yours" + over +
                   and_computer(", including "));
  add_text(said, lost_programs_text(card, *ranking.owned, query.scale));
  const std::size_t kept = said.size();
  for (std::string& work : gained_work(card, *ranking.owned)) said.push_back(std::move(work));
  add_text(said, watts_text(gain));
  return {.label = "Gain", .phrases = std::move(said), .most_lines = 3, .kept = kept};
}

Line addition(const Upgrade& upgrade, const Ranking& ranking) {
  const std::string more = upgrade.added > 1           ? fmt::format("{} more", upgrade.added)
                           : ranking.owned->count == 1 ? "a second"
                                                       : "one more";
  const Currency& currency = ranking.query.currency;
  const Gain gain = gain_over(upgrade.card, *ranking.owned);
  std::vector<std::string> said = {
      fmt::format("{} for {}{}", more, to_text(currency.from_usd(upgrade.usd), currency.code),
                  upgrade.over_budget ? ", over budget" : "")};
  if (upgrade.card.computer_usd > 0)
    if (const std::string computer = computer_text(ranking, upgrade.card); !computer.empty())
      said.front() += ", including " + computer;
  add_text(said, times_as_fast_text(gain, upgrade.card));
  for (std::string& work : gained_work(upgrade.card, *ranking.owned))
    said.push_back(std::move(work));
  add_text(said, supply_text(*ranking.catalog, upgrade.card));
  add_text(said, watts_text(gain));
  return {.label = "Add", .phrases = std::move(said), .most_lines = 2};
}

void add_owned(const Ranking& ranking, const Verdict& verdict, Answer& out) {
  if (!ranking.owned) return;
  out.add(Line{.label = "You have", .phrases = {place_text(ranking)}, .most_lines = 1});
  if (verdict.add) return;
  for (const Upgrade& way : upgrades(ranking))
    if (way.added > 0) out.add(addition(way, ranking));
}

}  // namespace gpupick
