// Selects the formulas for the speeds of a job. The formulas are in physics, the intervals in
// accuracy.cpp.
#include <cmath>

#include "estimate/estimate_parts.hpp"
#include "physics/inference.hpp"
#include "physics/pass.hpp"

namespace gpupick {
namespace {

// Notes the speed-up by draft tokens, and a draft model with another vocabulary.
void add_draft_notes(const Gpu& gpu, const Job& job, const EngineConstants& fitted,
                     const DecodeStep& step, JobEstimate& out) {
  if (job.draft == 0) return;
  if (const auto plain = decode_step(gpu, undrafted(job), out.devices, fitted))
    out.notes.push_back({.kind = NoteKind::drafted, .amount = plain->total() / step.total()});
  if (job.drafter && !job.model->by_size &&
      std::fabs(job.drafter->vocab_size - job.model->vocab_size) > fitted.engine->vocab_gap)
    out.notes.push_back({.kind = NoteKind::other_words, .subject = job.drafter->name});
}

// Returns the next larger number of devices that share the heads evenly, or 0 if there is none.
int next_that_share(const Job& job, const Engine& engine, const JobEstimate& estimate) {
  const double heads = job.model->heads, step = estimate.devices / estimate.count;
  double devices = estimate.devices;
  while (devices <= heads && !heads_come_out_even(job, engine, devices)) devices += step;
  return devices <= heads ? static_cast<int>(devices) : 0;
}

Missing why_no_answer(const Gpu& gpu, const EngineConstants& fitted) {
  return {!per_device(gpu, gpu.bandwidth_gb_s)      ? MissingCause::bandwidth
          : !matrix_rate(gpu, *fitted.stack, false) ? MissingCause::matrix_rate
                                                    : MissingCause::link};
}

// Adds the speeds of inference. `numbers` are the numbers behind them, and `first` is the job with
// one stream and no drafts.
void add_answers(const Gpu& gpu, const Job& job, const Job& first, const Calibration& calibration,
                 const EngineConstants& fitted, const Inference& numbers, JobEstimate& out) {
  // Whole computers that are joined by a network.
  const bool networked = out.devices > 1 && is_integrated(gpu);
  const auto interval_for = [&](const Job& asked, bool reading) {
    return networked ? calibration.interval_for({.work = "inference-networked"})
                     : interval_of(gpu, asked, fitted, reading, calibration);
  };
  const Interval *of_decode = interval_for(job, false), *of_prefill = interval_for(first, true);
  out.unmeasured = networked
                       ? UnmeasuredCause::several_devices
                       : unmeasured_cause(job, *fitted.stack, calibration, of_decode, out.devices);
  const auto estimated = [&](double value, const Interval* interval, const Job& asked) {
    Estimate one = with_interval(value, interval, calibration);
    const bool unlike = unmeasured_kind(asked, *fitted.stack) != UnmeasuredCause::none;
    if (unlike && one.has_interval()) one.evidence = Evidence::thin;
    return one;
  };
  const auto add = [&](Output output, std::string_view label, double value) {
    out.speeds.push_back({output, label, "tokens/s", estimated(value, of_decode, job)});
  };
  const bool several = job.batch * out.copies > 1;
  if (several || job.task == Task::serve) {
    const Seconds waiting = numbers.prompts ? numbers.prompts->total() : Seconds{};
    const Seconds turn = waiting + numbers.step.total() * job.generate;
    add(Output::serve, several ? "Together" : "Served", job.batch * job.generate / turn.value);
  }
  const auto rate = [&](const DecodeStep& step) {
    return 1 / time_per_token(step, numbers.prompts, job.generate).value;
  };
  const Estimate decode = estimated(rate(numbers.step), of_decode, job);
  out.speeds.push_back({Output::decode, several ? "Each" : "Decode", "tokens/s", decode});
  if (numbers.full) add(Output::decode_full, "With the context full", rate(*numbers.full));
  if (!numbers.prompt) return;
  const double tokens = numbers.prompt->tokens;
  const Estimate prefill = estimated(tokens / numbers.prompt->total().value, of_prefill, first);
  out.speeds.push_back({Output::prefill, "Prefill", "tokens/s", prefill});
  out.speeds.push_back({Output::first_token, "First token", "s", duration(tokens, prefill)});
  if (!several) {
    if (job.task == Task::chat)
      out.speeds.push_back({Output::reply, "Whole reply", "s",
                            sum(duration(tokens, prefill), duration(job.generate, decode))});
    return;
  }
  const double all = numbers.prompts->tokens;
  const Estimate together = estimated(all / numbers.prompts->total().value, of_prefill, first);
  out.speeds.push_back(
      {Output::first_token_all, "All asking at once", "s", duration(all, together)});
}

void add_inference(const Gpu& gpu, const Job& job, const Calibration& calibration,
                   const EngineConstants& fitted, bool full_context, JobEstimate& out) {
  const auto step = decode_step(gpu, job, out.devices, fitted);
  const auto prompts = prefill(gpu, job, out.devices, fitted);
  std::optional<Job> alone;
  if (job.batch != 1 || job.draft > 0) {
    alone = job;
    alone->batch = 1;
    alone->draft = 0;
  }
  const Job& first = alone ? *alone : job;
  const auto prompt = job.batch == 1 ? prompts : prefill(gpu, first, out.devices, fitted);
  const bool reads = prompts && prompt;
  if (!reads) out.missing = why_no_answer(gpu, fitted);
  // A chat's decode speed needs only the bandwidth.
  if (!step || (!reads && job.task != Task::chat)) return;
  if (const double heads = uneven_heads(job, *fitted.engine, out.devices); heads > 0) {
    out.missing = {MissingCause::heads, static_cast<int>(heads), static_cast<int>(out.devices),
                   next_that_share(job, *fitted.engine, out)};
    return;
  }
  out.basis = Inference{*step, {}, prompts, prompt};
  Inference& numbers = std::get<Inference>(out.basis);
  if (full_context && job.task == Task::chat && job.context > job.prompt + job.generate) {
    Job full = job;
    full.prompt = job.context - job.generate;
    numbers.full = decode_step(gpu, full, out.devices, fitted);
  }
  out.bound = step->bound();
  add_draft_notes(gpu, job, fitted, *step, out);
  if (job.eager) out.notes.push_back({.kind = NoteKind::eager});
  if (!fitted.speed_class->note.empty())
    out.notes.push_back({.kind = NoteKind::of_class, .object = fitted.speed_class->note});
  add_answers(gpu, job, first, calibration, fitted, numbers, out);
}

Missing why_no_pass(const Gpu& gpu, const Job& job, const Calibration& calibration) {
  if (job.task == Task::embed) return {MissingCause::card_figures};
  if (!is_training(job.task)) return {MissingCause::image_figures};
  if (job.task == Task::vision_train && !calibration.find<NetworkTraining>(job.network->id))
    return {.cause = MissingCause::network_training, .name = job.network->name};
  return {.cause = MissingCause::class_in_training, .architecture = gpu.architecture.value_or("")};
}

void add_pass(const std::optional<Pass>& pass, Output output, std::string_view label,
              std::string_view unit, const Calibration& calibration, JobEstimate& out) {
  if (!pass) {
    out.missing = why_no_pass(*out.gpu, out.job, calibration);
    return;
  }
  out.bound = pass->bound;
  out.unmeasured = unmeasured_cause(out.job, calibration.stack_of(*out.gpu), calibration,
                                    pass->interval, out.devices);
  out.speeds.push_back(
      {output, label, unit, with_interval(pass->speed(), pass->interval, calibration)});
  out.basis = *pass;
}

void add_training(const Gpu& gpu, const Job& job, const Calibration& calibration,
                  JobEstimate& out) {
  add_pass(training_pass(gpu, job, out.devices, calibration), Output::train_tokens, "Training",
           "tokens/s", calibration, out);
  if (job.eager) out.notes.push_back({.kind = NoteKind::eager});
  if (job.tokens > 0 && !out.speeds.empty())
    out.speeds.push_back(
        {Output::train_days, "Time", "days", days_of(job, out.speeds.front().estimate)});
}

void add_images(const Gpu& gpu, const Job& job, const Calibration& calibration, JobEstimate& out) {
  const bool clips = job.task == Task::video;
  // Several devices make images at once, but none of them sooner: the speed is that of one.
  const auto pass = row_of(job.task).law == Law::images
                        ? image_pass(gpu, job, 1, calibration)
                        : vision_pass(gpu, job, out.devices, calibration);
  add_pass(pass, clips ? Output::clips : Output::images, clips ? "Clips" : "Images",
           clips ? "clips/s" : "images/s", calibration, out);
  if (!out.speeds.empty())
    out.speeds.push_back({clips ? Output::clip_latency : Output::image_latency, "A batch", "s",
                          duration(pass->units, out.speeds.front().estimate)});
}

void add_embedding(const Gpu& gpu, const Job& job, const Calibration& calibration,
                   JobEstimate& out) {
  add_pass(embedding_pass(gpu, job, out.devices, calibration), Output::embed_tokens, "Embedding",
           "tokens/s", calibration, out);
  if (out.speeds.empty()) return;
  const Estimate tokens = out.speeds.front().estimate;
  out.speeds.push_back({Output::embed_texts, "Texts", "texts/s", tokens / job.context});
  out.speeds.push_back({Output::embed_latency, "A batch", "s",
                        duration(job.context * job.batch * out.devices, tokens)});
  if (job.tokens > 0)
    out.speeds.push_back({Output::embed_days, "Time", "days", days_of(job, tokens)});
}

}  // namespace

Estimate days_of(const Job& job, const Estimate& speed) {
  return duration(job.tokens / 86400, speed);
}

void add_target_notes(JobEstimate& out) {
  const Job& job = out.job;
  const bool several = job.batch > 1;  // on one copy
  const Estimate *each = out.find(Output::decode),
                 *first = out.find(several ? Output::first_token_all : Output::first_token);
  if (each && each->value < job.each)
    out.notes.push_back(
        {.kind = several ? NoteKind::too_slow_for_all : NoteKind::too_slow, .amount = job.each});
  if (first && job.ttft_limit > 0 && first->value > job.ttft_limit)
    out.notes.push_back({.kind = several ? NoteKind::too_late_for_all : NoteKind::too_late,
                         .amount = job.ttft_limit});
}

void add_speeds(const Gpu& gpu, const Job& job, const Calibration& calibration, bool full_context,
                JobEstimate& out) {
  switch (row_of(job.task).law) {
    case Law::network_inference:
    case Law::images:
      return add_images(gpu, job, calibration, out);
    case Law::embedding:
      return add_embedding(gpu, job, calibration, out);
    case Law::network_training:
      return add_pass(network_pass(gpu, job, out.devices, calibration), Output::train_samples,
                      "Training", job.network->kind == sequence_kind ? "tokens/s" : "samples/s",
                      calibration, out);
    case Law::tuning:
    case Law::pretraining:
      return add_training(gpu, job, calibration, out);
    case Law::inference:
      break;
  }
  if (job.model->hears) {
    out.missing = {MissingCause::hearing};
    return;
  }
  if (const auto fitted = constants_for(gpu, *job.engine, calibration))
    return add_inference(gpu, job, calibration, *fitted, full_context, out);
  out.missing = {.cause = MissingCause::class_under_engine,
                 .architecture = gpu.architecture.value_or(""),
                 .name = job.engine->id};
}

}  // namespace gpupick
