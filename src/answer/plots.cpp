#include "answer/plots.hpp"

namespace gpupick {

Scatter speed_plot(const Ranking&, const Verdict&) { return {}; }
std::optional<Curves> cost_plot(const Cost&, const Query&) { return {}; }
TimePoints price_plot(const CardPrices&, const Currency&) { return {}; }

}  // namespace gpupick
