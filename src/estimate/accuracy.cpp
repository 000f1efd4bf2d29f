// How far off a speed may be: the interval that applies to it, whether a similar case was measured,
// and the estimate with that interval (docs/accuracy.md).
#include <algorithm>

#include "estimate/estimate_parts.hpp"

namespace gpupick {

// Speculative decoding was measured in too few runs for a separate interval. Models whose layers
// keep a state were measured for several users only on the stack of most rows (`measured`), and
// under pipeline-parallel engines. Models without any attention were not measured.
UnmeasuredCause unmeasured_kind(const Job& job, const SoftwareStack& stack) {
  if (job.draft > 0) return UnmeasuredCause::drafts;
  if (job.model->index_topk > 0 || job.model->pool_layers > 0)
    return UnmeasuredCause::chosen_tokens;
  if (job.model->mixer.layers == 0) return UnmeasuredCause::none;
  const bool measured = job.batch == 1 || stack.measured || job.engine->pipeline_parallel;
  return measured && attention_layers(*job.model) > 0 ? UnmeasuredCause::none
                                                      : UnmeasuredCause::states;
}

const Interval* interval_of(const Gpu& gpu, const Job& job, const EngineConstants& fitted,
                            bool reading, const Calibration& calibration) {
  const Model& model = *job.model;
  return calibration.interval_for(
      {.work = "inference",
       .kind = model.mixer.layers > 0 ? "hybrid"
               : model.experts > 0    ? "mixture"
                                      : "plain",
       .prompt = reading,
       .several = job.batch > 1,
       .in_turn = fitted.engine->pipeline_parallel,
       .serves = job.task == Task::serve,
       .stack = fitted.stack->id,
       .segment = gpu.segment.value_or(""),
       .measured = fitted.speed_class->cards > 0 && !in_laptop(gpu) && !fitted.engine->guess &&
                   unmeasured_kind(job, *fitted.stack) == UnmeasuredCause::none});
}

namespace {

// True if the network has an interval on any stack.
bool has_interval(const Network& network, const Calibration& calibration) {
  return std::ranges::any_of(calibration.of<Interval>(),
                             [&](const Interval& one) { return one.network == network.id; });
}

}  // namespace

UnmeasuredCause unmeasured_cause(const Job& job, const SoftwareStack& stack,
                                 const Calibration& calibration, const Interval* interval,
                                 double devices) {
  const UnmeasuredCause kind =
      is_inference(job.task) ? unmeasured_kind(job, stack) : UnmeasuredCause::none;
  if (kind != UnmeasuredCause::none || (interval && interval->measured)) return kind;
  if (is_inference(job.task)) return UnmeasuredCause::card_under_engine;
  if (job.swapped.value > 0) return UnmeasuredCause::swapped;
  if (makes_images(job.task) && !has_interval(*job.network, calibration))
    return UnmeasuredCause::network;
  if (job.task == Task::vision)
    return calibration.find<NetworkInference>(job.network->id) ? UnmeasuredCause::card
                                                               : UnmeasuredCause::network;
  if (job.paged.value > 0) return UnmeasuredCause::paged;
  if (job.trainer && !job.trainer->like.empty() && stack.measured && devices == 1)
    return UnmeasuredCause::trainer;
  return is_training(job.task) && devices > 1 ? UnmeasuredCause::several_devices
                                              : UnmeasuredCause::card;
}

Estimate with_interval(double value, const Interval* interval, const Calibration& calibration) {
  if (!interval) return {value};
  const bool thin = interval->guess || !interval->measured ||
                    interval->rows < calibration.only<EvidenceConstants>().least_rows;
  return {value, value * interval->low, value * interval->high,
          thin ? Evidence::thin : Evidence::measured};
}

void widen(Estimate& estimate, const Interval& spread, bool is_duration) {
  estimate.low *= is_duration ? 1 / spread.high : spread.low;
  estimate.high *= is_duration ? 1 / spread.low : spread.high;
}

}  // namespace gpupick
