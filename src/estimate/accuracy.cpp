#include "estimate/accuracy.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpupick {

// Speculative decoding was measured in too few runs for a separate interval. Models whose layers
// keep a state were measured for several users only on the stack of most rows (`measured`), and
// under pipeline-parallel engines.
UnmeasuredCause unmeasured_kind(const Job& job, const SoftwareStack& stack) {
  if (job.draft > 0) return UnmeasuredCause::drafts;
  if (job.model->index_topk > 0 || job.model->pool_layers > 0)
    return UnmeasuredCause::chosen_tokens;
  const bool states = job.batch != 1 && job.model->mixer.layers > 0;
  return states && !stack.measured && !job.engine->pipeline_parallel ? UnmeasuredCause::states
                                                                     : UnmeasuredCause::none;
}

namespace {

// Returns the interval of one user under llama.cpp. It depends on the kind of model: hybrid,
// mixture of experts, or neither.
IntervalName of_one_user(const Model& model, bool reading) {
  using enum IntervalName;
  if (model.mixer.layers > 0) return reading ? prefill_hybrid : decode_hybrid;
  if (model.experts > 0) return reading ? prefill_mixture : decode_mixture;
  return reading ? prefill : decode;
}

}  // namespace

Accuracy accuracy_of(const Gpu& gpu, const Job& job, const EngineConstants& fitted, bool reading,
                     const Calibration& calibration) {
  using enum IntervalName;
  const bool seen = fitted.speed_class->cards > 0 && !in_laptop(gpu) &&
                    unmeasured_kind(job, *fitted.stack) == UnmeasuredCause::none;
  if (fitted.engine->pipeline_parallel) {
    if (job.batch > 1)
      return seen ? Accuracy{calibration.find_interval("batched-in-turn"), true}
                  : Accuracy{calibration.find_interval(batched_other_stack), false};
    const bool plain = job.model->experts == 0 && job.model->mixer.layers == 0;
    const IntervalName unseen = reading ? prefill_unseen : decode_unseen;
    return {calibration.find_interval(seen || !plain ? of_one_user(*job.model, reading) : unseen),
            seen};
  }
  // Some stacks were measured with one user only and have an interval for that case.
  const Interval* alone = calibration.find_interval(
      fmt::format("{}-{}", reading ? "prompt" : "stream", fitted.stack->id));
  if (seen && alone && job.batch == 1) return {alone, true};
  if (!fitted.stack->measured)
    return seen && !alone ? Accuracy{calibration.interval_of_stack(fitted.stack->id), true}
                          : Accuracy{calibration.find_interval(batched_other_stack), false};
  const auto [own, other] = job.task == Task::serve ? std::pair(serving, serving_unseen)
                            : job.batch > 1         ? std::pair(batched, batched_unseen)
                                                    : std::pair(stream, stream_unseen);
  const Interval* measured = seen ? calibration.find_interval(own) : nullptr;
  if (measured && (!measured->segment || measured->segment == gpu.segment)) return {measured, true};
  if (seen)
    return {calibration.find_interval(job.batch > 1 ? batched_elsewhere : stream_elsewhere), true};
  return {calibration.find_interval(other), false};
}

namespace {

// True if the network has an interval on any stack.
bool has_interval(const Network& network, const Calibration& calibration) {
  return std::ranges::any_of(calibration.of<Interval>(),
                             [&](const Interval& one) { return one.network == network.id; });
}

}  // namespace

UnmeasuredCause unmeasured_cause(const Job& job, const SoftwareStack& stack,
                                 const Calibration& calibration, const Accuracy& accuracy,
                                 double devices) {
  const UnmeasuredCause kind =
      is_inference(job.task) ? unmeasured_kind(job, stack) : UnmeasuredCause::none;
  if (kind != UnmeasuredCause::none || accuracy.measured) return kind;
  if (is_inference(job.task)) return UnmeasuredCause::card_under_engine;
  if (makes_images(job.task) && !has_interval(*job.network, calibration))
    return UnmeasuredCause::network;
  if (job.task == Task::vision)
    return calibration.find<NetworkInference>(job.network->id) ? UnmeasuredCause::card
                                                               : UnmeasuredCause::network;
  if (job.paged.value > 0) return UnmeasuredCause::paged;
  if (job.stack && !job.stack->like.empty() && stack.measured && devices == 1)
    return UnmeasuredCause::trainer;
  return is_training(job.task) && devices > 1 ? UnmeasuredCause::several_devices
                                              : UnmeasuredCause::card;
}

Estimate with_interval(double value, const Interval* interval, const Calibration& calibration) {
  if (!interval) return {value};
  const bool thin =
      interval->guess || interval->rows < calibration.only<EvidenceConstants>().least_rows;
  return {value, value * interval->low, value * interval->high,
          thin ? Evidence::thin : Evidence::measured};
}

Estimate duration(double amount, const Estimate& speed) {
  Estimate out{amount / speed.value, 0, 0, speed.evidence};
  if (speed.has_interval()) {
    out.low = amount / speed.high;
    out.high = amount / speed.low;
  }
  return out;
}

void widen(Estimate& estimate, const Interval& spread, bool is_duration) {
  estimate.low *= is_duration ? 1 / spread.high : spread.low;
  estimate.high *= is_duration ? 1 / spread.low : spread.high;
}

}  // namespace gpupick
