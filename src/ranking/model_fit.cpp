#include "ranking/model_fit.hpp"

#include <algorithm>
#include <tuple>

#include "base/lists.hpp"
#include "base/text.hpp"
#include "job/usual_job.hpp"

namespace gpupick {
namespace {

bool one_contains(std::initializer_list<std::string_view> texts, std::string_view word) {
  const std::string wanted = fold(word);
  if (wanted.empty()) return word.empty();
  return std::ranges::any_of(
      texts, [&](std::string_view text) { return fold(text).find(wanted) != std::string::npos; });
}

}  // namespace

bool is_matched(const Model& model, std::string_view word) {
  return one_contains({model.id, model.name, model.family, model.publisher}, word);
}

bool is_matched(const Network& network, std::string_view word) {
  return one_contains({network.id, network.name, network.publisher, network.kind}, word);
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

namespace {

// Finds how the cards run one model or network after the other.
class Fitter {
 public:
  Fitter(const CardGroup& cards, const AskedJob& asked, const FitLimits& limits,
         const Catalog& catalog)
      : cards_(cards), asked_(asked), limits_(limits), catalog_(catalog) {}

  std::optional<ModelFit> with(const Model& model) const {
    Job job = asked_.job;
    job.model = &model;
    if (!is_inference(job.task)) return in_any_way(job);
    job.context = std::min(job.context, model.context);
    job.prompt = std::min(job.prompt, job.context);
    job.format = limits_.format;
    apply_defaults(job, catalog_);
    std::vector<const Quantisation*> formats{limits_.format};
    if (!limits_.format) formats = formats_of(model, *job.engine, catalog_);
    std::optional<ModelFit> too_slow;
    for (const Quantisation* format : formats) {
      Job one = job;
      one.format = format;
      std::optional<ModelFit> found = whole(one);
      if (!found || !heads_come_out_even(one, *one.engine, found->estimate.devices)) continue;
      found->longest_context =
          longest_context(*cards_.gpu, cards_.count, one, catalog_.calibration());
      if (!found->estimate.missed_target()) return found;
      if (!too_slow) too_slow = std::move(found);
    }
    std::optional<ModelFit> way = by_ladder(job);
    return way ? way : too_slow;
  }

  // Takes the network's usual job with the batch and precision asked for.
  std::optional<ModelFit> with(const Network& network) const {
    Job job = usual_job(asked_.job.task, network, catalog_);
    job.batch = asked_.job.batch;
    job.precision = asked_.job.precision;
    job.format = asked_.job.format;
    return in_any_way(job);
  }

 private:
  std::optional<ModelFit> whole(const Job& job) const {
    JobEstimate result =
        estimate(*cards_.gpu, cards_.count, job, catalog_.calibration(), {nullptr, asked_.host});
    if (!result.fits) return {};
    return ModelFit{std::move(result), 0, {}};
  }

  // As asked, or by a step of the job's ladder, such as host memory.
  std::optional<ModelFit> by_ladder(const Job& job) const {
    WorkResult way = way_to_run(cards_, {job, asked_.host, asked_.ladder}, catalog_);
    if (!way.runs()) return {};
    return ModelFit{*way.estimate, 0, std::move(way)};
  }

  // Takes jobs that fit at an unknown speed, too.
  std::optional<ModelFit> in_any_way(const Job& job) const {
    std::optional<ModelFit> found = by_ladder(job);
    return found ? found : whole(job);
  }

  const CardGroup& cards_;
  const AskedJob& asked_;
  const FitLimits& limits_;
  const Catalog& catalog_;
};

// Returns the task of the first model or network that matches; nothing if none does.
std::optional<Task> task_of_match(std::string_view match, const Catalog& catalog) {
  for (const Network& network : catalog.networks())
    if (is_matched(network, match)) return task_of_kind(network.kind, catalog);
  for (const Model& model : catalog.models())
    if (is_matched(model, match)) return model.embeds ? Task::embed : Task::chat;
  return {};
}

// Returns the format of the most bits, of fewer than the engine's usual ones, in which chats fit,
// and how many; nothing if there is none.
std::optional<std::pair<const Quantisation*, std::size_t>> smaller_format(const CardGroup& cards,
                                                                          const AskedJob& asked,
                                                                          const FitLimits& limits,
                                                                          const Catalog& catalog) {
  const Engine& engine = *asked.job.engine;
  const double least = catalog.find_quantisation(own_format(engine)).linear_bits;
  std::vector<const Quantisation*> formats;
  for (const Quantisation& one : catalog.quantisations())
    if (one.files == engine.files && one.linear_bits < least && one.perplexity)
      formats.push_back(&one);
  std::ranges::stable_sort(formats, std::ranges::greater(), &Quantisation::linear_bits);
  for (const Quantisation* format : formats) {
    FitLimits other = limits;
    other.format = format;
    if (const std::size_t found = fit_models(cards, asked, other, catalog).rows.size(); found > 0)
      return std::pair(format, found);
  }
  return {};
}

}  // namespace

ModelFits fit_models(const CardGroup& cards, const AskedJob& asked, const FitLimits& limits,
                     const Catalog& catalog) {
  const Job& job = asked.job;
  ModelFits out{job};
  Job of_all = job;  // what the jobs of all models have in common
  if (limits.format) of_all.format = limits.format;
  out.obstacle =
      obstacle_to(of_all, software_of(job, catalog, limits.day), *cards.gpu, catalog.calibration());
  if (out.obstacle) return out;
  const Fitter fitter(cards, asked, limits, catalog);
  const auto suits = [&](const auto& record) {
    return is_matched(record, limits.match) && record.released.value_or(limits.day) <= limits.day;
  };
  const auto keep = [&](std::optional<ModelFit> found) {
    ++out.tried;
    if (!found) return;
    if (found->estimate.missed_target())
      ++out.too_slow;
    else
      out.rows.push_back(*std::move(found));
  };
  if (is_language(job.task)) {
    for (const Model& model : catalog.models()) {
      if (!suits(model) || !is_made_for(model, job.task)) continue;
      if (model.context < limits.least_context)
        ++out.short_context;
      else
        keep(fitter.with(model));
    }
  } else {
    for (const Network& network : catalog.networks())
      if (contains(catalog.find_task(name_of(job.task)).network_kinds, network.kind) &&
          suits(network))
        keep(fitter.with(network));
  }
  if (out.rows.empty() && out.tried > 0 && !limits.format && job.task == Task::chat)
    out.smaller = smaller_format(cards, asked, limits, catalog);
  if (out.tried + out.short_context == 0) out.other_task = task_of_match(limits.match, catalog);
  std::ranges::stable_sort(out.rows, [](const ModelFit& a, const ModelFit& b) {
    const auto place = [](const ModelFit& fit) {
      return std::tuple(!fit.way.fallback, released(fit.estimate.job).value_or(Date{}),
                        parameters(fit.estimate.job));
    };
    return place(a) > place(b);
  });
  return out;
}

}  // namespace gpupick
