// Estimates a job, and how many of the cards work on it. The speeds are in speeds.cpp, the values
// that a job leaves open in resolve.cpp, the changes that make it fit in change.cpp, and running
// partly in host memory in offload.cpp.
#include "estimate/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "base/search.hpp"
#include "estimate/estimate_parts.hpp"

namespace gpupick {
namespace {

// Widens the intervals of a model of which only the size is known. They then cover all models of
// that size.
void widen_by_size(const Job& job, const Calibration& calibration, JobEstimate& out) {
  if (!job.model || !job.model->by_size) return;
  if (const Interval* cache = calibration.interval_for({.work = "size-cache"}))
    out.cache_spread = {cache->low, cache->high};
  const Interval* spread = calibration.interval_for({.work = "size-speed"});
  if (!spread) return;
  for (Speed& speed : out.speeds) widen(speed.estimate, *spread, row_of(speed.output).duration);
  if (out.work && out.work->days) widen(*out.work->days, *spread, true);
}

// Adds the work of training on all tokens, and the days that one card would take for it.
void add_work(const Gpu& gpu, Job job, const Calibration& calibration, JobEstimate& out) {
  if (!trains_language(job.task) || job.tokens == 0) return;
  out.work = OpenWork{training_work(job), {}, {}};
  job.zero = 0;
  out.work->pass = training_pass(gpu, job, devices_of(gpu), calibration);
  if (const auto& pass = out.work->pass)
    out.work->days = days_of(job, with_interval(pass->speed(), pass->interval, calibration));
}

// Adds how a chat that does not fit runs partly in host memory, or the change after which it does.
void add_offload(const Choices& choices, const Calibration& calibration, JobEstimate& out) {
  out.offload = offloaded(out, calibration, choices.host);
  const bool runs = out.offload && choices.host.holds(in_gib(out.offload->stored));
  const bool fits = !out.change.empty() && out.change.front().flag != cards_flag;
  if (!runs && !fits && choices.catalog)
    out.host_change = smallest_host_change(*out.gpu, out.count, out.job, calibration, choices);
}

// Estimates the job with all cards on one copy of the model, which is one of `copies` copies.
JobEstimate on_one_copy(const Gpu& gpu, double count, double copies, const Job& asked,
                        const Calibration& calibration, const Choices& choices) {
  JobEstimate out;
  out.gpu = &gpu;
  out.count = count;
  out.copies = copies;
  out.devices = count * devices_of(gpu);
  out.in_turns = asked.engine && asked.engine->pipeline_parallel;
  out.job = asked;
  resolve_for(gpu, out.devices, calibration, out.job);
  const Job& job = out.job;
  JobMemory memory = memory_of(job, out.devices, calibration);
  const std::optional<Bytes> usable = usable_memory(gpu, job, calibration);
  if (usable) {
    out.usable = *usable * out.devices;
    const bool fits = memory.fits(*out.usable);
    out.fits = fits && choices.host.holds(in_gib(host_need(job)));
    if (!fits && choices.catalog && memory.unknown == MissingCause::none) {
      Job open = job;
      open.zero = asked.zero;
      open.accumulate = asked.accumulate;
      out.change = smallest_change(gpu, count, open, calibration, *usable, choices);
    }
  }
  out.missing = {memory.unknown};
  out.need = std::move(memory.need);
  if (out.fits) {
    add_speeds(gpu, job, calibration, choices.full_context, out);
    add_target_notes(out);
  } else {
    add_work(gpu, job, calibration, out);
  }
  if (!out.fits && choices.host.memory_gb_s > 0 && job.task == Task::chat)
    add_offload(choices, calibration, out);
  widen_by_size(job, calibration, out);
  return out;
}

// Scales the estimate of one copy of the model to all its copies, for `users` together; 0: for as
// many on each copy as now.
void multiply(JobEstimate& estimate, double users) {
  const double copies = estimate.copies;
  if (copies < 2) return;
  const double times = users > 0 ? users / estimate.job.batch : copies;
  estimate.count *= copies;
  estimate.job.batch *= times;
  estimate.usable = *estimate.usable * copies;
  for (MemoryPart& part : estimate.need.parts) part.bytes = part.bytes * copies;
  for (Speed& speed : estimate.speeds)
    if (speed.output == Output::serve) speed.estimate = speed.estimate * times;
}

// Returns the main speed, or 0 if none is known.
double first_speed(const JobEstimate& estimate) {
  return estimate.speeds.empty() ? 0 : estimate.speeds.front().estimate.value;
}

// True if one is the better way to do the job: it meets the targets of the users, or it is faster.
bool is_better(const JobEstimate& one, const JobEstimate& other) {
  const auto meets = [](const JobEstimate& way) {
    return !way.speeds.empty() && !way.missed_target();
  };
  return meets(one) == meets(other) ? first_speed(one) > first_speed(other) : meets(one);
}

// True if `cards` may be faster than more cards. With tensor parallelism, they must share the heads
// evenly. Otherwise fewer cards may be faster only within one computer, where they take turns or
// exchange gradients; beyond that, more cards never hurt.
bool worth_trying(const Gpu& gpu, double cards, const Job& job, const Calibration& calibration) {
  const bool shares = is_inference(job.task) && !job.engine->pipeline_parallel;
  return shares ? heads_come_out_even(job, *job.engine, cards * devices_of(gpu))
                : cards <= calibration.only<TrainingConstants>().devices_per_node;
}

}  // namespace

ShownRate shown_rate(const Estimate& rate, std::string_view unit, const Estimate& like) {
  constexpr double hour = 3600, most_seconds = 9999;
  if (unit == "s" && like.value > most_seconds) return {rate / hour, "h"};
  if (unit == "days" && like.value * 24 < 1) return {rate * (24 * 60), "min"};
  if (unit == "days" && like.value < 1) return {rate * 24, "h"};
  const bool images = unit == "images/s";
  if ((!images && unit != "clips/s") || like.value >= 1) return {rate, unit};
  if (like.value * most_seconds < 1)
    return {duration(1 / hour, rate), images ? "h/image" : "h/clip"};
  return {duration(1, rate), images ? "s/image" : "s/clip"};
}

const Estimate* JobEstimate::find(Output output) const {
  for (const Speed& speed : speeds)
    if (speed.output == output) return &speed.estimate;
  return nullptr;
}

const Note* JobEstimate::missed_target() const {
  const auto found = std::ranges::find_if(notes, [](const Note& note) {
    return note.kind == NoteKind::too_slow || note.kind == NoteKind::too_slow_for_all ||
           note.kind == NoteKind::too_late || note.kind == NoteKind::too_late_for_all;
  });
  return found == notes.end() ? nullptr : &*found;
}

const Note* JobEstimate::obstacle() const {
  const auto found = std::ranges::find_if(notes, [](const Note& note) {
    return note.kind == NoteKind::software_ended || note.kind == NoteKind::no_bf16 ||
           is_of_format(note.kind);
  });
  return found == notes.end() ? nullptr : &*found;
}

void JobEstimate::block(const Note& obstacle) {
  notes.push_back(obstacle);
  missing = {};
  unmeasured = UnmeasuredCause::none;
  speeds.clear();
  basis = std::monostate();
  bound.reset();
  change.clear();
  offload.reset();
  host_change.reset();
  work.reset();
}

double sharing(const Gpu& gpu, double cards, const Job& job) {
  if (!is_inference(job.task)) return cards;
  const Engine& engine = *job.engine;
  while (cards > 1 && !heads_come_out_even(job, engine, devices_of(gpu) * cards)) --cards;
  return cards;
}

double longest_context(const Gpu& gpu, double count, const Job& job,
                       const Calibration& calibration) {
  const double step = calibration.only<SearchBounds>().token_step;
  const Engine& engine = *job.engine;
  const std::optional<Bytes> usable = usable_memory(gpu, engine, job.usable);
  if (!usable) return 0;
  const double devices = sharing(gpu, count, job) * devices_of(gpu);
  const StartMemory* start = start_on(gpu, job, calibration);
  const auto fits = [&](double context) {
    Job other = job;
    other.start = start;
    other.batch = std::max(1.0, job.batch);
    other.context = context;
    return memory_need(other, devices, engine).total() <= *usable * devices;
  };
  if (fits(job.model->context)) return job.model->context;
  return step * last_that(0, std::ceil(job.model->context / step),
                          [&](double steps) { return fits(steps * step); });
}

JobEstimate as_if_it_fitted(const Gpu& gpu, const Job& job, double devices,
                            const Calibration& calibration) {
  JobEstimate out;
  out.gpu = &gpu;
  out.count = devices / devices_of(gpu);
  out.devices = devices;
  out.job = job;
  resolve_draft(gpu, devices, calibration, out.job);
  add_speeds(gpu, out.job, calibration, true, out);
  widen_by_size(job, calibration, out);
  return out;
}

JobEstimate estimate(const Gpu& gpu, double count, const Job& asked, const Calibration& calibration,
                     const Choices& choices) {
  JobEstimate out = on_one_copy(gpu, count, 1, asked, calibration, choices);
  const bool inference = is_inference(asked.task);
  // Many users are often served best by a copy of the model on every few cards. With pipeline
  // parallelism, the other cards of one copy add memory, not speed. Jobs for images and
  // vectors run on each card separately.
  const bool copies = inference && asked.batch != 1;
  const bool each = !inference && !is_training(asked.task);
  if (each || (inference && !copies && asked.engine->pipeline_parallel)) return out;
  for (int cards = static_cast<int>(count) - 1; cards >= 1; --cards) {
    if (!worth_trying(gpu, cards, asked, calibration)) continue;
    double groups = copies ? std::floor(count / cards) : 1;
    Job own = asked;  // of one copy
    if (copies && asked.batch > 0) {
      groups = std::min(groups, asked.batch);
      own.batch = std::ceil(asked.batch / groups);
    }
    JobEstimate fewer = on_one_copy(gpu, cards, groups, own, calibration, {});
    if (fewer.speeds.empty()) continue;
    multiply(fewer, asked.batch);
    if (!is_better(fewer, out)) continue;
    fewer.idle = count - fewer.count;
    fewer.count = count;
    out = std::move(fewer);
  }
  return out;
}

bool is_readable(const JobEstimate& estimate, const Calibration& calibration) {
  if (estimate.job.batch <= 1 || estimate.job.each > 0) return true;
  const Estimate* each = estimate.find(Output::decode);
  return !each || each->value >= calibration.only<SearchBounds>().least_each;
}

}  // namespace gpupick
