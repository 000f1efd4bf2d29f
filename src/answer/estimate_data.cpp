// An estimate as programs read it: JSON, a row of CSV, a line of `--rows`.
#include "answer/answers.hpp"
#include "answer/estimate.hpp"
#include "answer/estimate_words.hpp"
#include "answer/job.hpp"
#include "answer/limits.hpp"

namespace gpupick {
namespace {

Data memory_data(const JobEstimate& estimate) {
  Data out = {{"needed_gib", in_gib(estimate.need.total())}};
  if (estimate.usable) out["usable_gib"] = in_gib(*estimate.usable);
  Data parts = Data::object();
  for (const MemoryPart& part : estimate.need.parts) parts[name_of(part.part)] = in_gib(part.bytes);
  out["parts"] = std::move(parts);
  return out;
}

// Nothing if no part of the job is in the computer's memory.
std::optional<Data> offload_data(const JobEstimate& estimate, const WorkResult& way) {
  if (const Number resident = denoiser_on_card(way))
    return Data{{"resident_share", *resident}, {"swapped_gib", in_gib(way.estimate->job.swapped)}};
  if (!estimate.offload) return {};
  const Offload& offload = *estimate.offload;
  Data out = {{"resident_share", offload.resident},
              {"host_gb_s", offload.host_gb_s},
              {"decode_tok_s", value_data(offload.decode)}};
  if (!offload.prompt) return out;
  out["prefill_tok_s"] = value_data(offload.prompt->prefill);
  out["ttft_s"] = value_data(offload.prompt->first_token());
  out["reply_s"] = value_data(*offload.reply(estimate.job.generate));
  return out;
}

// The cards by id and number; several kinds are one id, as in "rtx-3090+rtx-4090".
Data box_data(const JobEstimate& estimate) {
  std::vector<std::string> ids;
  for (const CardGroup& cards : estimate.box) ids.push_back(id_of(cards));
  if (ids.empty()) return cards_data(*estimate.gpu, estimate.count);
  return {{"id", join(ids, "+")}, {"count", estimate.count}};
}

// Devices that can't share the heads do not run the job, even where memory does.
bool fits_as_asked(const JobEstimate& estimate) {
  return estimate.runs_as_asked() && estimate.missing.cause != MissingCause::heads;
}

// The speeds are those of the job as asked, even if fewer bits would serve more users.
Runs runs_of(const WorkResult& way) {
  return way.as_asked && way.fallback ? Runs::as_asked : way.how();
}

// The speed of a job that runs, but not as asked.
std::optional<Estimate> other_speed(const JobEstimate& estimate, const WorkResult& way) {
  return !estimate.runs_as_asked() && way.runs() ? std::optional(way.speed) : std::nullopt;
}

}  // namespace

std::string change_text(const Change& change, std::string_view mark) {
  const bool more_cards = !change.empty() && change.front().flag == cards_flag;
  const std::string flags = to_flags(Change(change.begin() + (more_cards ? 1 : 0), change.end()));
  std::string marked = flags.empty() ? "" : fmt::format("{0}{1}{0}", mark, flags);
  if (!more_cards) return marked;
  return fmt::format("{:.0f} cards{}{}", std::get<double>(change.front().value),
                     flags.empty() ? "" : " and ", marked);
}

Number denoiser_on_card(const WorkResult& way) {
  if (!way.runs() || !way.estimate || way.estimate->job.swapped.value == 0) return {};
  const Job& job = way.estimate->job;
  return 1 - job.swapped / denoiser_weights(job);
}

const JobEstimate& timed_by(const JobEstimate& estimate, const WorkResult& way) {
  return denoiser_on_card(way) ? *way.estimate : estimate;
}

Table estimate_table(const JobEstimate& estimate, const WorkResult& way) {
  const Data box = box_data(estimate);
  const std::optional<Estimate> other = other_speed(estimate, way);
  std::array<std::string, 3> speed;
  if (other) speed = csv_cells(*other);
  Table table{
      {{"id"},
       {"count"},
       {"task"},
       {"model"},
       {"fits"},
       {"runs"},
       {"speed"},
       {"unit"},
       {"needed_gib"},
       {"usable_gib"}},
      {{csv_cell(*box.find("id")), plain(estimate.count), std::string(name_of(estimate.job.task)),
        std::string(estimate.job.model ? estimate.job.model->id : estimate.job.network->id),
        fits_as_asked(estimate) ? "true" : "false", std::string(name_of(runs_of(way))),
        speed.front(), other ? std::string(way.unit) : "", plain(in_gib(estimate.need.total())),
        estimate.usable ? plain(in_gib(*estimate.usable)) : ""}}};
  for (const OutputRow& row : outputs_of(estimate.job.task)) {
    for (const char* end : {"", "_low", "_high"})
      table.columns.push_back({fmt::format("{}{}", row.key, end)});
    const Estimate* found = estimate.find(row.output);
    std::array<std::string, 3> cells;
    if (found) cells = csv_cells(*found);
    for (std::string& cell : cells) table.rows[0].push_back(std::move(cell));
  }
  std::vector<std::string> notes;
  for (const Note& note : estimate.notes) notes.push_back(note_text(note));
  table.columns.push_back({"notes"});
  table.rows[0].push_back(join(notes, "; "));
  return table;
}

Data estimate_data(const JobEstimate& estimate, const WorkResult& way) {
  Data out = box_data(estimate);
  if (is_inference(estimate.job.task))
    out["runtime"] = estimate.job.engine ? Data(estimate.job.engine->id) : Data();
  out["fits"] = fits_as_asked(estimate);
  out["runs"] = name_of(runs_of(way));
  if (const std::optional<Estimate> speed = other_speed(estimate, way)) {
    out["speed"] = value_data(*speed);
    out["unit"] = way.unit;
    if (way.host_gib > 0) out["ram_gib"] = way.host_gib;
  }
  out["memory"] = memory_data(estimate);
  for (const auto& [gpu, count] : estimate.box) out["cards"].push_back(cards_data(*gpu, count));
  if (estimate.copies > 1) out["copies"] = estimate.copies;
  if (estimate.idle > 0) out["idle"] = estimate.idle;
  if (estimate.at_once() > 1) out["at_once"] = estimate.at_once();
  for (const Speed& speed : estimate.speeds) out[speed.key()] = value_data(speed.estimate);
  if (estimate.bound) out["bound"] = name_of(*estimate.bound);
  if (!estimate.change.empty()) out["change"] = change_text(estimate.change, "");
  if (estimate.host_change) out["host_change"] = change_text(estimate.host_change->first, "");
  if (estimate.cache_spread)
    out["cache_spread"] = Data::list({estimate.cache_spread->first, estimate.cache_spread->second});
  if (const auto offload = offload_data(estimate, way)) out["offload"] = *offload;
  if (estimate.work) out["work"] = {{"operations", estimate.work->work.total().value}};
  if (estimate.work && estimate.work->days) out["work"]["days"] = value_data(*estimate.work->days);
  if (estimate.missing) out["missing"] = to_text(estimate.missing);
  const JobEstimate& timed = timed_by(estimate, way);
  if (timed.unmeasured != UnmeasuredCause::none) out["unmeasured"] = unmeasured_text(timed);
  for (const Note& note : estimate.notes) out["notes"].push_back(note_text(note));
  out["assumed"] = assumed_data(estimate.job);
  return out;
}

Data row_of_answers(const JobEstimate& estimate, const WorkResult& way) {
  Data out = {{"schema", fmt::format("gpupick/{}", estimate_schema)}};
  out.add(estimate_data(estimate, way));
  return out;
}

Data row_of_errors(std::size_t line, const std::string& message) {
  return {{"schema", "gpupick/row-error/1"}, {"line", line}, {"error", message}};
}

}  // namespace gpupick
