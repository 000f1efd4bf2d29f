// The problem: many models cost less from a provider than on a card of one's own, if the card has
// little to do.
//
//   tokens of an hour = answers/h x (prompt + generate)
//   USD of an hour    = answers/h x ((prompt - cached) x prompt_usd + cached x cached_usd
//                                    + generate x answer_usd) / 1M
//
// Answers an hour: what the card itself would produce, with the time to read the prompts. Left out:
// lower prices of batches and of a subscription.
#include <algorithm>
#include <map>

#include "ranking/cost.hpp"

namespace gpupick {
namespace {

template <class Usd>
Estimate middle(const std::vector<const ApiPrice*>& offers, Usd usd) {
  std::vector<double> all;
  for (const ApiPrice* offer : offers) all.push_back(usd(*offer));
  const auto [low, high] = std::ranges::minmax(all);
  return {median(std::move(all)), low, high, Evidence::measured};
}

}  // namespace

std::optional<ApiPrices> api_prices(const Catalog& catalog, const Model& model, Date day) {
  const Number most = catalog.price_ages().observation;
  const bool of_release = catalog.release_day() == day;
  std::map<std::string_view, const ApiPrice*> newest;  // by provider
  for (const ApiPrice& row : catalog.of<ApiPrice>()) {
    const int days = days_between(first_day(row.date), day);
    if (row.model != model.id || (days < 0 && !of_release) || (most && days > *most)) continue;
    const ApiPrice*& kept = newest[row.provider];
    if (!kept || first_day(kept->date) < first_day(row.date)) kept = &row;
  }
  if (newest.empty()) return {};
  ApiPrices out;
  for (const auto& [provider, row] : newest) {
    out.offers.push_back(row);
    out.newest = std::max(out.newest, row->date);
  }
  out.prompt = middle(out.offers, [](const ApiPrice& offer) { return offer.prompt_usd; });
  out.cached = middle(out.offers, [](const ApiPrice& offer) {
    return offer.cached_usd.value_or(offer.prompt_usd);
  });
  out.answer = middle(out.offers, [](const ApiPrice& offer) { return offer.answer_usd; });
  return out;
}

std::optional<ByApi> by_api(const ApiPrices& prices, const WorkResult& work,
                            const ScoreScale& use) {
  const Job* job = work.runs() ? std::get_if<Job>(&work.asked->work) : nullptr;
  if (!job || !(job->generate > 0)) return {};
  const double answers =
      use.utilization * 3600 * work.throughput().value / job->generate;  // in an hour of use
  const auto usd = [&](double Estimate::*end) {
    return answers *
           ((job->prompt - job->cached) * prices.prompt.*end + job->cached * prices.cached.*end +
            job->generate * prices.answer.*end) /
           1e6;
  };
  return ByApi{
      answers * (job->prompt + job->generate),
      {usd(&Estimate::value), usd(&Estimate::low), usd(&Estimate::high), Evidence::measured}};
}

}  // namespace gpupick
