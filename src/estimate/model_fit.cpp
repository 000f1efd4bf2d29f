#include "estimate/model_fit.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "job/usual_job.hpp"
#include "physics/inference.hpp"

namespace gpupick {
namespace {

bool contains(std::initializer_list<std::string_view> texts, std::string_view word) {
  const std::string wanted = fold(word);
  return std::ranges::any_of(
      texts, [&](std::string_view text) { return fold(text).find(wanted) != std::string::npos; });
}

std::optional<ModelFit> answering(const CardGroup& cards, const Model& model, Job job,
                                  const Catalog& catalog) {
  job.context = std::min(job.context, model.context);
  job.prompt = std::min(job.prompt, job.context);
  for (const Quantisation* format : formats_of(model, *job.engine, catalog)) {
    job.format = format;
    JobEstimate result = estimate(*cards.gpu, cards.count, job, catalog.calibration());
    if (result.fits && heads_come_out_even(job, *job.engine, result.devices))
      return ModelFit{std::move(result),
                      longest_context(*cards.gpu, cards.count, job, catalog.calibration())};
  }
  return {};
}

std::optional<ModelFit> with_model(const CardGroup& cards, const Model& model, Job job,
                                   const Catalog& catalog) {
  job.model = &model;
  if (is_inference(job.task)) return answering(cards, model, job, catalog);
  JobEstimate result = estimate(*cards.gpu, cards.count, job, catalog.calibration());
  if (!result.fits) return {};
  return ModelFit{std::move(result), 0};
}

// Estimates the network's usual job with the batch and precision asked for. Tries formats with
// fewer bits if the job does not fit.
std::optional<ModelFit> with_network(const CardGroup& cards, const Network& network,
                                     const Job& asked, const Catalog& catalog) {
  Job job = usual_job(asked.task, network, catalog);
  job.batch = asked.batch;
  job.precision = asked.precision;
  std::vector<const Quantisation*> formats{asked.format};
  for (const std::string_view id : catalog.find_task(name_of(asked.task)).smaller_quants)
    formats.push_back(&catalog.find_quantisation(id));
  for (const Quantisation* format : formats) {
    job.format = format;
    JobEstimate result = estimate(*cards.gpu, cards.count, job, catalog.calibration());
    if (result.fits) return ModelFit{std::move(result), 0};
  }
  return {};
}

double size_of(const Job& job) {
  return job.model ? job.model->parameters : job.network->parameters();
}

Date released(const Job& job) {
  return (job.model ? job.model->released : job.network->released).value_or(Date{});
}

}  // namespace

bool is_matched(const Model& model, std::string_view word) {
  return contains({model.id, model.name, model.family, model.publisher}, word);
}

bool is_matched(const Network& network, std::string_view word) {
  return contains({network.id, network.name, network.publisher}, word);
}

std::vector<const Quantisation*> formats_of(const Model& model, const Engine& engine,
                                            const Catalog& catalog) {
  std::vector<const Quantisation*> out;
  const Quantisation* published =
      model.quant.empty() ? nullptr : &catalog.find_quantisation(model.quant);
  if (published && reads(engine, *published)) out.push_back(published);
  // A model published in the engine's file format has few bits already; smaller files do not exist.
  if (published && published->files == engine.files && !engine.files.empty()) return out;
  for (const std::string_view id : engine.formats) {
    const Quantisation& format = catalog.find_quantisation(id);
    if (!published || format.linear_bits < published->linear_bits) out.push_back(&format);
  }
  return out;
}

ModelFits fit_models(const CardGroup& cards, const Job& job, double least_context,
                     std::string_view match, Date day, const Catalog& catalog) {
  ModelFits out{job, {}, 0};
  const auto suits = [&](const auto& record) {
    return is_matched(record, match) && record.released.value_or(day) <= day;
  };
  const auto keep = [&](std::optional<ModelFit> found) {
    if (found) out.rows.push_back(*std::move(found));
  };
  if (is_language(job.task)) {
    for (const Model& model : catalog.models()) {
      if (!suits(model) || !is_made_for(model, job.task)) continue;
      if (model.context < least_context)
        ++out.short_context;
      else
        keep(with_model(cards, model, job, catalog));
    }
  } else {
    for (const Network& network : catalog.networks())
      if (task_of_kind(network.kind, catalog) == job.task && suits(network))
        keep(with_network(cards, network, job, catalog));
  }
  std::ranges::stable_sort(out.rows, [](const ModelFit& a, const ModelFit& b) {
    return std::pair(released(a.estimate.job), size_of(a.estimate.job)) >
           std::pair(released(b.estimate.job), size_of(b.estimate.job));
  });
  return out;
}

}  // namespace gpupick
