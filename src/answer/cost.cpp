// The answer of `cost`: what cards cost a month, owned and rented; their parts on request.
#include <algorithm>

#include "answer/answers.hpp"
#include "answer/cost_table.hpp"
#include "answer/estimate_words.hpp"
#include "answer/job.hpp"
#include "answer/limits.hpp"
#include "answer/plots.hpp"
#include "answer/ranking.hpp"
#include "answer/remarks.hpp"

namespace gpupick {
namespace {

std::string heading(const Costs& costs) {
  const Query& query = costs.query;
  const ScoreScale& use = query.scale;
  return fmt::format(
      "{}: {} at {}, in {}. {}.", query.job ? job_heading(*query.job) : query.workload->name,
      years_text(use), hours_text(use), query.currency.code,
      query.currency.is_usd() && query.region.empty()
          ? "As of " + iso(query.prices_day())
          : prices_text(street_prices(query.region), query.currency, query.prices_day()));
}

// A way to have the work done, and its cost in USD: of one unit of the named job's work, or else of
// all years of use.
struct Way {
  const Cost* cost = nullptr;  // null for a provider
  const char* how;
  Estimate usd;
};

bool resale_known(const Cost& cost) {
  return cost.owned && cost.owned->resale.basis != ResaleBasis::none;
}

// Returns the ways of known cost, the cheapest first. Omits cards to own of unknown resale if that
// of others is known, since these do not compare.
std::vector<Way> ways_of(const Costs& costs, const UnitKey& unit) {
  const bool by_work = costs.query.job.has_value();
  const bool resale = std::ranges::any_of(costs.cards, resale_known);
  std::vector<Way> out;
  const auto add = [&](const Cost* cost, const char* how, const std::optional<Estimate>& usd) {
    if (usd) out.push_back({cost, how, *usd});
  };
  std::optional<Estimate> api;
  for (const Cost& cost : costs.cards) {
    if (!by_work && cost.how == Runs::no) continue;
    if (cost.owned && (!resale || resale_known(cost)))
      add(&cost, "bought",
          by_work ? find_unit_cost(cost, unit, &UnitCost::owned) : cost.owned->total());
    if (const Rented* rent = cost.usual_rent())
      add(&cost, "rented",
          by_work ? find_unit_cost(cost, unit, &UnitCost::rented) : rent->total(costs.query.scale));
    if (!api) api = find_unit_cost(cost, unit, &UnitCost::api);
  }
  add(nullptr, "by API", api);
  std::ranges::stable_sort(out, {}, [](const Way& way) { return way.usd.value; });
  return out;
}

// True if the first way is surely cheaper. Cards are as fast rented as bought, so the uncertainty
// of their speed cancels out and the totals are compared.
bool is_apart(const Way& first, const Way& second, const ScoreScale& use) {
  if (!first.cost || first.cost != second.cost) return first.usd.high < second.usd.low;
  return lean(first.cost->owned->total(), first.cost->usual_rent()->total(use)) != Lean::either;
}

// "Cheapest: RTX 4090 bought, 34 USD a month; RTX 4090 rented, 42. Too close to call." Names three
// ways at most; "" if fewer than two are known.
std::string conclusion(const Costs& costs) {
  constexpr std::size_t most = 3;
  const bool by_work = costs.query.job.has_value();
  const std::vector<UnitKey> units = units_of(costs);
  if (by_work && units.empty()) return "";
  const UnitKey unit = by_work ? units.front() : UnitKey();
  const std::vector<Way> ways = ways_of(costs, unit);
  if (ways.size() < 2) return "";
  const auto name_of = [](const Way& way) {
    return fmt::format("{}{}", way.cost ? short_name(way.cost->cards) + " " : "", way.how);
  };
  std::vector<std::string> said;
  for (const Way& way : ways) {
    if (said.size() == most) break;
    const Estimate usd = by_work ? way.usd : monthly(way.usd, costs.query.scale);
    said.push_back(
        fmt::format("{}, {}", name_of(way), value_text(costs.query.currency.from_usd(usd))));
  }
  said.front() += fmt::format(" {} {}", costs.query.currency.code,
                              by_work ? fmt::format("for {}", unit.second) : "a month");
  std::string close;
  if (!is_apart(ways[0], ways[1], costs.query.scale))
    close = ways.size() > 2
                ? fmt::format(" Too close to call: {} and {}.", name_of(ways[0]), name_of(ways[1]))
                : " Too close to call.";
  return fmt::format("Cheapest: {}.{}", join(said, "; "), close);
}

// "By API: 0.6 USD for 1M tokens generated (0.4-0.8), 0.13 for 1M of prompt (0.1-0.2), median of 5
// providers, Aug 2026".
std::vector<std::string> api_phrases(const ApiPrices& prices, bool cached,
                                     const Currency& currency) {
  const auto of = [&](const Estimate& usd, const char* what) {
    return fmt::format("{} for 1M {} ({})", currency.text(usd.value), what,
                       currency.range(usd.low, usd.high));
  };
  std::vector<std::string> out{
      fmt::format("By API: {} {} for 1M tokens generated ({})", currency.text(prices.answer.value),
                  currency.code, currency.range(prices.answer.low, prices.answer.high)),
      of(prices.prompt, "of prompt")};
  if (cached) out.push_back(of(prices.cached, "of cached prompt"));
  out.push_back(fmt::format("median of {}, {}", counted(prices.offers.size(), "provider"),
                            month_of(prices.newest)));
  return out;
}

std::string assumptions(const Costs& costs) {
  const ScoreScale& use = costs.query.scale;
  Phrases states;
  const std::string idle = fmt::format("{:.0f} % of it while idle", 100 * use.idle_share);
  if (use.always_on || use.utilization < 1) states.push_back(idle);
  if (!use.always_on) states.push_back("off otherwise (`--always-on`)");
  const std::string otherwise = join(states, ", ");
  return fmt::format(
      "Assumed: board power under load, {}, {} {}/kWh, PUE {}; the computer's own power, "
      "interest{} and storage are left out.{} Rent: the first kind listed, only the hours used.{} "
      "Ranges in parentheses hold 4 in 5 cases, by the intervals of prices{}.",
      otherwise, kwh_text(costs.query), costs.query.currency.code, exact(use.pue),
      costs.query.currency.vat == 0 ? ", tax" : "",
      costs.resale.by_history ? " Resale: each year at the share of its price that such a card has "
                                "kept each year since launch (`--resale PCT`)."
                              : "",
      costs.api
          ? " By API: as many tokens as the cards read and write in these hours, at the prices "
            "of the cheapest to the dearest provider."
          : "",
      costs.with_work ? " and speeds" : "");
}

void add_assumptions(const Costs& costs, Answer& out) {
  if (costs.api) {
    out.add(Grid{api_table(*costs.api, costs.query.currency)});
    out.add_break();
  }
  out.add(assumptions(costs));
  if (costs.query.job) out.add(assumed_text(*costs.query.job));
}

void add_conclusion(const Costs& costs, Answer& out) {
  out.add(conclusion(costs), Tone::strong);
  if (costs.api)
    out.add(
        Line{.phrases = api_phrases(*costs.api, costs.query.job->cached > 0, costs.query.currency),
             .separator = ", ",
             .most_lines = 2});
}

// Adds why parts of the costs are missing, by card.
void add_gaps(const Costs& costs, Answer& out) {
  const bool resale = std::ranges::any_of(costs.cards, resale_known);
  std::vector<std::pair<CardGroup, Extras>> extras;
  for (const Cost& cost : costs.cards) {
    std::vector<std::string> reasons;
    if (cost.how == Runs::no)
      reasons.emplace_back(costs.query.job ? "no cost, since it does not run"
                                           : "runs none of the work");
    if (cost.obstacle) reasons.push_back(note_text(*cost.obstacle));
    if (cost.how != Runs::no && cost.how != Runs::as_asked)
      reasons.push_back(fmt::format("runs {}", words_of(cost.how, cost.step)));
    if (cost.owned && !cost.owned->watts) reasons.emplace_back("owning is without its electricity");
    if (cost.owned && cost.board_cards > cost.cards.count)
      reasons.push_back(fmt::format("sold in boards of {0} only, `{1}:{0}`",
                                    exact(*cost.board_cards), cost.cards.gpu->id));
    if (cost.owned) extras.emplace_back(cost.cards, cost.owned->extras);
    if (cost.owned && !resale_known(cost))
      reasons.push_back(
          fmt::format("its resale is not known and counts as nothing{} (`--resale PCT`)",
                      resale ? ", so owning it is not compared" : ""));
    for (const Exclusion& failed : cost.failed) {
      const Change change = change_for(failed);
      reasons.push_back(
          reason_text(failed, costs.query.currency) +
          (change.empty() ? "" : fmt::format(" (`{}`)", to_flags(change, costs.query.currency))));
    }
    if (!reasons.empty())
      out.add(fmt::format("{}: {}.", short_name(cost.cards), join(reasons, "; ")));
  }
  add_extras(extras, costs.query.currency, out);
}

Data costs_data(const Costs& costs) {
  const ScoreScale& use = costs.query.scale;
  Data out = {{"as_of", iso(costs.query.day)},
              {"use",
               {{"years", use.years},
                {"hours_per_day", use.hours_per_day},
                {"utilization", use.utilization},
                {"always_on", use.always_on},
                {"idle_share", use.idle_share},
                {"kwh_usd", use.kwh_usd},
                {"pue", use.pue}}},
              {"cards", costs_of_cards(costs)}};
  add_currency(costs.query.currency, out);
  if (costs.query.job) out["job"] = assumed_data(*costs.query.job);
  if (costs.api) out["api"] = api_data(*costs.api);
  if (costs.with_work) out["profile"] = costs.query.workload->id;
  return out;
}

// A row for each card, of which the first names the columns.
Table csv_rows(const Costs& costs) {
  Table table;
  const std::vector<UnitKey> units = units_of(costs);
  for (const Cost& cost : costs.cards) {
    std::vector<std::string>& row = table.rows.emplace_back();
    const auto add = [&](const std::string& name, std::string cell) {
      if (table.rows.size() == 1) table.columns.push_back({name});
      row.push_back(std::move(cell));
    };
    const auto add_usd = [&](const std::string& name, const Number& usd) {
      add(name, usd ? plain(money(*usd)) : "");
    };
    const auto add_total = [&](const std::string& name, const std::optional<Estimate>& usd) {
      for (const auto& [end, member] :
           {std::pair("", &Estimate::value), {"_low", &Estimate::low}, {"_high", &Estimate::high}})
        add_usd(name + end, usd ? Number((*usd).*member) : std::nullopt);
    };
    const Owned* owned = cost.owned ? &*cost.owned : nullptr;
    const Rented* rent = cost.usual_rent();
    const ScoreScale& use = costs.query.scale;
    add("id", std::string(cost.cards.gpu->id));
    add("count", plain(cost.cards.count));
    if (costs.with_work) add("runs", std::string(name_of(cost.how)));
    add_usd("price_usd", owned ? Number(owned->price.usd) : std::nullopt);
    add_usd("computer_usd", owned ? Number(owned->computer_usd) : std::nullopt);
    add_usd("electricity_usd",
            owned && owned->watts ? Number(owned->electricity_usd) : std::nullopt);
    add_usd("resale_usd", owned ? Number(owned->resale.usd) : std::nullopt);
    add_total("owned_usd", owned ? std::optional(owned->total()) : std::nullopt);
    add_usd("rent_usd_per_hour", rent ? Number(rent->hourly.usd) : std::nullopt);
    add_total("rented_usd", rent ? std::optional(rent->total(use)) : std::nullopt);
    add_total("api_usd", cost.api ? std::optional(cost.api->total(use)) : std::nullopt);
    add_usd("break_even_hours_per_day",
            cost.hours_per_day ? cost.hours_per_day->value : std::nullopt);
    add_usd("break_even_months", cost.months ? cost.months->value : std::nullopt);
    for (const UnitKey& key : units)
      for (const auto& [paid, usd] : {std::pair("owned", &UnitCost::owned),
                                      {"rented", &UnitCost::rented},
                                      {"api", &UnitCost::api}})
        add_total(fmt::format("{}_usd_{}", paid, fold(fmt::format("{}{}", key.first, key.second))),
                  find_unit_cost(cost, key, usd));
  }
  return table;
}

// Returns the page: the costs of a month, the hours from which owning pays, and the parts.
Answer report(const Costs& costs) {
  Answer out{.schema = "cost/1"};
  out.data = [&costs] { return costs_data(costs); };
  std::vector<std::string> cards;
  for (const Cost& cost : costs.cards) cards.push_back(short_name(cost.cards));
  out.add(fmt::format("Own or rent: {}", enumerate(cards)));
  out.add(heading(costs), Tone::dim);
  add_conclusion(costs, out);
  add_gaps(costs, out);
  if (!any_runs(costs)) return out;
  out.add(Section{"A month"});
  out.add(Grid{cost_summary(costs)});
  for (const Cost& cost : costs.cards)
    if (std::optional<Curves> plot = cost_plot(cost, costs.query)) out.add(Plot(std::move(*plot)));
  out.add(Section{"The parts"});
  out.add(Grid{cost_table(costs)});
  add_assumptions(costs, out);
  return out;
}

}  // namespace

Answer answer(const Costs& costs, bool details) {
  Answer out{.schema = "cost/1", .one_screen = !details};
  out.data = [&costs] { return costs_data(costs); };
  out.report = [&costs] { return report(costs); };
  out.csv = [&costs] { return csv_rows(costs); };
  out.add(heading(costs));
  out.add_break();
  if (any_runs(costs)) {
    Grid grid;
    grid.table = details ? cost_table(costs) : cost_summary(costs);
    grid.group = 1;
    out.add(std::move(grid));
  }
  for (const Cost& cost : costs.cards)
    if (std::optional<Curves> plot = cost_plot(cost, costs.query))
      out.add_apart(Plot(std::move(*plot)));
  out.add_break();
  add_conclusion(costs, out);
  add_gaps(costs, out);
  if (!any_runs(costs)) return out;
  if (!details) {
    out.add("Parts and assumptions: `--details`", Tone::dim);
    return out;
  }
  out.add_break();
  add_assumptions(costs, out);
  return out;
}

}  // namespace gpupick
