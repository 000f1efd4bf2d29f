// Owning beside renting: as a table, and as programs read it.
#include "answer/cost_table.hpp"
#include "answer/estimate_words.hpp"
#include "answer/limits.hpp"
#include "answer/ranking.hpp"

namespace gpupick {
namespace {

Data data_of(const std::optional<BreakEven>& at) {
  if (!at || !at->value) return nullptr;
  Data json = {{"value", *at->value}};
  // An end that is never reached is absent.
  if (at->low) json["low"] = *at->low;
  if (at->high) json["high"] = *at->high;
  return json;
}

Data data_of(const Owned& owned, const ScoreScale& use) {
  static constexpr const char* bases[] = {"none", "given", "own", "segment", "all"};
  Data json = gpupick::data_of(owned.price);
  json["host"] = owned.host ? Data(owned.host->id) : Data();
  json["computer_usd"] = owned.computer_usd;
  if (owned.watts) {
    json["power_w"] = *owned.watts;
    json["electricity_usd"] = owned.electricity_usd;
  }
  json["resale_usd"] = owned.resale.usd;
  json["resale_by"] = bases[static_cast<std::size_t>(owned.resale.basis)];
  json["kept_a_year"] = owned.resale.yearly;
  json["total_usd"] = money_data(owned.total());
  json["month_usd"] = money_data(monthly(owned.total(), use));
  return json;
}

Data data_of(const Rented& rented, const ScoreScale& use) {
  const Price& hourly = rented.hourly;
  Data json = {
      {"kind", rented.kind},
      {"usd_per_hour", {{"value", hourly.usd}, {"low", hourly.low}, {"high", hourly.high}}},
      {"date", iso(*hourly.date)},
      {"observations", hourly.rows}};
  if (const Observation* offer = rented.cheapest)
    json["cheapest"] = {{"usd_per_card_hour", offer->usd},
                        {"what", offer->what},
                        {"region", offer->region.empty() ? Data() : Data(offer->region)},
                        {"date", iso(offer->date)},
                        {"source", offer->source}};
  json["total_usd"] = money_data(rented.total(use));
  json["month_usd"] = money_data(monthly(rented.total(use), use));
  return json;
}

Data data_of(const ByApi& api, const std::optional<BreakEven>& from, const ScoreScale& use) {
  return {{"tokens_per_day", figure(api.tokens * use.hours_per_day)},
          {"total_usd", money_data(api.total(use))},
          {"month_usd", money_data(monthly(api.total(use), use))},
          {"owned_from_tokens_per_day", data_of(from)}};
}

std::string_view words_of(Lean lean) {
  return lean == Lean::own ? "own" : lean == Lean::rent ? "rent" : "either";
}

}  // namespace

Lean lean(const Estimate& owning, const Estimate& renting) {
  if (owning.high < renting.low) return Lean::own;
  return renting.high < owning.low ? Lean::rent : Lean::either;
}

Data api_data(const ApiPrices& prices) {
  return {{"answer_usd", money_data(prices.answer)},
          {"prompt_usd", money_data(prices.prompt)},
          {"cached_usd", money_data(prices.cached)},
          {"providers", Data::list_of(prices.offers, [](const ApiPrice* offer) -> Data {
             return {{"provider", offer->provider},
                     {"answer_usd", offer->answer_usd},
                     {"prompt_usd", offer->prompt_usd},
                     {"cached_usd", offer->cached_usd.value_or(offer->prompt_usd)},
                     {"date", iso(offer->date)},
                     {"source", offer->source}};
           })}};
}

Data costs_of_cards(const Costs& costs) {
  const ScoreScale& use = costs.query.scale;
  return Data::list_of(costs.cards, [&](const Cost& cost) {
    Data row = cards_data(cost.cards);
    if (costs.query.job) row["runs"] = name_of(cost.how);
    if (cost.obstacle) row["obstacle"] = note_text(*cost.obstacle);
    row["owned"] = cost.owned ? data_of(*cost.owned, use) : Data();
    row["rented"] =
        Data::list_of(cost.rented, [&](const Rented& rent) { return data_of(rent, use); });
    row["units"] = Data::list_of(cost.units, [](const UnitCost& unit) -> Data {
      return {{"job", unit.job},
              {"what", unit.what},
              {"owned_usd", money_data(unit.owned)},
              {"rented_usd", money_data(unit.rented)},
              {"api_usd", money_data(unit.api)}};
    });
    if (cost.api) row["api"] = data_of(*cost.api, cost.api_tokens, use);
    if (cost.tokens_per_joule) row["tokens_per_joule"] = *cost.tokens_per_joule;
    row["break_even"] = {{"hours_per_day", data_of(cost.hours_per_day)},
                         {"months", data_of(cost.months)}};
    row["failed"] = exclusions_data(*cost.cards.gpu, cost.failed, costs.query.currency);
    return row;
  });
}

std::optional<Line> api_line(const Ranking& ranking, const Ranked& card) {
  const Query& query = ranking.query;
  const std::optional<Owned> owned = bought(card);
  if (query.rent || ranking.owned || !owned || !query.job || !query.job->model) return {};
  const auto prices = api_prices(*ranking.catalog, *query.job->model, query.day);
  const auto api = prices ? by_api(*prices, card.work.front(), query.scale) : std::nullopt;
  if (!api || api->total(query.scale).value >= owned->total().value / 2) return {};
  const BreakEven from = tokens_a_day(*owned, *api, query.scale);
  return Line{
      .label = "By API",
      .phrases = {fmt::format("{} over {} at {} h a day for the same tokens",
                              to_text(query.currency.from_usd(api->total(query.scale)),
                                      query.currency.code),
                              years_text(query.scale), exact(query.scale.hours_per_day)),
                  from.value ? fmt::format("buy for privacy, tuning or more than {} M tokens a day",
                                           rounded(to_digits(*from.value / 1e6, 2)))
                             : "buy for privacy or tuning"},
      .most_lines = 2};
}

std::optional<Line> run_line(const Ranking& ranking, const Ranked& card) {
  const Query& query = ranking.query;
  const std::optional<Estimate> days = days_of_run(card);
  if (query.rent || !days) return {};
  const Cost cost = costs(*ranking.catalog, {card}, query, {}, true).cards.front();
  if (!cost.owned || cost.units.empty()) return {};
  const std::optional<Estimate>& usd = cost.units.back().rented;  // the last unit is the run
  if (!usd || 2 * usd->value > cost.owned->total().value) return {};
  Line out{.label = "Or rent",
           .phrases = {fmt::format("the whole run for {}",
                                   to_text(query.currency.from_usd(*usd), query.currency.code))}};
  if (cost.hours_per_day && cost.hours_per_day->value) {
    const ScoreScale& use = query.scale;
    const double hours = *cost.hours_per_day->value / use.hours_per_day * hours_of_load(use);
    out.phrases.push_back(fmt::format("buy for more than {} such runs in {}",
                                      rounded(to_digits(hours / (24 * days->value), 2)),
                                      years_text(use)));
  }
  return out;
}

Table own_or_rent_table(const Costs& costs) {
  const ScoreScale& use = costs.query.scale;
  const std::string years = ", " + years_text(use);
  Table table{{{"own or rent"},
               {"to own" + years, Align::right},
               {"to rent" + years, Align::right},
               {"rent an hour", Align::right, 2},
               {"own from h a day", Align::right},
               {fmt::format("at {} h", exact(use.hours_per_day)), Align::left, 1}}};
  const Currency& currency = costs.query.currency;
  const auto marked = [&](const Estimate& usd) {
    const Estimate amount = currency.from_usd(usd);
    return fmt::format("{}{} ({})", usd.is_rough() ? rough_mark : "", value_text(amount),
                       interval_text(amount));
  };
  for (const Cost& cost : costs.cards) {
    const Rented* rent = cost.usual_rent();
    table.rows.push_back(
        {short_name(cost.cards), cost.owned ? marked(cost.owned->total()) : "-",
         rent ? marked(rent->total(use)) : "-", rent ? currency.text(rent->hourly.usd) : "-",
         cost.hours_per_day ? to_text(*cost.hours_per_day, "", "never") : "-",
         rent && cost.owned ? std::string(words_of(lean(cost.owned->total(), rent->total(use))))
                            : "-"});
  }
  return table;
}

}  // namespace gpupick
