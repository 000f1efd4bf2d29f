// The answer of `estimate`: whether a job fits and how fast it runs; the formulas on request.
#include "answer/estimate.hpp"

#include <cmath>

#include "answer/answers.hpp"
#include "answer/basis.hpp"
#include "answer/estimate_words.hpp"
#include "answer/job.hpp"

namespace gpupick {
namespace {

std::string cards_text(const JobEstimate& estimate) {
  if (estimate.box.empty()) return times(estimate.count, short_name(*estimate.gpu));
  std::vector<std::string> kinds;
  for (const CardGroup& group : estimate.box) kinds.push_back(short_name(group));
  return enumerate(kinds, "and");
}

// Builds the lines of an answer.
class Lines {
 public:
  Lines(const JobEstimate& estimate, const EstimateView& view, Answer& out)
      : estimate_(estimate), view_(view), out_(out) {}

  void add(const char* label, std::vector<std::string> phrases) {
    out_.add(Line{.label = label, .phrases = std::move(phrases)});
  }

  void add_basis(const std::string& label, const std::string& text) {
    if (view_.explain)
      out_.add(Line{.label = std::string(no_label), .phrases = {label + "= " + text}});
  }

  void add_speeds() {
    const Task task = estimate_.job.task;
    Line line;
    std::vector<const Speed*> shown;
    const auto finish = [&] {
      if (shown.empty()) return;
      out_.add(std::move(line));
      for (const Speed* speed : shown)
        add_basis(speed == shown.front() ? "" : fmt::format("{} ", speed->label),
                  speed_basis_text(estimate_, *speed));
      line = {};
      shown.clear();
    };
    for (const Speed& speed : estimate_.speeds) {
      const bool latency =
          speed.output == Output::image_latency || speed.output == Output::clip_latency;
      if (latency && std::get<Pass>(estimate_.basis).units == 1) continue;
      const std::string_view label = line_of(speed.output, task);
      if (label != line.label) finish();
      line.label = label;
      line.phrases.push_back(speed_phrase(estimate_, speed, view_.explain));
      if (&speed == &estimate_.speeds.front() && estimate_.bound)
        line.phrases.back() += ", " + limit_text(*estimate_.bound);
      shown.push_back(&speed);
    }
    finish();
  }

  // A chat that does not fit, with a part of its weights in the computer's memory.
  void add_offload(const Offload& offload) {
    const double stored = in_gib(offload.stored);
    const std::string speed = to_text(offload.decode, "tokens/s");
    if (!view_.host.holds(stored))
      add("Computer",
          {fmt::format("with {} GiB of RAM it would write {}; with {} GiB not at all (`--ram`)",
                       exact(std::ceil(view_.host.computer_gib(stored))), speed,
                       exact(view_.host.ram_gib))});
    else
      add("Writes",
          {fmt::format(
              "{} with {} GiB in the computer's memory ({} GB/s), {:.0f} % of "
              "the weights on the card{}",
              speed, rounded(stored), rounded(offload.host_gb_s), 100 * offload.resident,
              estimate_.job.draft > 0 || estimate_.job.drafter ? "; no draft tokens" : "")});
    add_basis("", basis_text(offload));
    if (!offload.prompt) return;
    const auto slot = slot_rate(*estimate_.gpu, estimate_.job.slot_gb_s);
    const Estimate first = offload.prompt->first_token();
    add("Reads",
        {to_text(offload.prompt->prefill, "tokens/s") +
             (slot ? fmt::format(" over {} GB/s of PCIe", rounded(slot->value / 1e9)) : ""),
         fmt::format("first token after {} s", value_text(first)),
         fmt::format("whole reply in {} s", value_text(*offload.reply(estimate_.job.generate)))});
    add_basis("", basis_text(*offload.prompt));
  }

