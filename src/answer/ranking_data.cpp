// Ranked cards, the verdict on them and the rest of a ranking as programs read them.
#include <algorithm>
#include <cmath>

#include "answer/limits.hpp"
#include "answer/question.hpp"
#include "answer/ranking.hpp"
#include "answer/remarks.hpp"
#include "ranking/frontier.hpp"
#include "ranking/gain.hpp"
#include "ranking/upgrade.hpp"

namespace gpupick {
namespace {

Data terms_data(const OutcomeValues& terms) {
  Data json = Data::object();
  for (const Outcome outcome : outcomes)
    json[std::string(name_of(outcome))] = terms[index(outcome)];
  return json;
}

// Adds the memory that a named job needs, and its speeds.
void add_estimate(const Ranked& card, Data& json) {
  const JobEstimate* estimate = card.estimate();
  if (!estimate) return;
  json["needed_gib"] = figure(in_gib(estimate->need.total()));
  json["estimate"] = Data::object();
  for (const Speed& speed : estimate->speeds)
    json["estimate"][std::string(speed.key())] = value_data(speed.estimate);
}

// Each job with its speed; null if it does not run.
Data work_data(const Ranked& card) {
  Data jobs = Data::list();
  for (std::size_t i = 0; i < card.work.size(); ++i) {
    const WorkResult& result = card.work[i];
    Data json = {{"label", result.asked->label}, {"share", result.asked->share}};
    json["speed"] = result.runs() ? value_data(result.speed) : Data();
    if (result.runs()) json["unit"] = result.unit;
    if (result.reply) json["reply_s"] = value_data(*result.reply);
    json["runs"] = name_of(result.how());
    json["as_asked"] = result.as_asked;
    if (result.at_once > 1) json["at_once"] = result.at_once;
    if (result.fallback) json["fallback"] = result.fallback->label;
    if (result.host_gib > 0) json["host_gib"] = result.host_gib;
    if (i < card.points.size()) json["points"] = card.points[i];
    jobs.push_back(std::move(json));
  }
  return jobs;
}

Data gain_data(const Ranked& card, const Ranked& owned) {
  const Gain gain = gain_over(card, owned);
  return {{"speed", value_data(gain.speed)},
          {"lets_in", gain.lets_in},
          {"loses", gain.loses},
          {"gains", jobs_run_by(card, owned)},
          {"gives_up", jobs_run_by(owned, card)},
          {"watts", gain.watts},
          {"usd", money_data(gain.usd)}};
}

Data upgrade_data(const Upgrade& step, const Ranking& ranking) {
  Data json = cards_data(step.card);
  json.add({{"added", step.added}, {"score", step.card.score}});
  json["gain"] = gain_data(step.card, *ranking.owned);
  json["gain"]["usd"] = money_data(step.usd);
  return json;
}

Data verdict_data(const Verdict& verdict, const Ranking& ranking) {
  const bool rent = ranking.query.rent;
  Data out = Data::object();
  if (verdict.keep) out["keep"] = true;
  if (!verdict.buy && !verdict.keep) {
    out["ways_in"] = Data::list_of(ways_in(ranking), [](const WayIn& way) -> Data {
      return {{"flags", way.flags}, {"nearest", way.nearest.gpu->id}, {"cards", way.cards}};
    });
  }
  Data untrusted = Data::list();
  for (const Untrusted& one : verdict.untrusted) {
    untrusted.push_back(cards_data(one));
    untrusted.back()[usd_key("wins_below", rent)] = money(one.wins_below_usd);
  }
  if (!ranking.ranked.empty()) out["untrusted"] = std::move(untrusted);
  const auto add_roles = [&](const Ranked& other) {
    for (const Role& role : verdict.roles) {
      if (role.kind == RoleKind::level) continue;
      Data json = cards_data(role.card);
      if (role.card.price) json[usd_key("price", rent)] = money(role.card.price->usd);
      json["times_as_fast"] = value_data(role.gain.speed);
      json["gains"] = jobs_run_by(role.card, other);
      json["gives_up"] = jobs_run_by(other, role.card);
      out[std::string(name_of(role.kind))] = std::move(json);
    }
  };
  if (verdict.keep) add_roles(*ranking.owned);
  if (!verdict.buy) return out;
  if (verdict.add) out["add"] = upgrade_data(*verdict.add, ranking);
  const Ranked& buy = *verdict.buy;
  Data level = Data::list(), as_asked = Data::list();
  for (const Role& one : verdict.level_with()) level.push_back(id_of(one.card));
  for (const WorkResult& result : buy.work)
    if (result.as_asked) as_asked.push_back(result.asked->label);
  out["buy"] = cards_data(buy);
  if (buy.price) out["buy"][usd_key("price", rent)] = money(buy.price->usd);
  out["buy"].add({{"level_with", std::move(level)},
                  {"runs_as_asked", std::move(as_asked)},
                  {"trusted", buy.is_trusted()}});
  add_roles(buy);
  if (verdict.find(RoleKind::rival))
    out["rival_wins"] = std::round(1000 * verdict.rival_leads) / 1000;
  if (verdict.too_slow) out["too_slow"] = true;
  if (verdict.doubtful) out["doubtful"] = true;
  out["certainty"] = name_of(verdict.certainty);
  out["leads"] = std::round(1000 * verdict.leads) / 1000;
  return out;
}

Data frontier_data(const Ranking& ranking) {
  const Frontier found = frontier(ranking);
  Data out = {{"cards", Data::list()}, {"dominated", Data::list()}};
  for (const Ranked* card : found.cards) {
    out["cards"].push_back(cards_data(*card));
    out["cards"].back().add(
        {{"cost_usd", card->cost()->value}, {"speed_points", speed_points(ranking.query, *card)}});
  }
  for (const Dominated& one : found.dominated) {
    out["dominated"].push_back(cards_data(*one.card));
    out["dominated"].back()["by"] = cards_data(*one.by);
  }
  return out;
}

}  // namespace

Data ranked_data(const Ranked& card, const Ranking& ranking) {
  Data json = {{"id", card.gpu->id},
               {"name", card.gpu->name},
               {"count", card.count},
               {"score", card.score},
               {"terms", terms_data(card.terms)},
               {"memory_gib", memory_gib(card).value_or(0)},
               {"devices", card.count * devices_of(*card.gpu)}};
  json["jobs"] = work_data(card);
  if (card.price)
    json["cost"] = {{"usd", money(card.cost()->value)},
                    {"low", money(card.cost()->low)},
                    {"high", money(card.cost()->high)},
                    {"counted_usd", money(*card.counted_usd())},
                    {"computer_usd", money(card.price->host_usd + card.computer_usd)},
                    {"electricity_usd", money(card.electricity_usd)},
                    {"resale_usd", money(card.resale_usd)}};
  if (const Number watts = power_w(card)) json["tdp_w"] = *watts;
  if (const Number watts = supply_w(*ranking.catalog, card)) json["psu_w"] = *watts;
  add_estimate(card, json);
  if (card.price) json.add(data_of(*card.price));
  if (!card.support.software.empty())
    json["support"] = {{"software", card.support.software}, {"level", name_of(card.support.level)}};
  if (card.tools.all > 0)
    json["tools"] = {{"full", card.tools.full},
                     {"all", card.tools.all},
                     {"until", card.tools.until},
                     {"partly", card.tools.partly},
                     {"missing", card.tools.missing}};
  json["advice"] = all_remarks(ranking, card);
  return json;
}

Data ranking_data(const Ranking& ranking, const RankingView& view, const Verdict& found) {
  const Query& query = ranking.query;
  Data out = {{"as_of", iso(query.day)},
              {"question", question_text(ranking)},
              {"profile", query.workload->id},
              {"host", query.host.kind ? Data(query.host.kind->id) : Data()},
              {"weights", terms_data(query.weights)},
              {"verdict", verdict_data(found, ranking)},
              {"ranked", Data::list()}};
  add_currency(query.currency, out);
  if (!query.region.empty()) out["region"] = query.region;
  if (query.job) out["job"] = assumed_data(*query.job);
  if (ranking.owned) out["owned"] = ranked_data(*ranking.owned, ranking);
  if (ranking.owned)
    out["upgrades"] = Data::list_of(
        upgrades(ranking), [&](const Upgrade& step) { return upgrade_data(step, ranking); });
  if (view.frontier) out["frontier"] = frontier_data(ranking);
  if (view.costs) out["costs"] = costs_of_cards(*view.costs);
  const std::vector<Ranked> ordered = in_order(ranking, found);
  const std::size_t rows = std::min(view.top.value_or(ordered.size()), ordered.size());
  const std::vector<Number> below_usd =
      winning_prices(ranking, RankedCards(ordered).first(rows), found.seed);
  for (std::size_t i = 0; i < rows; ++i) {
    const bool in_entry = found.buy && i < 1 + found.level_with().size();
    Data row = {{"rank", i + 1}, {"as_good", in_entry}};
    row.add(ranked_data(ordered[i], ranking));
    if (below_usd[i]) row[usd_key("best_below", query.rent)] = money(*below_usd[i]);
    if (ranking.owned) row["gain"] = gain_data(ordered[i], *ranking.owned);
    out["ranked"].push_back(std::move(row));
  }
  if (view.no_excluded) return out;
  out["excluded"] = Data::list();
  for (const Excluded& card : ranking.excluded) {
    Data row = exclusion_data(*card.gpu, card.failed.front(), query.currency);
    if (query.job) row["count"] = card.count;
    if (const Number usd = winning_price_of(found, *card.gpu))
      row[usd_key("leads_up_to", query.rent)] = money(*usd);
    out["excluded"].push_back(std::move(row));
  }
  return out;
}

}  // namespace gpupick
