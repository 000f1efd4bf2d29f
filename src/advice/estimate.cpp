// Which law answers which part of a job. The laws are in memory.cpp, memory_training.cpp,
// inference.cpp, training.cpp and image.cpp; what would make a job fit is looked for in
// estimate_change.cpp, and how it runs where nothing does in estimate_offload.cpp.
#include "advice/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "advice/estimate_parts.hpp"
#include "base/text.hpp"
#include "physics/inference.hpp"
#include "physics/training.hpp"

namespace gpupick {
namespace {

// An amount of work at a speed that is known, in time.
Estimate duration(double amount, const Estimate& speed, std::string basis) {
  Estimate out{amount / speed.value, 0, 0, std::move(basis), speed.thin};
  if (!speed.guess()) {
    out.low = amount / speed.high;
    out.high = amount / speed.low;
  }
  return out;
}

// The interval of a model of which only the size is known holds those of all models of that size
// too.
void widen_by_size(const Job& job, const Calibration& calibration, JobEstimate& out) {
  const Interval* spread = calibration.find_interval("size-speed");
  if (!job.model || !job.model->by_size || !spread) return;
  const auto widen = [&](Estimate& estimate, bool duration) {
    estimate.low *= duration ? 1 / spread->high : spread->low;
    estimate.high *= duration ? 1 / spread->low : spread->high;
  };
  for (Speed& speed : out.speeds)
    widen(speed.estimate, speed.key == "ttft_s" || speed.key == "train_days");
  if (out.work_days) widen(*out.work_days, true);
}

// What of a model's kind no measurement under the engine has; "" where all of it was measured.
std::string unmeasured_kind(const Job& job, const Engine& engine) {
  if (job.model->mixer.layers > 0) return "no model whose layers keep a state was measured";
  if (job.model->experts > 0 && engine.pipeline_parallel)
    return fmt::format(
        "no mixture of experts was measured under {}, and small experts may wait longer",
        engine.id);
  return "";
}

// Formats that the engine does not read.
void add_format_notes(const Job& job, const Engine& engine, JobEstimate& out) {
  const Quantisation& quant = *job.quant;
  if (engine.gguf && !quant.gguf && quant.linear_bits < 16)
    out.notes.push_back(fmt::format(
        "{} reads no {}; take a format of its own, such as `--quant q4_k_m`, or `--runtime vllm`",
        engine.id, quant.id));
  const CacheType& type = *job.cache_type;
  if (type.bytes < 2 && engine.gguf != type.gguf && (engine.gguf || !engine.score_bytes))
    out.notes.push_back(fmt::format("{} has no cache of {}; take `--kv-quant {}`", engine.id,
                                    type.id, engine.gguf ? "q8_0" : "fp8"));
}

// Of speeds under an engine: how far off it was depends on how many streams share it.
std::string interval_of(const Gpu& gpu, const Job& job, const EngineConstants& fitted,
                        const char* own) {
  const bool seen = fitted.speed_class->cards > 0 && unmeasured_kind(job, *fitted.engine).empty();
  if (fitted.engine->pipeline_parallel)
    return job.batch > 1 ? "batched-other-stack" : fmt::format("{}{}", own, seen ? "" : "-unseen");
  if (gpu.stack != "cuda")
    return seen ? fmt::format("batched-{}", gpu.stack.value_or("")) : "batched-other-stack";
  const char* kind = job.task == Task::serve ? "serving" : job.batch > 1 ? "batched" : "stream";
  const bool datacenter = gpu.segment == "datacenter";
  return fmt::format("{}{}", kind, seen && datacenter ? "" : "-unseen");
}

// "; 16 can": the next number of devices that share the heads evenly, where there is one.
std::string next_that_share(const Job& job, const JobEstimate& estimate) {
  const double heads = job.model->heads, step = estimate.devices / estimate.count;
  double devices = estimate.devices;
  while (devices <= heads && std::fmod(heads, devices) != 0) devices += step;
  return devices <= heads ? fmt::format("; {} can", devices) : "";
}

constexpr const char* eager_note =
    "speeds are those of fused attention; what eager attention costs in time was not measured, and "
    "long prompts and sequences suffer most";

// Why the interval is that of what was left out of the fit; "" where it is not.
std::string unmeasured(const Job& job, const Calibration& calibration, std::string_view interval,
                       double devices) {
  if (!interval.ends_with("-unseen") && !interval.ends_with("-other-stack")) return "";
  if (job.model && is_inference(job.task))
    if (std::string kind = unmeasured_kind(job, calibration.engine(job.engine)); !kind.empty())
      return kind;
  if (job.task == Task::image &&
      !calibration.find_interval(fmt::format("image-{}", job.network->id)))
    return fmt::format("no images of {} were measured", job.network->name);
  if (is_training(job.task) && devices > 1)
    return "several devices of its kind were not measured at this";
  if (!is_inference(job.task)) return "no card of its kind was measured at this";
  return job.engine == "llama.cpp" && job.batch > 1
             ? "several streams under llama.cpp were not measured"
             : fmt::format("no card of its kind was measured under {}", job.engine);
}

void add_inference(const Gpu& gpu, const Job& job, const Calibration& calibration,
                   const EngineConstants& fitted, JobEstimate& out) {
  const auto step = decode_step(gpu, job, out.devices, fitted);
  const auto reading = prefill(gpu, job, out.devices, fitted);
  Job first = job;
  first.batch = 1;
  const auto one = prefill(gpu, first, out.devices, fitted);
  if (!step || !reading || !one) {
    out.missing =
        fmt::format("its {} is not known", !per_device(gpu, gpu.bandwidth_gb_s) ? "bandwidth"
                                           : !matrix_rate(gpu, false)           ? "matrix rate"
                                                                                : "link");
    return;
  }
  if (!heads_come_out_even(job, *fitted.engine, out.devices)) {
    out.missing = fmt::format("{} heads can't be shared evenly by {} devices{}", job.model->heads,
                              out.devices, next_that_share(job, out));
    return;
  }
  out.bound = step->bound();
  if (job.eager) out.notes.push_back(eager_note);
  const std::string id = interval_of(gpu, job, fitted, "decode");
  out.unmeasured = unmeasured(job, calibration, id, out.devices);
  if (!fitted.speed_class->note.empty()) out.notes.emplace_back(fitted.speed_class->note);
  if (job.batch > 1 || job.task == Task::serve) {
    const Seconds turn = reading->total() + step->total() * job.generate;
    out.speeds.push_back(
        {"serve_tok_s", job.batch > 1 ? "Together" : "Served", "tokens/s",
         with_interval(
             job.batch * job.generate / turn.value,
             fmt::format("{} streams x {} tokens / ({} s of prompts + {} x {} ms)",
                         exact(job.batch), exact(job.generate), rounded(reading->total().value),
                         exact(job.generate), rounded(step->total().value * 1e3)),
             calibration, id)});
  }
  out.speeds.push_back({"decode_tok_s", job.batch > 1 ? "Each" : "Decode", "tokens/s",
                        with_interval(1 / step->total().value, explain(*step), calibration, id)});
  if (job.task == Task::chat && job.context > job.prompt + job.generate) {
    Job full = job;
    full.prompt = job.context - job.generate;
    if (const auto last = decode_step(gpu, full, out.devices, fitted))
      out.speeds.push_back(
          {"decode_full_tok_s", "With the context full", "tokens/s",
           with_interval(1 / last->total().value, explain(*last), calibration, id)});
  }
  const Estimate prefilling =
      with_interval(one->tokens / one->total().value, explain(*one), calibration,
                    interval_of(gpu, first, fitted, "prefill"));
  out.speeds.push_back({"prefill_tok_s", "Prefill", "tokens/s", prefilling});
  out.speeds.push_back(
      {"ttft_s", "First token", "s", duration(one->tokens, prefilling, "prompt / prefill speed")});
  if (!unmeasured_kind(job, *fitted.engine).empty())
    for (Speed& speed : out.speeds) speed.estimate.thin = true;
}

void add_pass(const std::optional<Pass>& pass, std::string_view key, std::string_view label,
              std::string_view unit, const Calibration& calibration, JobEstimate& out) {
  if (!pass) {
    out.missing = fmt::format("training on {} was not measured",
                              out.gpu->architecture.value_or("its architecture"));
    if (out.job.task == Task::image)
      out.missing = "a rate, the bandwidth or the work of the network is not known";
    else if (out.job.task == Task::vision_train &&
             !calibration.find_network_training(out.job.network->id))
      out.missing = fmt::format("the training of {} was not measured", out.job.network->name);
    return;
  }
  out.bound = pass->bound;
  out.unmeasured = unmeasured(out.job, calibration, pass->interval, out.devices);
  out.speeds.push_back(
      {key, label, unit,
       with_interval(pass->units / pass->total.value, pass->basis, calibration, pass->interval)});
}

// Of training on all tokens.
Estimate days_of(const Job& job, const Estimate& speed) {
  return duration(job.tokens / 86400, speed,
                  fmt::format("{} tokens at that speed", exact(job.tokens)));
}

void add_training(const Gpu& gpu, const Job& job, const Calibration& calibration,
                  JobEstimate& out) {
  add_pass(training_pass(gpu, job, out.devices, calibration), "train_tok_s", "Training", "tokens/s",
           calibration, out);
  if (job.eager) out.notes.push_back(eager_note);
  if (job.tokens > 0 && !out.speeds.empty())
    out.speeds.push_back({"train_days", "Time", "days", days_of(job, out.speeds.front().estimate)});
}

void add_images(const Gpu& gpu, const Job& job, const Calibration& calibration, JobEstimate& out) {
  add_pass(image_pass(gpu, job, out.devices, calibration), "images_s", "Images", "images/s",
           calibration, out);
  if (!out.speeds.empty())
    out.speeds.push_back(
        {"image_latency_s", "A batch", "s",
         duration(job.batch * out.devices, out.speeds.front().estimate, "images at that speed")});
}

// Nothing where no class or engine is known.
void add_speeds(const Gpu& gpu, const Job& job, const Calibration& calibration, JobEstimate& out) {
  if (job.task == Task::image) return add_images(gpu, job, calibration, out);
  if (job.task == Task::vision_train)
    return add_pass(network_pass(gpu, job, out.devices, calibration), "train_samples_s", "Training",
                    job.network->kind == "sequence" ? "tokens/s" : "samples/s", calibration, out);
  if (is_training(job.task)) return add_training(gpu, job, calibration, out);
  if (const auto fitted = constants_for(gpu, job.engine, calibration))
    return add_inference(gpu, job, calibration, *fitted, out);
  out.missing = fmt::format("no card of {} was measured under {}",
                            gpu.architecture.value_or("its architecture"), job.engine);
}

// Where nobody said how many: of users as many as fit, of training samples what the card's memory
// is usually filled with.
double usual_batch(const Gpu& gpu, const Job& job, const Calibration& calibration, double devices) {
  if (job.task != Task::vision_train)
    return std::min(
        only(calibration.serving).most_streams,
        streams_that_fit(gpu, job, devices, calibration.engine(job.engine), job.context));
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
  if (!job.zero && is_training(job.task) && is_language(job.task))
    job.zero = least_sharding(gpu, job, calibration, devices);
  return job;
}

// The work of training on all tokens, and how long one card would take for it.
void add_work(const Gpu& gpu, Job job, const Calibration& calibration, JobEstimate& out) {
  if (!is_training(job.task) || !is_language(job.task) || job.tokens == 0) return;
  out.work = training_work(job);
  job.zero = 0;
  const auto pass = training_pass(gpu, job, gpu.devices.value_or(1), calibration);
  if (!pass) return;
  out.work_days =
      days_of(job, with_interval(pass->units / pass->total.value, "", calibration, pass->interval));
  out.work_days->basis = fmt::format("{} tokens at {}", exact(job.tokens), pass->basis);
}

// All cards work on one copy of the model.
JobEstimate on_one_copy(const Gpu& gpu, double count, const Job& asked,
                        const Calibration& calibration, const Choices& choices) {
  JobEstimate out;
  out.gpu = &gpu;
  out.count = count;
  out.devices = count * gpu.devices.value_or(1);
  out.in_turns = calibration.engine(asked.engine).pipeline_parallel;
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
    if (!out.fits && !choices.formats.empty() && memory.missing.empty())
      out.change = smallest_change(gpu, count, open, calibration, *usable, choices);
  }
  out.missing = memory.missing;
  if (is_inference(job.task)) add_format_notes(job, calibration.engine(job.engine), out);
  if (out.fits)
    add_speeds(gpu, job, calibration, out);
  else
    add_work(gpu, job, calibration, out);
  if (!out.fits && choices.host.memory_gb_s > 0 && job.task == Task::chat)
    out.offload = offloaded(out, calibration, choices.host);
  widen_by_size(job, calibration, out);
  if (const Interval* spread = calibration.find_interval("size-cache");
      job.model && job.model->by_size && spread)
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
  served.basis = fmt::format("{} copies x {}", exact(copies), served.basis);
}

// The most telling speed; 0 where none is known.
double first_speed(const JobEstimate& estimate) {
  return estimate.speeds.empty() ? 0 : estimate.speeds.front().estimate.value;
}

// Whether so many cards may do better than more of them: those that share the heads evenly, or
// take turns or exchange gradients with few. Beyond a computer's eight more never hurt.
bool worth_trying(const Gpu& gpu, double cards, const Job& job, const Engine& engine) {
  const bool shares = !is_training(job.task) && !engine.pipeline_parallel;
  return shares ? heads_come_out_even(job, engine, cards * gpu.devices.value_or(1)) : cards <= 8;
}

}  // namespace

