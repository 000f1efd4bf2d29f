#include "answer/question.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "answer/job.hpp"
#include "answer/limits.hpp"
#include "answer/values.hpp"

namespace gpupick {
namespace {

std::string counts_text(const CardCounts& counts) {
  const std::string most = counted(static_cast<std::size_t>(counts.most), "card");
  return counts.fewest == counts.most ? most : fmt::format("{} to {}", counts.fewest, most);
}

// "in a desktop PC", or "in a desktop PC or a workstation" if the number of cards decides. With
// `--host dedicated` "in a dedicated computer that the budget includes".
std::string host_text(const Catalog& catalog, const Query& query) {
  const HostKind* fewest = host_of_size(catalog, query.host, query.counts.fewest);
  const HostKind* most = host_of_size(catalog, query.host, query.counts.most);
  if (!fewest) return "";
  if (fewest->cheapest && query.host.given && query.budget_usd())
    return fmt::format(" in {} that the budget includes", fewest->name);
  return fewest == most ? fmt::format(" in {}", fewest->name)
                        : fmt::format(" in {} or {}", fewest->name, most->name);
}

// True if no card of the ranking is put into a computer.
bool are_whole_computers(const Ranking& ranking) {
  return !ranking.ranked.empty() && std::ranges::all_of(ranking.ranked, [&](const Ranked& card) {
    return comes_as_computer(*ranking.catalog, *card.gpu);
  });
}

// The computer that is bought and that the budget does not count: " beside a computer of 1,200
// USD"; "" if there is none.
std::string left_out_text(const Ranking& ranking) {
  const Query& query = ranking.query;
  const HostKind* host = host_of_size(*ranking.catalog, query.host, query.counts.fewest);
  if (!host || host->owned || query.rent || ranking.owned || are_whole_computers(ranking))
    return "";
  if (!host->cheapest) return " without the computer";
  return query.host.given ? ""
                          : fmt::format(" beside a computer of {}",
                                        query.currency.with_code(pc_usd(*ranking.catalog)));
}

}  // namespace

std::string question_text(const Ranking& ranking) {
  const Query& query = ranking.query;
  std::string out = query.job ? job_heading(*query.job) : std::string(query.workload->name);
  out += query.rent                     ? ", rented"
         : are_whole_computers(ranking) ? ""
                                        : host_text(*ranking.catalog, query);
  for (const auto& [limit, value] : query.limits) {
    out += ", " + described(limit, value, query.currency);
    if (limit == query.price_limit()) out += left_out_text(ranking);
  }
  if (query.condition != Condition::any)
    out += fmt::format(", {} cards", query.condition == Condition::used ? "used" : "new");
  if (!query.os.empty()) out += fmt::format(", on {}", query.os);
  if (query.counts.most > 1) out += ", " + counts_text(query.counts);
  if (query.workload->hours_per_day)
    out += fmt::format(", {} h a day", exact(query.scale.hours_per_day));
  if (!query.prefers.empty()) out += fmt::format(", {} first", query.prefers);
  return out + ".";
}

bool converts(const Query& query) { return !query.currency.is_usd() || !query.region.empty(); }

std::string prices_used(const Ranking& ranking) {
  const Query& query = ranking.query;
  if (query.rent) return query.currency.is_usd() ? "" : "Rents";
  if (query.region.empty()) return street_prices("");
  const auto local = std::ranges::count_if(
      ranking.ranked, [](const Ranked& card) { return card.price && card.price->local; });
  if (local == 0) return fmt::format("US street prices (too few of {} are recent)", query.region);
  return fmt::format("{} of {} prices are of {}, others US street prices", local,
                     ranking.ranked.size(), query.region);
}

std::string prices_of_answer(const Ranking& ranking) {
  const std::string prices = prices_used(ranking);
  return prices.empty() ? ""
                        : prices_text(prices, ranking.query.currency, ranking.query.prices_day());
}

}  // namespace gpupick
