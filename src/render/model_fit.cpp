#include <fmt/format.h>

#include <algorithm>

#include "answer/basis.hpp"
#include "render/parts.hpp"
#include "render/render.hpp"

namespace gpupick {
namespace {

constexpr std::size_t most_in_prose = 15;

std::string_view id_of(const Job& job) { return job.model ? job.model->id : job.network->id; }

std::string_view label_of(const Job& job) {
  return job.model ? job.model->name : job.network->name;
}

Day released(const Job& job) { return job.model ? job.model->released : job.network->released; }

// Parameters that one token reads in a mixture of experts; nothing for other models.
Number active(const Job& job) {
  if (!job.model || job.model->experts == 0) return {};
  return job.model.linear().active;
}

double parameters(const Job& job) {
  return job.model ? job.model->parameters : job.network->parameters();
}

// Relative increase of perplexity by the weight format; nothing if unmeasured or for networks.
Number perplexity_increase(const Job& job) {
  return job.model && job.format ? job.format->perplexity : std::nullopt;
}

Data json_of(const ModelFit& fit) {
  const auto& [estimate, longest] = fit;
  const Job& job = estimate.job;
  Data row = {{"model", id_of(job)},
              {"released", released(job) ? Data(iso(*released(job))) : Data()},
              {"parameters", parameters(job)}};
  if (const Number few = active(job)) row["active_parameters"] = *few;
  if (job.format) row["quant"] = job.format->id;
  if (const Number loss = perplexity_increase(job)) row["perplexity_increase"] = *loss;
  if (job.model) row["context"] = job.context;
  if (longest > 0) row["longest_context"] = longest;
  row["needed_gib"] = in_gib(estimate.need.total());
  for (const Speed& speed : estimate.speeds)
    row[std::string(speed.key())] = value_json(speed.estimate);
  return row;
}

std::string json(const ModelFits& fits, std::size_t shown) {
  Data out = {{"schema", "gpupick/fit/2"},
              {"task", name_of(fits.job.task)},
              {"models", Data::list()},
              {"left_out", fits.short_context}};
  for (std::size_t i = 0; i < shown; ++i) out["models"].push_back(json_of(fits.rows[i]));
  return to_json(out);
}

// "30.5 B (3.3 active)".
std::string size_text(const Job& job) {
  std::string out = rounded(parameters(job) / 1e9) + " B";
  if (const Number few = active(job)) out += fmt::format(" ({} active)", rounded(*few / 1e9));
  return out;
}

std::string format_text(const Job& job) {
  if (!job.format) return std::string(name_of(job.precision));
  std::string out(job.format->id);
  if (const Number loss = perplexity_increase(job)) out += fmt::format(" (+{:.1f} %)", 100 * *loss);
  return out;
}

// CSV keeps the rate; tables may show its inverse.
ShownRate rate_of(const Speed& speed, const ModelFits& fits, bool csv) {
  if (csv) return {speed.estimate, speed.unit};
  const auto& first = fits.rows.front().estimate.speeds;
  return shown_rate(speed.estimate, speed.unit,
                    first.empty() ? speed.estimate : first.front().estimate);
}

Table table_of(const ModelFits& fits, std::size_t shown, bool csv) {
  const bool answers = is_inference(fits.job.task);
  const std::string unit(fits.rows.empty() || fits.rows.front().estimate.speeds.empty()
                             ? "speed"
                             : rate_of(fits.rows.front().estimate.speeds.front(), fits, csv).unit);
  Table table{{{"model"},
               {"released", Align::left, 2},
               {csv ? "quant" : "format", Align::left, 3},
               {"parameters", Align::right, 4},
               {csv ? "longest_context" : "context up to", Align::right, answers ? 5 : 9},
               {csv ? "needed_gib" : "memory", Align::right, 1},
               {unit, Align::right}},
              {}};
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [estimate, longest] = fits.rows[i];
    const Job& job = estimate.job;
    const Day day = released(job);
    const double needed = in_gib(estimate.need.total());
    const Speed* speed = estimate.speeds.empty() ? nullptr : &estimate.speeds.front();
    table.rows.push_back(
        {std::string(csv ? id_of(job) : label_of(job)),
         !day  ? ""
         : csv ? iso(*day)
               : month_of(*day),
         csv ? std::string(job.format ? job.format->id : name_of(job.precision)) : format_text(job),
         csv ? plain(parameters(job)) : size_text(job),
         longest > 0 ? (csv ? plain(longest) : exact(longest)) : "",
         csv ? plain(needed) : rounded(needed) + " GiB",
         !speed ? (csv ? "" : "-")
         : csv  ? plain(speed->estimate.value)
                : to_text(rate_of(*speed, fits, csv).estimate)});
  }
  if (!answers) {
    table.columns.erase(table.columns.begin() + 4);
    for (auto& row : table.rows) row.erase(row.begin() + 4);
  }
  return table;
}

}  // namespace

std::string render(const ModelFits& fits, std::optional<std::size_t> top, const Page& page) {
  const bool prose = page.format == Format::text || page.format == Format::markdown;
  const std::size_t all = fits.rows.size();
  const std::size_t shown = std::min(top.value_or(prose ? most_in_prose : all), all);
  if (page.format == Format::json) return json(fits, shown);
  if (page.format == Format::csv) return to_page(table_of(fits, shown, true), page);
  std::string out;
  if (all > 0) out += to_page(table_of(fits, shown, false), page) + "\n";
  std::vector<std::string> notes;
  if (all == 0) notes.emplace_back("No model of the catalog fits");
  if (shown < all) notes.push_back(fmt::format("{} more fit (`--top {}`)", all - shown, all));
  if (fits.short_context > 0)
    notes.push_back(fmt::format("Left out: {} with a context below {} tokens",
                                counted(fits.short_context, "model"), exact(fits.job.context)));
  const bool losses = std::any_of(
      fits.rows.begin(), fits.rows.begin() + static_cast<long>(shown),
      [](const ModelFit& fit) { return perplexity_increase(fit.estimate.job).has_value(); });
  if (losses)
    notes.emplace_back(
        "After a format: its perplexity increase over 16 bit, measured on Llama 3 8B");
  return notes.empty() ? out : out + paragraph(page, join(notes, ". ") + ".");
}

}  // namespace gpupick
