#include "answer/plots.hpp"

#include <algorithm>
#include <cmath>

#include "answer/ranking.hpp"

namespace gpupick {
namespace {

Spread spread_of(const Estimate& estimate) {
  return estimate.has_interval() ? Spread(estimate.value, estimate.low, estimate.high)
                                 : Spread(estimate.value);
}

// The speed of the named job, or else the counted speed of all jobs as a multiple of `unit`'s.
Spread speed_of(const Query& query, const Ranked& card, const Ranked& unit) {
  if (query.job) return spread_of(card.work.front().speed);
  const double more = speed_utility(query, card) - speed_utility(query, unit);
  return std::pow(10, more * query.scale.decades);
}

void mark_frontier(std::vector<ScatterPoint>& points) {
  for (ScatterPoint& point : points)
    point.frontier = std::ranges::none_of(points, [&](const ScatterPoint& other) {
      const double cheaper = point.x.value - other.x.value;
      const double faster = other.y.value - point.y.value;
      return cheaper >= 0 && faster >= 0 && (cheaper > 0 || faster > 0);
    });
}

// Leaves out cards that are no choice beside the card to buy, since they would push the others
// together. Returns how many.
std::size_t leave_out_distant(std::vector<ScatterPoint>& points) {
  constexpr double most = 10;  // times its cost and speed
  const auto pick = std::ranges::find_if(points, &ScatterPoint::pick);
  if (pick == points.end()) return 0;
  const auto is_distant = [](const Spread& one, const Spread& other) {
    return one.value > most * other.value || one.value * most < other.value;
  };
  const ScatterPoint to_buy = *pick;
  return std::erase_if(points, [&](const ScatterPoint& point) {
    return is_distant(point.x, to_buy.x) || is_distant(point.y, to_buy.y);
  });
}

// The plot in words, for people who do not see it.
std::string description(const Scatter& plot) {
  std::vector<std::string> frontier;
  std::string pick;
  for (const ScatterPoint& point : plot.points) {
    const std::string words =
        fmt::format("{} ({}, {})", point.label, rounded(point.x.value), rounded(point.y.value));
    if (point.pick) pick = "To buy: " + words + ". ";
    if (point.frontier) frontier.push_back(words);
  }
  return fmt::format("{}: {} by {}. {}None is both faster and cheaper than: {}.",
                     counted(plot.points.size(), "point"), plot.y_axis, plot.x_axis, pick,
                     join(frontier, "; "));
}

TimePoints::Series series_of(const CardPrices& prices, const PriceLine& line,
                             const Currency& currency) {
  TimePoints::Series out{price_kind_text(line.kind), {}, {}};
  const int last = day_number(prices.day);
  for (const Observation* row : line.rows) {
    const double day = day_number(std::min(last_day(row->date), prices.day));
    if (day >= last - std::round(days_per_year))
      out.observations.push_back({day, currency.from_usd(row->usd)});
  }
  for (std::size_t i = line.months_ago.size(); i-- > 0;)
    if (const std::optional<Price>& then = line.months_ago[i])
      out.estimates.push_back({1.0 * day_number(months_before(prices.day, i)),
                               {currency.from_usd(then->usd), currency.from_usd(then->low),
                                currency.from_usd(then->high)}});
  return out;
}

}  // namespace

Scatter speed_plot(const Ranking& ranking, const Verdict& verdict,
                   const std::optional<Costs>& costs) {
  const Query& query = ranking.query;
  Scatter out;
  out.title = "Speed against cost";
  out.x_axis = fmt::format("{} over {}, {}", query.rent ? "rent" : "cost", years_text(query.scale),
                           query.currency.code);
  out.description = "No card fits.";
  if (ranking.ranked.empty()) return out;
  const Ranked& unit = verdict.buy ? *verdict.buy : ranking.ranked.front();
  out.y_axis = query.job ? fmt::format("speed, {}", unit.work.front().unit)
                         : fmt::format("speed as scored, {} = 1", short_name(unit));
  const auto add = [&](const Ranked& card, const Estimate& usd) -> ScatterPoint& {
    out.points.push_back(
        {short_name(card), spread_of(query.currency.from_usd(usd)), speed_of(query, card, unit)});
    return out.points.back();
  };
  for (const Ranked& card : ranking.ranked) {
    if (!card.price) continue;
    ScatterPoint& point = add(card, *card.cost());
    point.pick = role_in(verdict, card) == RoleKind::buy;
    point.level = role_in(verdict, card) == RoleKind::level;
  }
  mark_frontier(out.points);
  const auto add_rented = [&](const Cost& cost) {
    for (const Ranked& card : ranking.ranked) {
      if (card != cost.cards) continue;
      ScatterPoint& point = add(card, cost.rented.front().total(query.scale));
      point.label += ", rented";
      point.rented = true;
    }
  };
  if (costs)
    for (const Cost& cost : costs->cards)
      if (!cost.rented.empty()) add_rented(cost);
  if (const std::size_t distant = leave_out_distant(out.points); distant > 0)
    out.note = fmt::format("left out: {} beyond a factor of ten in cost or speed from {}",
                           counted(distant, "card"), short_name(unit));
  constexpr std::size_t most = 80;  // more hide each other
  if (const std::size_t last = out.keep_first(most); last > 0)
    out.note += fmt::format("{}{} of the lowest ranks", out.note.empty() ? "left out: " : ", ",
                            counted(last, "card"));
  out.description = description(out);
  return out;
}

std::optional<Curves> cost_plot(const Cost& cost, const Query& query) {
  if (!cost.owned || cost.rented.empty()) return {};
  Curves out{.title = fmt::format("{}: own or rent", short_name(cost.cards)),
             .x_axis = "hours of use a day",
             .y_axis = fmt::format("cost a month, {}", query.currency.code),
             .curves = {{"own", {}}, {price_kind_text(cost.rented.front().kind), {}}}};
  ScoreScale use = query.scale;
  Owned owned = *cost.owned;
  for (int hours = 0; hours <= 24; ++hours) {
    use.hours_per_day = hours;
    owned.electricity_usd = electricity_usd(owned.watts.value_or(0), use);
    const auto add = [&](std::size_t curve, const Estimate& usd) {
      out.curves[curve].points.push_back(
          {1.0 * hours, spread_of(query.currency.from_usd(monthly(usd, use)))});
    };
    add(0, owned.total());
    add(1, cost.rented.front().total(use));
  }
  out.description = "Owning costs the same whatever the hours, but for electricity.";
  if (cost.hours_per_day && cost.hours_per_day->value) {
    const double hours = *cost.hours_per_day->value;
    out.mark = Curves::Mark{
        hours, fmt::format("owning pays from {} h a day", rounded(to_digits(hours, 2)))};
    out.description +=
        fmt::format(" It is cheaper than renting from {} hours a day.", rounded(hours));
  }
  return out;
}

std::vector<TimePoints> price_plots(const CardPrices& prices, const Currency& currency) {
  std::vector<TimePoints> out;
  const int last = day_number(prices.day);
  for (const bool rent : {false, true}) {
    TimePoints plot{.title = fmt::format("{}: {} over a year", short_name(*prices.gpu),
                                         rent ? "rent" : "price"),
                    .y_axis = rent ? fmt::format("{} an hour", currency.code) : currency.code,
                    .first_day = last - static_cast<int>(std::lround(days_per_year)),
                    .last_day = last};
    std::vector<std::string> now;
    for (const PriceLine& line : prices.lines) {
      if (line.kind == launch_kind || (line.price.kind == PriceKind::rent) != rent) continue;
      plot.series.push_back(series_of(prices, line, currency));
      now.push_back(fmt::format("{} {} ({})", plot.series.back().label,
                                currency.text(line.price.usd),
                                currency.range(line.price.low, line.price.high)));
    }
    plot.description = fmt::format("Now, in {}: {}.", plot.y_axis, join(now, ", "));
    if (!plot.series.empty()) out.push_back(std::move(plot));
  }
  return out;
}

}  // namespace gpupick
