// The answer of `fit`: the models that run on cards.
#include <fmt/format.h>

#include <algorithm>

#include "answer/answers.hpp"
#include "answer/estimate_words.hpp"
#include "answer/ranking.hpp"
#include "answer/values.hpp"

namespace gpupick {
namespace {

constexpr std::size_t usual_models = 15;

Number active(const Job& job) { return job.model ? active_parameters(*job.model) : Number(); }

// Relative increase of perplexity by the weight format; nothing if unmeasured or for networks.
Number perplexity_increase(const Job& job) {
  return job.model && job.format ? job.format->perplexity : std::nullopt;
}

// "30.5 B (3.3 active)".
std::string size_text(const Job& job) {
  std::string out = rounded(parameters(job) / 1e9) + " B";
  if (const Number few = active(job)) out += fmt::format(" ({} active)", rounded(*few / 1e9));
  return out;
}

// The weight format, or the precision of training.
std::string_view format_of(const Job& job) {
  return job.format ? job.format->id : name_of(job.precision);
}

// "q4_k_m (+2.4 %)".
std::string format_text(const Job& job) {
  const Number loss = perplexity_increase(job);
  return fmt::format("{}{}", format_of(job), loss ? fmt::format(" (+{:.1f} %)", 100 * *loss) : "");
}

// The rate of the main output; nothing if it is unknown.
std::optional<ShownRate> own_rate(const ModelFit& fit) {
  if (fit.way.runs()) return ShownRate{fit.way.speed, fit.way.unit};
  const auto& speeds = fit.estimate.speeds;
  return speeds.empty() ? std::nullopt
                        : std::optional(ShownRate{speeds.front().estimate, speeds.front().unit});
}

// The rate as a table shows it: as its inverse if the first rate of the column is.
std::optional<ShownRate> rate_of(const ModelFit& fit, const ModelFits& fits) {
  const auto rate = own_rate(fit), first = own_rate(fits.rows.front());
  if (!rate) return {};
  return shown_rate(rate->estimate, rate->unit, first ? first->estimate : rate->estimate);
}

// The main output of a row. A chat that runs partly in host memory has no list of speeds.
Output main_output(const ModelFit& fit) {
  return fit.estimate.speeds.empty() ? Output::decode : fit.estimate.speeds.front().output;
}

// The outputs that any row has; without a row, those that it may have.
std::vector<Output> outputs_of(const ModelFits& fits) {
  std::vector<Output> out;
  for (const OutputRow& row : outputs_of(fits.job.task))
    if (fits.rows.empty() || std::ranges::any_of(fits.rows, [&](const ModelFit& fit) {
          return fit.estimate.find(row.output) ||
                 (fit.way.runs() && row.output == main_output(fit));
        }))
      out.push_back(row.output);
  return out;
}

// True if the cards decide how many users are served.
bool serves_open(const Job& job) { return job.task == Task::serve && job.batch == 0; }

// The list without rows. People see the first of the outputs.
Listing empty_list(const ModelFits& fits, const std::vector<Output>& known) {
  const Column longest{"context up to", Align::right, 5};
  const auto rate = fits.rows.empty() ? std::nullopt : rate_of(fits.rows.front(), fits);
  const std::string unit(rate ? rate->unit : "speed");
  const bool idles =
      std::ranges::any_of(fits.rows, [](const ModelFit& fit) { return fit.estimate.idle > 0; });
  Listing list{
      "models",
      {{"model", Column{"model"}},
       {"released", Column{"released", Align::left, 2}},
       {"quant", Column{"format", Align::left}},
       {"parameters", Column{"parameters", Align::right, 4}},
       {"active_parameters"},
       {"perplexity_increase", {}, true},
       {"context"},
       {"longest_context", is_inference(fits.job.task) ? std::optional(longest) : std::nullopt},
       {"users",
        serves_open(fits.job) ? std::optional(Column{"users", Align::right, 1}) : std::nullopt},
       {"idle", idles ? std::optional(Column{"idle cards", Align::right, 1}) : std::nullopt},
       {"needed_gib", Column{"memory", Align::right, 1}, true},
       {"runs"}}};
  for (const Output output : known) {
    list.columns.push_back({std::string(row_of(output).key)});
    if (output == known.front()) list.columns.back().shown = Column{unit, Align::right};
  }
  return list;
}

std::vector<Entry> cells_of(const ModelFit& fit, const ModelFits& fits,
                            const std::vector<Output>& known) {
  const auto& [estimate, longest, way] = fit;
  const Job& job = estimate.job;
  const Day day = released(job);
  const double needed = in_gib(estimate.need.total());
  std::vector<Entry> row = {
      job.model ? Entry{job.model->id, job.model->name} : Entry{job.network->id, job.network->name},
      day ? Entry{iso(*day), month_of(*day)} : Entry{{}},
      {format_of(job), format_text(job)},
      {parameters(job), size_text(job)},
      {active(job)},
      {perplexity_increase(job)},
      {job.model ? Number(job.context) : std::nullopt},
      longest > 0 ? Entry{longest, exact(longest)} : Entry{{}},
      serves_open(fits.job) ? Entry{job.batch, exact(job.batch)} : Entry{{}},
      estimate.idle > 0 ? Entry{estimate.idle, exact(estimate.idle)} : Entry{{}, "-"},
      {needed, rounded(needed) + " GiB"},
      {name_of(way.runs() ? way.how() : Runs::as_asked)}};
  const auto rate = rate_of(fit, fits);
  const std::string speed =
      rate ? fmt::format("{}{}", to_text(rate->estimate, ""), way_mark(way)) : "-";
  for (const Output output : known) {
    const Estimate* found = estimate.find(output);
    if (way.runs() && output == main_output(fit)) found = &way.speed;
    row.push_back({found ? value_data(*found) : Data(), speed});
  }
  return row;
}

std::string nothing_text(const ModelFits& fits) {
  if (fits.obstacle) return "No model runs on it: " + note_text(*fits.obstacle);
  if (fits.tried + fits.short_context > 0)
    return fmt::format("No model of the catalog fits{}",
                       fits.smaller ? fmt::format("; with `--quant {}` {}", fits.smaller->first->id,
                                                  fits.smaller->second == 1
                                                      ? "one does"
                                                      : fmt::format("{} do", fits.smaller->second))
                       : fits.job.task == Task::lora ? "; `--for qlora` takes less memory"
                                                     : "");
  return fmt::format("No model for {} matches; {}", name_of(fits.job.task),
                     fits.other_task
                         ? fmt::format("some for `--task {}` do", name_of(*fits.other_task))
                         : "`gpupick models` lists all");
}

}  // namespace

Answer answer(const ModelFits& fits, const ListView& view) {
  Answer out{.schema = "fit/2",
             .facts = {{"task", name_of(fits.job.task)},
                       {"left_out", fits.short_context + fits.too_slow}}};
  const std::vector<Output> known = outputs_of(fits);
  Listing list = empty_list(fits, known);
  for (const ModelFit& fit : fits.rows) list.add(cells_of(fit, fits, known));
  const std::size_t all = list.rows.size();
  if (all == 0) out.facts["reason"] = nothing_text(fits);
  arrange(list, view, usual_models);
  const std::size_t shown = list.shown();
  const bool losses =
      std::ranges::any_of(list.rows.begin(), list.rows.begin() + static_cast<std::ptrdiff_t>(shown),
                          [](const ListRow& row) { return !row.entries[5].text.empty(); });
  Phrases speeds;
  for (const ListRow& row : std::span(list.rows).first(shown))
    speeds.push_back(row.entries.back().text);
  std::string marks = legend(speeds);
  out.add(std::move(list));
  std::vector<std::string> notes;
  if (all == 0) notes.push_back(nothing_text(fits));
  if (shown < all) notes.push_back(fmt::format("{} more run (`--top {}`)", all - shown, all));
  if (!marks.empty()) notes.push_back(std::move(marks));
  if (fits.too_slow > 0)
    notes.push_back(fmt::format("Left out: {} that do not serve one user as fast as asked",
                                counted(fits.too_slow, "model")));
  if (fits.short_context > 0)
    notes.push_back(fmt::format("Left out: {} with a context below {} tokens",
                                counted(fits.short_context, "model"), exact(fits.job.context)));
  if (losses)
    notes.emplace_back(
        "After a format: its perplexity increase over 16 bit, measured on Llama 3 8B");
  if (!notes.empty()) out.add_apart(join(notes, ". ") + ".");
  return out;
}

}  // namespace gpupick