Estimate with_interval(double value, std::string basis, const Calibration& calibration,
                       const std::string& id) {
  Estimate out{value, 0, 0, std::move(basis)};
  if (const Interval* interval = calibration.find_interval(id)) {
    out.low = value * interval->low;
    out.high = value * interval->high;
    out.thin = interval->rows < 30 || interval->guess;
  }
  return out;
}

const Estimate* JobEstimate::find(std::string_view key) const {
  for (const Speed& speed : speeds)
    if (speed.key == key) return &speed.estimate;
  return nullptr;
}

JobEstimate estimate(const Gpu& gpu, double count, const Job& asked, const Calibration& calibration,
                     const Choices& choices) {
  JobEstimate out = on_one_copy(gpu, count, asked, calibration, choices);
  const Engine& engine = calibration.engine(asked.engine);
  const bool inference = is_inference(asked.task);
  // As many users as fit are often served best by a copy of the model on every few cards. Of one
  // copy cards that take turns are there for their memory; images each card makes by itself.
  const bool copies = inference && asked.batch == 0;
  if (asked.task == Task::image || (inference && !copies && engine.pipeline_parallel)) return out;
  for (int cards = static_cast<int>(count) - 1; cards >= 1; --cards) {
    if (!worth_trying(gpu, cards, asked, engine)) continue;
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
