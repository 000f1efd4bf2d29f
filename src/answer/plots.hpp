// The plots of answers. Private to src/answer.
#pragma once

#include "answer/answers.hpp"
#include "answer/plot.hpp"
#include "ranking/verdict.hpp"

namespace gpupick {

// The speed of each card with a price against its cost over the years of use; with `costs` also
// against the cost of renting it. Speed is that of the named job or, for several jobs, a multiple
// of the speed of the card to buy.
Scatter speed_plot(const Ranking& ranking, const Verdict& verdict,
                   const std::optional<Costs>& costs);

// The cost of a month, owned and rented, over hours of use a day. Nothing unless both are known.
std::optional<Curves> cost_plot(const Cost& cost, const Query& query);

// A year of the card's prices with the observations behind them: purchases in one plot, rents in
// another. Leaves out a plot without prices.
std::vector<TimePoints> price_plots(const CardPrices& prices, const Currency& currency);

}  // namespace gpupick
