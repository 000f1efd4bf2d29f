// The verdict in words: first the card to buy, then those as good, cheaper, faster or new.
#include "ranking/verdict.hpp"

#include <algorithm>
#include <cmath>

#include "render/ranking.hpp"
#include "render/remarks.hpp"

namespace gpupick {
namespace {

// "used, 1,300 USD (1,245-1,357)".
std::string price_text(const Ranked& card, bool with_range) {
  if (!card.price) return "price not known";
  const Price& price = *card.price;
  std::string out = price.kind == PriceKind::given  ? "at your price of "
                    : price.kind == PriceKind::rent ? "rented at "
                                                    : fmt::format("{}, ", name_of(price.kind));
  out +=
      fmt::format("{} USD{}", rounded(price.usd), price.kind == PriceKind::rent ? " an hour" : "");
  if (with_range && price.high > 1.02 * price.low)
    out += fmt::format(" ({}-{})", rounded(price.low), rounded(price.high));
  if (!card.is_trusted()) out += ", not trusted";
  return out;
}

// "24 GiB, 350 W, 750 W PSU".
std::string build_text(const Ranked& card, const Ranking& ranking) {
  const Gpu all = combined(*card.gpu, card.count);
  std::vector<std::string> said;
  if (all.memory_gib)
    said.push_back(card.count > 1 ? fmt::format("{} x {} GiB", card.count, rounded(*all.memory_gib))
                                  : fmt::format("{} GiB", rounded(*all.memory_gib)));
  if (all.tdp_w) said.push_back(fmt::format("{} W", exact(*all.tdp_w)));
  if (const std::string supply = supply_text(*ranking.catalog, {card.gpu, card.count});
      !supply.empty() && !ranking.query.rent)
    said.push_back(supply);
  return join(said, ", ");
}

std::string speed_text(const Gain& gain) {
  if (!gain.speed) return "";
  const double times = gain.speed->value;
  if (std::abs(times - 1) < 0.015) return "as fast";
  if (times >= 1.5) return fmt::format("{:.1f} x as fast", times);
  return fmt::format("{:.0f} % {}", 100 * std::abs(times - 1), times > 1 ? "faster" : "slower");
}

Phrases jobs_run_by(const Ranked& card, const Ranked& not_by) {
  Phrases out;
  for (std::size_t i = 0; i < card.work.size(); ++i)
    if (card.work[i].as_asked && !not_by.work[i].as_asked && !card.work[i].asked->label.empty())
      out.push_back(card.work[i].asked->label);
  return out;
}

// "17 % slower, without 32B chat".
std::string compared(const Role& role, const Ranked& buy) {
  std::vector<std::string> said;
  if (const Phrases more = jobs_run_by(role.card, buy); !more.empty())
    said.push_back("adds " + enumerate(more, "and"));
  if (const std::string speed = speed_text(role.gain); !speed.empty()) said.push_back(speed);
  if (const Phrases less = jobs_run_by(buy, role.card); !less.empty())
    said.push_back("without " + enumerate(less, "and"));
  return join(said, ", ");
}

std::string role_text(const Role& role, const Ranked& buy) {
  const std::string what = compared(role, buy);
  return fmt::format("{}, {}{}", times(role.card.count, role.card.gpu->name),
                     price_text(role.card, false), what.empty() ? "" : ": " + what);
}

// "Runs 8 of 10 jobs as asked and 14 of 15 programs."
std::string runs_text(const Ranked& card) {
  const std::size_t all = card.work.size();
  if (all < 2) return "";
  const auto asked =
      static_cast<std::size_t>(std::ranges::count_if(card.work, &WorkResult::as_asked));
  std::string out = asked == all ? fmt::format("Runs all {} jobs as asked", all)
                                 : fmt::format("Runs {} of {} jobs as asked", asked, all);
  if (card.tools.all > 0)
    out += card.tools.full == card.tools.all
               ? fmt::format(" and all {} programs", card.tools.all)
               : fmt::format(" and {} of {} programs", card.tools.full, card.tools.all);
  return out + ".";
}

// "As good: RTX 3090 Ti (9 % faster, 98 USD more)".
std::string level_text(const Verdict& verdict) {
  constexpr std::size_t most = 2;
  std::vector<std::string> said;
  for (const Role& one : verdict.level_with) {
    if (said.size() == most) break;
    const double more =
        one.card.price && verdict.buy->price ? one.card.price->usd - verdict.buy->price->usd : 0;
    const std::string speed = speed_text(one.gain);
    said.push_back(fmt::format("{} ({}{} USD {})", short_name(one.card),
                               speed.empty() ? "" : speed + ", ", exact(std::round(std::abs(more))),
                               more < 0 ? "less" : "more"));
  }
  if (said.empty()) return "";
  const std::size_t rest = verdict.level_with.size() - said.size();
  return fmt::format(" As good: {}{}.", join(said, ", "),
                     rest > 0 ? fmt::format(" and {} more", rest) : "");
}

std::string certainty_text(const Verdict& verdict) {
  const std::string leads = fmt::format(
      "{} wins in {:.0f} of 100 draws of prices and speeds",
      verdict.level_with.empty() ? short_name(*verdict.buy) : "this card or one as good",
      100 * verdict.leads);
  switch (verdict.certainty) {
    case Certainty::clear:
      return "Clear: " + leads + ".";
    case Certainty::close:
      return fmt::format("Close: {}; next is {} ({}).", leads, short_name(verdict.rival->card),
                         compared(*verdict.rival, *verdict.buy));
    case Certainty::taste:
      return fmt::format("A matter of taste: {} instead, {}; {}.", short_name(verdict.rival->card),
                         compared(*verdict.rival, *verdict.buy), leads);
  }
  return "";
}

std::string untrusted_text(const Verdict& verdict) {
  std::vector<std::string> said;
  for (const Untrusted& one : verdict.untrusted)
    said.push_back(fmt::format("{} under {}", short_name(CardGroup{one.gpu, one.count}),
                               rounded(one.wins_below_usd)));
  return said.empty() ? ""
                      : fmt::format("Prices not trusted, would win: {} USD.", join(said, ", "));
}

}  // namespace

std::string verdict_text(const Verdict& verdict, const Ranking& ranking, const Page& page) {
  std::string out;
  const auto add = [&](std::string_view role, const std::string& text) {
    if (page.format == Format::markdown)
      out += fmt::format("- {}", paragraph(page, fmt::format("{}: {}", role, text)));
    else
      out += wrapped(fmt::format("{:<10}", role), text, page.width, 10);
  };
  if (verdict.keep)
    add("Keep", fmt::format("{}: no card within the limits is worth its price beside it",
                            short_name(*ranking.owned)));
  if (!verdict.buy) return out;
  const Ranked& buy = *verdict.buy;
  const std::string runs = runs_text(buy) + level_text(verdict);
  add(ranking.query.rent ? "Rent" : "Buy",
      fmt::format("{}, {}; {}", times(buy.count, buy.gpu->name), price_text(buy, true),
                  build_text(buy, ranking)));
  if (!runs.empty()) add("", runs.starts_with(' ') ? runs.substr(1) : runs);
  if (verdict.cheaper) add("Cheaper", role_text(*verdict.cheaper, buy));
  if (verdict.step_up) add("Step up", role_text(*verdict.step_up, buy));
  if (verdict.new_card) add("New", role_text(*verdict.new_card, buy));
  out += paragraph(page, certainty_text(verdict));
  if (const std::string text = untrusted_text(verdict); !text.empty()) out += paragraph(page, text);
  return out;
}

Data verdict_json(const Verdict& verdict) {
  Data out = Data::object();
  if (verdict.keep) out["keep"] = true;
  if (!verdict.buy) return out;
  const Ranked& buy = *verdict.buy;
  const auto add = [&](const char* key, const std::optional<Role>& role) {
    if (!role) return;
    Data json = {{"id", role->card.gpu->id}, {"count", role->card.count}};
    if (role->card.price) json["price_usd"] = role->card.price->usd;
    json["times_as_fast"] = role->gain.speed ? value_json(*role->gain.speed) : Data();
    json["gains"] = jobs_run_by(role->card, buy);
    json["gives_up"] = jobs_run_by(buy, role->card);
    out[key] = std::move(json);
  };
  Data level = Data::list(), as_asked = Data::list(), untrusted = Data::list();
  for (const Role& one : verdict.level_with) level.push_back(one.card.gpu->id);
  for (const WorkResult& result : buy.work)
    if (result.as_asked) as_asked.push_back(result.asked->label);
  for (const Untrusted& one : verdict.untrusted)
    untrusted.push_back(
        {{"id", one.gpu->id}, {"count", one.count}, {"wins_below_usd", one.wins_below_usd}});
  out["buy"] = {{"id", buy.gpu->id},
                {"count", buy.count},
                {"level_with", std::move(level)},
                {"runs_as_asked", std::move(as_asked)},
                {"trusted", buy.is_trusted()}};
  add("cheaper", verdict.cheaper);
  add("step_up", verdict.step_up);
  add("new", verdict.new_card);
  add("rival", verdict.rival);
  out["certainty"] = name_of(verdict.certainty);
  out["leads"] = std::round(1000 * verdict.leads) / 1000;
  out["untrusted"] = std::move(untrusted);
  return out;
}

}  // namespace gpupick
