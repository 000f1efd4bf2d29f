// Which models and networks run on given cards: answers "what should I run on it".
#pragma once

#include <cstddef>
#include <vector>

#include "base/date.hpp"
#include "catalog/catalog.hpp"
#include "estimate/card_group.hpp"
#include "estimate/estimate.hpp"

namespace gpupick {

struct ModelFit {
  JobEstimate estimate;
  double longest_context = 0;  // tokens, for inference with language models; else 0
};

// The models or networks that fit, newest first; of the same date, the largest first.
struct ModelFits {
  Job job;  // the job as asked, with the task's default model or network
  std::vector<ModelFit> rows;
  std::size_t short_context = 0;  // models left out for a context below `least_context`
};

// Estimates the job with each model or network that suits the task, was released by `day`, and
// whose id, name, family or publisher contains `match`. In inference a model gets the first of its
// formats in which it fits. `least_context`: minimum context that a model was made for, in tokens.
ModelFits fit_models(const CardGroup& cards, const Job& job, double least_context,
                     std::string_view match, Date day, const Catalog& catalog);

// True if the id, name, family or publisher contains the word, in any spelling.
bool is_matched(const Model& model, std::string_view word);
bool is_matched(const Network& network, std::string_view word);

// Returns the formats in which the engine runs a model: the published one first, then the engine's
// smaller ones.
std::vector<const Quantisation*> formats_of(const Model& model, const Engine& engine,
                                            const Catalog& catalog);

}  // namespace gpupick
