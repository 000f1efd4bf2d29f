#include "ranking/frontier.hpp"

#include "answer/ranking.hpp"

namespace gpupick {

Table frontier_table(const Ranking& ranking) {
  const Frontier found = frontier(ranking);
  Table table{{{"frontier"},
               {years_text(ranking.query.scale), Align::right},
               {"points of speed", Align::right},
               {"score", Align::right},
               {"beats"}}};
  for (const Ranked* card : found.cards) {
    std::vector<std::string> names;
    for (const Dominated& one : found.dominated)
      if (one.by == card) names.push_back(short_name(*one.card));
    const std::size_t shown = std::min<std::size_t>(names.size(), 3);
    const std::size_t more = names.size() - shown;
    names.resize(shown);
    table.rows.push_back({short_name(*card),
                          value_text(ranking.query.currency.from_usd(*card->cost())),
                          fmt::format("{:.1f}", speed_points(ranking.query, *card)),
                          fmt::format("{:.1f}", card->score),
                          join(names, ", ") + (more > 0 ? fmt::format(" and {} more", more) : "")});
  }
  return table;
}

}  // namespace gpupick
