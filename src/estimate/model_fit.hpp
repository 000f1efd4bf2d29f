// Which models and networks run on cards: the answer to "what should I run on it".
#pragma once

#include <cstddef>
#include <vector>

#include "catalog/catalog.hpp"
#include "estimate/card_group.hpp"
#include "estimate/estimate.hpp"

namespace gpupick {

struct ModelFit {
  JobEstimate estimate;
  double longest_context = 0;  // tokens, in inference of language models; else 0
};

// Those that fit, newest first and of one month the largest.
struct ModelFits {
  Job job;  // what was asked, with the task's own model or network
  std::vector<ModelFit> rows;
  std::size_t short_context = 0;  // made for fewer tokens than asked, and left out
};

// The job with each model or network that it may be done with and whose name, family or publisher
// holds `match`; a model that answers in the first of its engine's formats in which it fits.
// `least_context`: of the models' own, in tokens.
ModelFits fit_models(const CardGroup& cards, const Job& job, double least_context,
                     std::string_view match, const Catalog& catalog);

}  // namespace gpupick
