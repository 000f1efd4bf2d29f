// Which law answers which part of a job. The laws are in memory.cpp, memory_training.cpp,
// inference.cpp, training.cpp and image.cpp; what would make a job fit is looked for in
// change.cpp, and how it runs where nothing does in offload.cpp.
#include "advice/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "advice/estimate_parts.hpp"
#include "physics/image.hpp"
#include "physics/inference.hpp"
#include "physics/training.hpp"

namespace gpupick {
namespace {

// An amount of work at a speed that is known, in time.
Estimate duration(double amount, const Estimate& speed) {
  Estimate out{amount / speed.value, 0, 0, speed.evidence};
  if (speed.has_interval()) {
    out.low = amount / speed.high;
    out.high = amount / speed.low;
  }
  return out;
}

// The interval of a model of which only the size is known holds those of all models of that size
// too.
void widen_by_size(const Job& job, const Calibration& calibration, JobEstimate& out) {
  const bool by_size = job.model && job.model->by_size;
  const Interval* spread = by_size ? calibration.find_interval(IntervalName::size_speed) : nullptr;
  if (!spread) return;
  const auto widen = [&](Estimate& estimate, bool duration) {
    estimate.low *= duration ? 1 / spread->high : spread->low;
    estimate.high *= duration ? 1 / spread->low : spread->high;
  };
  for (Speed& speed : out.speeds) widen(speed.estimate, row_of(speed.output).duration);
  if (out.work && out.work->days) widen(*out.work->days, true);
}

// What of a model's kind no measurement under the engine has.
UnmeasuredCause unmeasured_kind(const Job& job) {
  if (job.model->mixer.layers > 0) return UnmeasuredCause::states;
  if (job.model->experts > 0 && job.engine->pipeline_parallel) return UnmeasuredCause::experts;
  return UnmeasuredCause::none;
}

// Formats that the engine does not read.
void add_format_notes(const Job& job, JobEstimate& out) {
  const Engine& engine = *job.engine;
  const Quantisation& quant = *job.quant;
  if (engine.gguf && !quant.gguf && quant.linear_bits < 16)
    out.notes.push_back({NoteKind::format_not_read, engine.id, quant.id});
  const CacheType& type = *job.cache_type;
  if (type.bytes < 2 && engine.gguf != type.gguf && (engine.gguf || !engine.score_bytes))
    out.notes.push_back({NoteKind::cache_not_had, engine.id, type.id, 0, engine.gguf});
}

// Of speeds under an engine: how far off it was depends on how many streams share it.
Accuracy accuracy_of(const Gpu& gpu, const Job& job, const EngineConstants& fitted, bool reading,
                     const Calibration& calibration) {
  using enum IntervalName;
  const bool seen = fitted.speed_class->cards > 0 && unmeasured_kind(job) == UnmeasuredCause::none;
  const auto named = [&](IntervalName one, IntervalName other) {
    return Accuracy{calibration.find_interval(seen ? one : other), seen};
  };
  if (fitted.engine->pipeline_parallel) {
    if (job.batch > 1) return {calibration.find_interval(batched_other_stack), false};
    return reading ? named(prefill, prefill_unseen) : named(decode, decode_unseen);
  }
  if (!fitted.stack->measured)
    return seen ? Accuracy{calibration.interval_of_stack(fitted.stack->id), true}
                : Accuracy{calibration.find_interval(batched_other_stack), false};
  const auto [own, other] = job.task == Task::serve ? std::pair(serving, serving_unseen)
                            : job.batch > 1         ? std::pair(batched, batched_unseen)
                                                    : std::pair(stream, stream_unseen);
  const Interval* measured = seen ? calibration.find_interval(own) : nullptr;
  if (measured && (!measured->segment || measured->segment == gpu.segment)) return {measured, true};
  return {calibration.find_interval(other), false};
}

// The next number of devices that share the heads evenly, where there is one.
std::optional<double> next_that_share(const Job& job, const JobEstimate& estimate) {
  const double heads = job.model->heads, step = estimate.devices / estimate.count;
  double devices = estimate.devices;
  while (devices <= heads && std::fmod(heads, devices) != 0) devices += step;
  return devices <= heads ? std::optional(devices) : std::nullopt;
}

// Why the interval is that of what was left out of the fit.
UnmeasuredCause unmeasured_cause(const Job& job, const Calibration& calibration,
                                 const Accuracy& accuracy, double devices) {
  if (accuracy.measured) return UnmeasuredCause::none;
  if (is_inference(job.task)) {
    if (const UnmeasuredCause kind = unmeasured_kind(job); kind != UnmeasuredCause::none)
      return kind;
    return job.engine->pipeline_parallel && job.batch > 1 ? UnmeasuredCause::streams_under_engine
                                                          : UnmeasuredCause::card_under_engine;
  }
  if (job.task == Task::image && !calibration.interval_of_network(job.network->id))
    return UnmeasuredCause::network;
  return is_training(job.task) && devices > 1 ? UnmeasuredCause::several_devices
                                              : UnmeasuredCause::card;
}

// What keeps an answer from being computed on the card.
Missing why_no_answer(const Gpu& gpu, const EngineConstants& fitted) {
  return {!per_device(gpu, gpu.bandwidth_gb_s)      ? MissingCause::bandwidth
          : !matrix_rate(gpu, *fitted.stack, false) ? MissingCause::matrix_rate
                                                    : MissingCause::link};
}

// The speeds of answers, from the numbers behind them.
void add_answers(const Gpu& gpu, const Job& job, const Calibration& calibration,
                 const EngineConstants& fitted, const Inference& numbers, JobEstimate& out) {
  Job first = job;
  first.batch = 1;
  const Accuracy of_decode = accuracy_of(gpu, job, fitted, false, calibration);
  const Accuracy of_prefill = accuracy_of(gpu, first, fitted, true, calibration);
  out.unmeasured = unmeasured_cause(job, calibration, of_decode, out.devices);
  const bool unlike = unmeasured_kind(job) != UnmeasuredCause::none;
  const auto estimated = [&](double value, const Interval* interval) {
    Estimate one = with_interval(value, interval, calibration);
    if (unlike && one.has_interval()) one.evidence = Evidence::thin;
    return one;
  };
  const auto add = [&](Output output, std::string_view label, double value) {
    out.speeds.push_back({output, label, "tokens/s", estimated(value, of_decode.interval)});
  };
  const bool several = job.batch > 1;
  if (several || job.task == Task::serve) {
    const Seconds turn = numbers.prompts.total() + numbers.step.total() * job.generate;
    add(Output::serve, several ? "Together" : "Served", job.batch * job.generate / turn.value);
  }
  add(Output::decode, several ? "Each" : "Decode", 1 / numbers.step.total().value);
  if (numbers.full)
    add(Output::decode_full, "With the context full", 1 / numbers.full->total().value);
  const double tokens = numbers.prompt.tokens;
  const Estimate prefill = estimated(tokens / numbers.prompt.total().value, of_prefill.interval);
  out.speeds.push_back({Output::prefill, "Prefill", "tokens/s", prefill});
  out.speeds.push_back({Output::first_token, "First token", "s", duration(tokens, prefill)});
}

void add_inference(const Gpu& gpu, const Job& job, const Calibration& calibration,
                   const EngineConstants& fitted, JobEstimate& out) {
  const auto step = decode_step(gpu, job, out.devices, fitted);
  const auto prompts = prefill(gpu, job, out.devices, fitted);
  Job first = job;
  first.batch = 1;
  const auto prompt = job.batch == 1 ? prompts : prefill(gpu, first, out.devices, fitted);
  if (!step || !prompts || !prompt) {
    out.missing = why_no_answer(gpu, fitted);
    return;
  }
  if (!heads_come_out_even(job, *fitted.engine, out.devices)) {
    out.missing = {MissingCause::heads, "",          "",
                   job.model->heads,    out.devices, next_that_share(job, out)};
    return;
  }
  Inference numbers{*step, {}, *prompts, *prompt};
  if (job.task == Task::chat && job.context > job.prompt + job.generate) {
    Job full = job;
    full.prompt = job.context - job.generate;
    numbers.full = decode_step(gpu, full, out.devices, fitted);
  }
  out.bound = step->bound();
  if (job.eager) out.notes.push_back({NoteKind::eager});
  if (!fitted.speed_class->note.empty())
    out.notes.push_back({NoteKind::of_class, "", fitted.speed_class->note});
  add_answers(gpu, job, calibration, fitted, numbers, out);
  out.basis = numbers;
}

std::string_view architecture_of(const Gpu& gpu) {
  return gpu.architecture ? std::string_view(*gpu.architecture) : std::string_view();
}

Missing why_no_pass(const Gpu& gpu, const Job& job, const Calibration& calibration) {
  if (job.task == Task::image) return {MissingCause::image_figures};
  if (job.task == Task::vision_train && !calibration.find_network_training(job.network->id))
    return {MissingCause::network_training, "", job.network->name};
  return {MissingCause::class_in_training, architecture_of(gpu)};
}

void add_pass(const std::optional<Pass>& pass, Output output, std::string_view label,
              std::string_view unit, const Calibration& calibration, JobEstimate& out) {
  if (!pass) {
    out.missing = why_no_pass(*out.gpu, out.job, calibration);
    return;
  }
  out.bound = pass->bound;
  out.unmeasured = unmeasured_cause(out.job, calibration, pass->accuracy, out.devices);
  out.speeds.push_back(
      {output, label, unit, with_interval(pass->speed(), pass->accuracy.interval, calibration)});
  out.basis = *pass;
}

// Of training on all tokens.
Estimate days_of(const Job& job, const Estimate& speed) {
  return duration(job.tokens / 86400, speed);
}

void add_training(const Gpu& gpu, const Job& job, const Calibration& calibration,
                  JobEstimate& out) {
  add_pass(training_pass(gpu, job, out.devices, calibration), Output::train_tokens, "Training",
           "tokens/s", calibration, out);
  if (job.eager) out.notes.push_back({NoteKind::eager});
  if (job.tokens > 0 && !out.speeds.empty())
    out.speeds.push_back(
        {Output::train_days, "Time", "days", days_of(job, out.speeds.front().estimate)});
}

void add_images(const Gpu& gpu, const Job& job, const Calibration& calibration, JobEstimate& out) {
  add_pass(image_pass(gpu, job, out.devices, calibration), Output::images, "Images", "images/s",
           calibration, out);
  if (!out.speeds.empty())
    out.speeds.push_back({Output::image_latency, "A batch", "s",
                          duration(job.batch * out.devices, out.speeds.front().estimate)});
}

// Nothing where no class or engine is known.
void add_speeds(const Gpu& gpu, const Job& job, const Calibration& calibration, JobEstimate& out) {
  switch (row_of(job.task).law) {
    case Law::images:
      return add_images(gpu, job, calibration, out);
    case Law::network_training:
      return add_pass(network_pass(gpu, job, out.devices, calibration), Output::train_samples,
                      "Training", job.network->kind == "sequence" ? "tokens/s" : "samples/s",
                      calibration, out);
    case Law::tuning:
    case Law::pretraining:
      return add_training(gpu, job, calibration, out);
    case Law::inference:
      break;
  }
  if (const auto fitted = constants_for(gpu, *job.engine, calibration))
    return add_inference(gpu, job, calibration, *fitted, out);
  out.missing = {MissingCause::class_under_engine, architecture_of(gpu), job.engine->id};
}

// Where nobody said how many: of users as many as fit, of training samples what the card's memory
// is usually filled with.
double usual_batch(const Gpu& gpu, const Job& job, const Calibration& calibration, double devices) {
  if (job.task != Task::vision_train)
    return std::min(only(calibration.serving).most_streams,
                    streams_that_fit(gpu, job, devices, *job.engine, job.context));
  const NetworkTraining* law = calibration.find_network_training(job.network->id);
  const Number memory = per_device(gpu, gpu.memory_gib);
  const std::optional<Bytes> usable = usable_memory(gpu, job, calibration);
  if (!law || !memory || !usable) return 1;
  const bool single = is_single(job);
  Job filled = job;
  filled.batch = std::floor((single ? law->batch_per_gib_32 : law->batch_per_gib) *
                            (*memory - (single ? law->gib_less_32 : law->gib_less)));
  while (filled.batch > 1 && !memory_of(filled, calibration, 1).fits(*usable))
    filled.batch = std::floor(filled.batch / 2);
  return std::max(1.0, filled.batch);
}

// What several devices shard where nobody said: as little as makes the job fit, else everything.
int least_sharding(const Gpu& gpu, Job job, const Calibration& calibration, double devices) {
  const Bytes usable = usable_memory(gpu, job, calibration).value_or(Bytes{}) * devices;
  for (int stage = 0; stage < 3; ++stage) {
    job.zero = stage;
    if (devices < 2 || memory_of(job, calibration, devices).fits(usable)) return stage;
  }
  return 3;
}

// The job with what it leaves open settled for so many devices.
Job settled(const Gpu& gpu, Job job, const Calibration& calibration, double devices) {
  if (job.batch == 0) job.batch = usual_batch(gpu, job, calibration, devices);
  if (job.task == Task::image && job.batch > 1 && !job.one_by_one)
    job.one_by_one = !memory_of(job, calibration, devices)
                          .fits(usable_memory(gpu, job, calibration).value_or(Bytes{}) * devices);
  if (!job.zero && trains_language(job.task))
    job.zero = least_sharding(gpu, job, calibration, devices);
  return job;
}

// The work of training on all tokens, and how long one card would take for it.
void add_work(const Gpu& gpu, Job job, const Calibration& calibration, JobEstimate& out) {
  if (!trains_language(job.task) || job.tokens == 0) return;
  out.work = OpenWork{training_work(job), {}, {}};
  job.zero = 0;
  out.work->pass = training_pass(gpu, job, gpu.devices.value_or(1), calibration);
  if (const auto& pass = out.work->pass)
    out.work->days =
        days_of(job, with_interval(pass->speed(), pass->accuracy.interval, calibration));
}

Missing missing_memory(Unknown unknown) {
  switch (unknown) {
    case Unknown::nothing:
      break;
    case Unknown::trained_states:
      return {MissingCause::trained_states};
    case Unknown::attention_width:
      return {MissingCause::attention_width};
    case Unknown::network_activations:
      return {MissingCause::network_activations};
  }
  return {};
}

// All cards work on one copy of the model.
JobEstimate on_one_copy(const Gpu& gpu, double count, const Job& asked,
                        const Calibration& calibration, const Choices& choices) {
  JobEstimate out;
  out.gpu = &gpu;
  out.count = count;
  out.devices = count * gpu.devices.value_or(1);
  out.in_turns = asked.engine && asked.engine->pipeline_parallel;
  out.job = settled(gpu, asked, calibration, out.devices);
  const Job& job = out.job;
  const JobMemory memory = memory_of(job, calibration, out.devices);
  out.need = memory.need;
  const std::optional<Bytes> usable = usable_memory(gpu, job, calibration);
  if (usable) {
    out.usable = *usable * out.devices;
    out.fits = memory.fits(*out.usable);
    Job open = job;
    open.zero = asked.zero;
    if (!out.fits && !choices.formats.empty() && memory.unknown == Unknown::nothing)
      out.change = smallest_change(gpu, count, open, calibration, *usable, choices);
  }
  out.missing = missing_memory(memory.unknown);
  if (is_inference(job.task)) add_format_notes(job, out);
  if (out.fits)
    add_speeds(gpu, job, calibration, out);
  else
    add_work(gpu, job, calibration, out);
  if (!out.fits && choices.host.memory_gb_s > 0 && job.task == Task::chat)
    out.offload = offloaded(out, calibration, choices.host);
  widen_by_size(job, calibration, out);
  if (job.model && job.model->by_size)
    if (const Interval* spread = calibration.find_interval(IntervalName::size_cache))
      out.cache_spread = {spread->low, spread->high};
  return out;
}

// The same on so many times the cards, each time with a copy of its own.
void multiply(JobEstimate& estimate, double copies) {
  if (copies < 2) return;
  estimate.count *= copies;
  estimate.copies = copies;
  estimate.job.batch *= copies;
  estimate.usable = *estimate.usable * copies;
  for (MemoryPart& part : estimate.need.parts) part.bytes = part.bytes * copies;
  Estimate& served = estimate.speeds.front().estimate;
  served.value *= copies;
  served.low *= copies;
  served.high *= copies;
}

// The most telling speed; 0 where none is known.
double first_speed(const JobEstimate& estimate) {
  return estimate.speeds.empty() ? 0 : estimate.speeds.front().estimate.value;
}

// Whether so many cards may do better than more of them: those that share the heads evenly, or
// take turns or exchange gradients with few. Beyond a computer's eight more never hurt.
bool worth_trying(const Gpu& gpu, double cards, const Job& job) {
  const bool shares = is_inference(job.task) && !job.engine->pipeline_parallel;
  return shares ? heads_come_out_even(job, *job.engine, cards * gpu.devices.value_or(1))
                : cards <= 8;
}

}  // namespace

Estimate with_interval(double value, const Interval* interval, const Calibration& calibration) {
  if (!interval) return {value};
  const bool thin = interval->guess || interval->rows < only(calibration.evidence).least_rows;
  return {value, value * interval->low, value * interval->high,
          thin ? Evidence::thin : Evidence::measured};
}

const Estimate* JobEstimate::find(Output output) const {
  for (const Speed& speed : speeds)
    if (speed.output == output) return &speed.estimate;
  return nullptr;
}

JobEstimate estimate(const Gpu& gpu, double count, const Job& asked, const Calibration& calibration,
                     const Choices& choices) {
  JobEstimate out = on_one_copy(gpu, count, asked, calibration, choices);
  const bool inference = is_inference(asked.task);
  // As many users as fit are often served best by a copy of the model on every few cards. Of one
  // copy cards that take turns are there for their memory; images each card makes by itself.
  const bool copies = inference && asked.batch == 0;
  if (asked.task == Task::image || (inference && !copies && asked.engine->pipeline_parallel))
    return out;
  for (int cards = static_cast<int>(count) - 1; cards >= 1; --cards) {
    if (!worth_trying(gpu, cards, asked)) continue;
    JobEstimate fewer = on_one_copy(gpu, cards, asked, calibration, {});
    if (fewer.speeds.empty()) continue;
    if (copies) multiply(fewer, std::floor(count / cards));
    if (first_speed(fewer) <= first_speed(out)) continue;
    fewer.idle = count - fewer.count;
    fewer.count = count;
    out = std::move(fewer);
  }
  return out;
}

}  // namespace gpupick
