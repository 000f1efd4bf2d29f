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

// "32B chat, and 70B chat not as asked", the jobs that run now.
std::string added_text(const Gain& gain, const Ranked& card) {
  Phrases as_asked, otherwise;
  for (const std::string_view label : gain.lets_in) {
    const auto result =
        std::ranges::find(card.work, label, [](const WorkResult& one) { return one.asked->label; });
    (result->as_asked ? as_asked : otherwise).push_back(label);
  }
  if (otherwise.empty()) return jobs_text(as_asked);
  const std::string less = jobs_text(otherwise) + " not as asked";
  return as_asked.empty() ? less : fmt::format("{}, and {}", jobs_text(as_asked), less);
}

// Returns the jobs that run on both cards, but as asked on the first only.
Phrases bettered(const Gain& gain, const Ranked& card, const Ranked& owned) {
  Phrases out = jobs_run_by(card, owned);
  std::erase_if(out, [&](std::string_view job) {
    return std::ranges::find(gain.lets_in, job) != gain.lets_in.end();
  });
  return out;
}

// The gains as phrases: "adds QLoRA 14B", "runs SDXL as asked", "1.76 (1.5-2.1) x as fast".
std::vector<std::string> gains(const Gain& gain, const Ranked& card, const Ranked& owned) {
  std::vector<std::string> said;
  if (!gain.lets_in.empty()) said.push_back("adds " + added_text(gain, card));
  if (!gain.loses.empty()) said.push_back("no longer runs " + jobs_text(gain.loses));
  if (gain.speed) said.push_back(times_text(*gain.speed) + " x as fast");
  if (const Phrases jobs = bettered(gain, card, owned); !jobs.empty())
    said.push_back(fmt::format("runs {} as asked", jobs_text(jobs)));
  return said;
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
  return fmt::format("{}: sells for about {}", have,
                     ranking.query.currency.with_code(owned.price->usd));
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

std::vector<std::string> gain_phrases(const Ranked& card, const Ranking& ranking) {
  const Currency& currency = ranking.query.currency;
  const Gain gain = gain_over(card, *ranking.owned);
  std::vector<std::string> said = gains(gain, card, *ranking.owned);
  const std::string computer = card.computer_usd > 0 ? computer_text(ranking, card) : "";
  if (gain.usd)
    said.insert(said.begin(), gain.usd->value >= 0
                                  ? to_text(currency.from_usd(*gain.usd), currency.code) +
                                        " after selling yours" +
                                        (computer.empty() ? "" : ", with " + computer)
                                  : fmt::format("leaves {} of what yours sells for",
                                                currency.with_code(-gain.usd->value)));
  else if (!computer.empty())
    said.insert(said.begin(),
                fmt::format("{} before selling yours, with {}",
                            currency.with_code(std::round(*card.outlay_usd())), computer));
  const Number net = gain.usd ? Number(gain.usd->value) : card.outlay_usd();
  if (const Number budget = ranking.query.budget_usd(); budget && net && *net > *budget)
    said.front() += ", over the budget";
  add_text(said, watts_text(gain));
  return said;
}

std::vector<std::string> addition(const Upgrade& upgrade, const Ranking& ranking) {
  const std::string more = upgrade.added > 1           ? fmt::format("{} more", upgrade.added)
                           : ranking.owned->count == 1 ? "a second"
                                                       : "one more";
  const Currency& currency = ranking.query.currency;
  const Gain gain = gain_over(upgrade.card, *ranking.owned);
  std::vector<std::string> said = gains(gain, upgrade.card, *ranking.owned);
  const std::string computer = computer_text(ranking, upgrade.card);
  said.insert(said.begin(), fmt::format("{} for {}{}", more,
                                        to_text(currency.from_usd(upgrade.usd), currency.code),
                                        computer.empty() ? "" : ", with " + computer));
  add_text(said, watts_text(gain));
  add_text(said, supply_text(*ranking.catalog, upgrade.card));
  return said;
}

void add_owned(const Ranking& ranking, const Verdict& verdict, Answer& out) {
  if (!ranking.owned) return;
  out.add(Line{.label = "You have", .phrases = {place_text(ranking)}, .most_lines = 1});
  if (verdict.add) return;
  for (const Upgrade& way : upgrades(ranking))
    if (way.added > 0)
      out.add(Line{.label = "Add", .phrases = addition(way, ranking), .most_lines = 1});
}

}  // namespace gpupick
