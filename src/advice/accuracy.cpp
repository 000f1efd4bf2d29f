#include "advice/accuracy.hpp"

namespace gpupick {

// Mixtures were measured decoding for one user under llama.cpp.
UnmeasuredCause unmeasured_kind(const Job& job, bool reading) {
  const bool mixture = job.model->experts > 0;
  const bool measured = mixture && job.engine->pipeline_parallel && !reading && job.batch == 1;
  if (job.model->mixer.layers > 0 && !measured) return UnmeasuredCause::states;
  if (mixture && job.engine->pipeline_parallel && !measured) return UnmeasuredCause::experts;
  return UnmeasuredCause::none;
}

Accuracy accuracy_of(const Gpu& gpu, const Job& job, const EngineConstants& fitted, bool reading,
                     const Calibration& calibration) {
  using enum IntervalName;
  const bool seen =
      fitted.speed_class->cards > 0 && unmeasured_kind(job, reading) == UnmeasuredCause::none;
  const auto named = [&](IntervalName one, IntervalName other) {
    return Accuracy{calibration.find_interval(seen ? one : other), seen};
  };
  if (fitted.engine->pipeline_parallel) {
    if (job.batch > 1) return {calibration.find_interval(batched_other_stack), false};
    if (reading) return named(prefill, prefill_unseen);
    if (job.model->experts == 0) return named(decode, decode_unseen);
    return {calibration.find_interval(job.model->mixer.layers > 0 ? decode_hybrid : decode_mixture),
            seen};
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

UnmeasuredCause unmeasured_cause(const Job& job, const Calibration& calibration,
                                 const Accuracy& accuracy, double devices) {
  // Where decoding was measured, reading prompts may not have been.
  const UnmeasuredCause kind =
      is_inference(job.task) ? unmeasured_kind(job, true) : UnmeasuredCause::none;
  if (kind != UnmeasuredCause::none || accuracy.measured) return kind;
  if (is_inference(job.task)) {
    return job.engine->pipeline_parallel && job.batch > 1 ? UnmeasuredCause::streams_under_engine
                                                          : UnmeasuredCause::card_under_engine;
  }
  if (job.task == Task::image && !calibration.interval_of_network(job.network->id))
    return UnmeasuredCause::network;
  return is_training(job.task) && devices > 1 ? UnmeasuredCause::several_devices
                                              : UnmeasuredCause::card;
}

Estimate with_interval(double value, const Interval* interval, const Calibration& calibration) {
  if (!interval) return {value};
  const bool thin = interval->guess || interval->rows < only(calibration.evidence).least_rows;
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
