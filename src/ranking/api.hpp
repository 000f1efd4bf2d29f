// Paying a provider for each token instead of owning cards (docs/models.md#cost).
#pragma once

#include <optional>
#include <vector>

#include "ranking/mix.hpp"

namespace gpupick {

// The prices of a model by the token: the median of the providers, between the lowest and the
// highest.
struct ApiPrices {
  Estimate prompt, cached, answer;      // USD for 1M tokens; cached ones of a prompt
  std::vector<const ApiPrice*> offers;  // the newest of each provider, by id; never empty
  Date newest;                          // date of the newest offer
};

// Returns what providers asked for the model on a day, or nothing if no recent price is known.
std::optional<ApiPrices> api_prices(const Catalog& catalog, const Model& model, Date day);

// The work of cards in an hour of use, if a provider does it.
struct ByApi {
  double tokens = 0;  // read and written
  Estimate usd;       // for these tokens

  Estimate total(const ScoreScale& use) const;  // over the years of use
};

// Returns the cost of the work of a named job in an hour of use. Returns nothing if the job does
// not run, or generates no answers.
std::optional<ByApi> by_api(const ApiPrices& prices, const WorkResult& work, const ScoreScale& use);

}  // namespace gpupick
