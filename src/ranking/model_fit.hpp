// Which models and networks run on given cards, and how: answers "what should I run on it".
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "base/date.hpp"
#include "catalog/catalog.hpp"
#include "job/job_flags.hpp"
#include "ranking/mix.hpp"

namespace gpupick {

struct ModelFit {
  JobEstimate estimate;
  double longest_context = 0;  // tokens, for language models that fit in inference; else 0
  WorkResult way;              // how it runs; runs() is false if it fits in one of its formats
};

// The models or networks that run: those that fit first, newest first; of the same date, the
// largest first.
struct ModelFits {
  Job job;  // the job as asked, with the task's default model or network
  std::vector<ModelFit> rows = {};
  std::size_t tried = 0;                // models that suit the task and match
  std::optional<Task> other_task = {};  // of models that match, if none is for the task
  std::size_t short_context = 0;        // models left out for a context below `least_context`
  // If no chat fits: the largest smaller format in which some do, and how many.
  std::optional<std::pair<const Quantisation*, std::size_t>> smaller = {};
  std::size_t too_slow = 0;  // models that do not give one user the speed asked for
  // The obstacle, besides memory, that keeps every model from the cards.
  std::optional<Note> obstacle = {};
};

struct FitLimits {
  double least_context = 0;              // tokens that a model was made for
  std::string_view match;                // a part of the id, name, family or publisher
  Date day;                              // of release, at the latest, and of the software
  const Quantisation* format = nullptr;  // null: any
};

// Estimates the job with each model or network that suits the task and meets the limits. In
// inference a model gets the first of its formats in which it fits and is fast enough. If there is
// none, it may run as the job's ladder says.
ModelFits fit_models(const CardGroup& cards, const AskedJob& asked, const FitLimits& limits,
                     const Catalog& catalog);

// True if the id, name, family or publisher contains the word, in any spelling.
bool is_matched(const Model& model, std::string_view word);
bool is_matched(const Network& network, std::string_view word);

// Returns the formats in which the engine runs a model: the published one first, then the engine's
// smaller ones.
std::vector<const Quantisation*> formats_of(const Model& model, const Engine& engine,
                                            const Catalog& catalog);

}  // namespace gpupick