  // A chat that runs partly in the computer's memory after a change.
  void add_host_change() {
    const auto& [change, offload] = *estimate_.host_change;
    add("Runs",
        {fmt::format("with {}: {} with {} GiB in the computer's memory", change_text(change, "`"),
                     to_text(offload.decode, "tokens/s"), rounded(in_gib(offload.stored)))});
  }

  // "at lower precision (3 bit): 21 tokens/s (15-28)"; names the users if as many are served as
  // fit, and the RAM if the computer holds a part.
  void add_other_way(const char* label) {
    const WorkResult& way = view_.way;
    const Number resident = denoiser_on_card(way);
    const double users = serves_several(way.estimate->job) ? way.estimate->job.batch : 0;
    add(label,
        {fmt::format(
            "{}: {}{}{}{}", words_of(way.how(), way.fallback), rate_text(way.speed, way.unit),
            users > 0 ? " for " + counted(static_cast<std::size_t>(users), "user") : "",
            way.host_gib > 0 ? fmt::format(", with {} GiB of RAM", rounded(way.host_gib)) : "",
            resident ? fmt::format(", {:.0f} % of the denoiser on the card", 100 * *resident)
                     : "")});
    if (resident) add_basis("", speed_basis_text(*way.estimate, way.estimate->speeds.front()));
  }

  // An image job that would run if the computer had the memory for its weights.
  void add_ram_needed() {
    const JobEstimate& last = *view_.way.estimate;
    const double needed = in_gib(host_need(last.job));
    if (!last.fits || last.speeds.empty() || view_.host.holds(needed)) return;
    const Speed& speed = last.speeds.front();
    add("Computer",
        {fmt::format("with {} GiB of RAM: {}; with {} GiB not at all (`--ram`)",
                     exact(std::ceil(view_.host.computer_gib(needed))),
                     rate_text(speed.estimate, speed.unit), exact(view_.host.ram_gib))});
  }

  // Names what makes the job fit.
  void add_ways_in() {
    std::vector<std::string> ways;
    const double waits = in_gib(host_need(estimate_.job));
    if (estimate_.usable && estimate_.need.total() <= *estimate_.usable && !view_.host.holds(waits))
      ways.push_back(
          fmt::format("with `--ram {}`", exact(std::ceil(view_.host.computer_gib(waits)))));
    if (!estimate_.change.empty()) ways.push_back("with " + change_text(estimate_.change, "`"));
    for (const Ranked& card : view_.fitting)
      ways.push_back(fmt::format("on {}, {} USD, {}", short_name(card), rounded(card.price->usd),
                                 short_speed(card.work.front())));
    add("Fits", std::move(ways));
  }

  void add_memory() {
    const double usable = estimate_.usable ? in_gib(*estimate_.usable) : 0;
    Line line{.label = "Memory", .separator = ", "};
    const auto add_part = [&](std::string_view name, double gib) {
      line.phrases.push_back(fmt::format("{} {}", name, rounded(gib)));
      if (estimate_.fits && !estimate_.obstacle()) line.bar.push_back(gib / usable);
    };
    for (const MemoryPart& part : estimate_.need.parts)
      if (part.bytes.value > 0) add_part(words_of(part.part), in_gib(part.bytes));
    if (estimate_.fits && !estimate_.obstacle())
      add_part("free", usable - in_gib(estimate_.need.total()));
    line.phrases.back() += " GiB";
    out_.add(std::move(line));
  }

  void add_work(const OpenWork& work) {
    const double operations = work.work.total().value;
    const double exponent = std::floor(std::log10(operations));
    std::vector<std::string> said = {fmt::format(
        "{} x 10^{} operations", rounded(operations / std::pow(10, exponent)), exponent)};
    if (work.days)
      said.push_back(
          fmt::format("{} on one card if memory were no limit", to_text(*work.days, "days")));
    add("Work", std::move(said));
    add_basis("", basis_text(work.work));
    if (work.days) add_basis("Days ", days_basis_text(work));
  }

