#include <algorithm>

#include "base/error.hpp"
#include "cli/card_names.hpp"
#include "cli/command.hpp"
#include "cli/question.hpp"
#include "physics/inference.hpp"

namespace gpupick {
namespace {

// The formats that are tried of a model, most bits first: the one it is published in before others.
Words formats_of(const Model& model, const Engine& engine, const Catalog& catalog) {
  const std::string published(model.quant);
  if (!engine.gguf)
    return published.empty() ? Words{"bf16", "fp8", "awq"} : Words{published, "awq"};
  if (!published.empty() && catalog.find_quantisation(published).gguf) return {published};
  return {"q8_0", "q6_k", "q5_k_m", "q4_k_m"};
}

// The asked job with this model, in the format of most bits, up to eight, that fits.
std::optional<ModelFit> fit(const CardGroup& cards, const Model& model, Job job,
                            const Catalog& catalog) {
  const Engine& engine = *job.engine;
  job.model = &model;
  job.context = std::min(job.context, model.context);
  job.prompt = std::min(job.prompt, job.context);
  for (const std::string& format : formats_of(model, engine, catalog)) {
    job.quant = &catalog.find_quantisation(format);
    JobEstimate result = estimate(*cards.gpu, cards.count, job, catalog.calibration());
    if (!result.fits || !heads_come_out_even(job, engine, result.devices)) continue;
    return ModelFit{std::move(result),
                    longest_context(*cards.gpu, cards.count, job, catalog.calibration())};
  }
  return {};
}

class Fit : public Command {
 public:
  void declare(Flags& flags) override {
    flags.argument("card", name_, "CARD", "a card, or CARD:N for N of them", true);
    bind(flags, asked_.job, {});
  }

  ExitStatus run(Session& session) override {
    Question question(asked_, session);
    const CardGroup cards = find_cards(name_, question.catalog, question.query);
    const Job job = question.make_job().job;
    if (!is_inference(job.task))
      throw Error("fit is for the tasks chat and serve; `gpupick estimate` answers for the others");
    const ModelFits fits = fit_models(cards, job, question.catalog);
    session.out << render_fits(fits, session.page());
    return fits.rows.empty() ? ExitStatus::nothing_fits : ExitStatus::done;
  }

 private:
  // Every model that was made for the context asked for, largest first.
  ModelFits fit_models(const CardGroup& cards, const Job& job, const Catalog& catalog) const {
    ModelFits fits{{}, job.context};
    for (const Model& model : catalog.models()) {
      if (!asked_.job.text("--context").empty() && model.context < job.context)
        ++fits.left_out;
      else if (std::optional<ModelFit> found = fit(cards, model, job, catalog))
        fits.rows.push_back(std::move(*found));
    }
    std::stable_sort(fits.rows.begin(), fits.rows.end(), [](const ModelFit& a, const ModelFit& b) {
      return a.estimate.job.model->parameters > b.estimate.job.model->parameters;
    });
    return fits;
  }

  QuestionOptions asked_;
  std::string name_;
};

}  // namespace

extern const CommandInfo fit_command = {"fit", "which models fit a card, largest first",
                                        "  gpupick fit rtx-3060-12gb\n"
                                        "  gpupick fit 3090:2 --context 32k",
                                        make_command<Fit>};

}  // namespace gpupick