  void add_remarks() {
    if (estimate_.cache_spread)
      add("Rough", {fmt::format("only the size is known; the KV cache of a real model may be {} to "
                                "{} times as large",
                                rounded(estimate_.cache_spread->first),
                                rounded(estimate_.cache_spread->second))});
    const JobEstimate& timed = timed_by(estimate_, view_.way);
    if (timed.unmeasured != UnmeasuredCause::none) add("Rough", {unmeasured_text(timed)});
    if (estimate_.missing && estimate_.missing.cause != MissingCause::heads)
      add("No speed",
          {(estimate_.speeds.empty() ? "" : "of prompts: ") + to_text(estimate_.missing)});
    for (const Note& note : estimate_.notes)
      if (&note != estimate_.obstacle()) add("Note", {note_text(note)});
  }

  void add_assumptions() {
    out_.add_break();
    out_.add(assumed_line(estimate_.job, view_.explain));
    std::vector<std::string> last;
    const bool ranges =
        !estimate_.speeds.empty() || estimate_.offload || (estimate_.work && estimate_.work->days);
    if (ranges) last.emplace_back("Ranges in parentheses hold 4 in 5 measured cards.");
    if (!view_.explain) last.emplace_back("All assumptions and formulas: `--explain`");
    out_.add(Line{.phrases = std::move(last), .separator = " ", .tone = Tone::dim});
  }

 private:
  const JobEstimate& estimate_;
  const EstimateView& view_;
  Answer& out_;
};

// Adds the speeds, what would make the job fit, and what is remarkable.
void add_answer(const JobEstimate& estimate, const EstimateView& view, Answer& out) {
  Lines lines(estimate, view, out);
  const bool runs_as_asked = estimate.runs_as_asked();
  if (!runs_as_asked && view.way.runs() && !estimate.offload) lines.add_other_way("Runs");
  if (!estimate.fits && !view.way.runs() && view.way.estimate) lines.add_ram_needed();
  lines.add_speeds();
  if (runs_as_asked && view.way.fallback) lines.add_other_way("Or");
  if (estimate.offload) lines.add_offload(*estimate.offload);
  if (estimate.host_change) lines.add_host_change();
  lines.add_ways_in();
  lines.add_memory();
  if (const std::string split = split_text(estimate); !split.empty() && !estimate.obstacle())
    lines.add("Cards", {split});
  if (estimate.work) lines.add_work(*estimate.work);
  lines.add_remarks();
}

Line fit_line(const JobEstimate& estimate, const EstimateView& view) {
  return {.head = fmt::format("{} on {}", work_text(estimate.job), cards_text(estimate)),
          .phrases = {fit_text(estimate, view.way)},
          .tone = Tone::strong};
}

// Returns the page: the estimate, then the formulas with their numbers.
Answer report(const JobEstimate& estimate, const EstimateView& view) {
  Answer out{.schema = estimate_schema};
  out.data = [&estimate, &view] { return estimate_data(estimate, view.way); };
  out.add(fit_line(estimate, view));
  EstimateView shown = view;
  shown.explain = false;
  add_answer(estimate, shown, out);
  out.add(Section{"Memory of the job"});
  out.add(Plot(memory_plot({&estimate})));
  out.add(Section{"How sure"});
  out.add(assumed_text(estimate.job));
  out.add(Section{.title = "The formulas with their numbers", .folded = true});
  shown.explain = true;
  add_answer(estimate, shown, out);
  return out;
}

}  // namespace

Answer answer(const JobEstimate& estimate, const EstimateView& view) {
  Answer out{.schema = estimate_schema, .one_screen = !view.explain};
  out.data = [&estimate, &view] { return estimate_data(estimate, view.way); };
  out.report = [&estimate, &view] { return report(estimate, view); };
  out.csv = [&estimate, &view] { return estimate_table(estimate, view.way); };
  out.add(fit_line(estimate, view));
  out.add_break();
  add_answer(estimate, view, out);
  Lines(estimate, view, out).add_assumptions();
  return out;
}

}  // namespace gpupick
