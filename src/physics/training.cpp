// The problem: the share of the peak that training reaches ("40 % MFU") differs by a factor of
// three with the width of the model, the length of the sequence and the card. Its causes are few
// and can be counted. Seconds of a micro-step of T tokens on each device, for N parameters, L
// layers, q query values and sequences of S tokens:
//
//   language   F x T x (6 N / (u x rate) + 6 L q S / (a x rate) + y L q / bandwidth) + exchange
//   tuning     sqrt((as above, 4 N for adapters, z for y)^2 + (L x t)^2) + dequantising
//   network    samples x sqrt((work / rate)^2 + (bytes / bandwidth)^2) + step + exchange
//
// F = 4/3 if checkpoints are recomputed. `rate` is the matrix rate of the precision x the share
// that the class of cards reaches relative to Ampere's; attention is causal. The first formula is
// fitted on MPT's and Megatron's pre-training, the second on LoRA, QLoRA and full fine-tuning, the
// third per network on ResNet-50, SSD, BERT and four sequence networks (data/calibration.json;
// docs/accuracy.md). Other image networks follow from their inference (vision.cpp). Left
// out: data loaders that can't keep up. No training was measured on AMD, Intel and Apple: their
// shares come from what they reach in matrix products and in images.

#include <algorithm>
#include <cmath>

#include "physics/device.hpp"
#include "physics/memory.hpp"
#include "physics/pass.hpp"

namespace gpupick {
namespace {

// Returns the rate at which several devices exchange gradients or weights, as far as work does not
// hide the exchange. `joined` is the rate of modules in GB/s. Boards exchange through the host, in
// and out of their slots.
BytesPerSecond exchange_rate(const Gpu& gpu, const Job& job, const TrainingConstants& law,
                             double joined) {
  if (joined_by_links(gpu)) return gb_per_second(joined);
  const BytesPerSecond usual = gb_per_second(is_consumer(gpu) ? law.consumer_gb_s : law.pcie_gb_s);
  return job.slot_gb_s > 0 ? std::min(usual, gb_per_second(job.slot_gb_s / 2)) : usual;
}

// Returns the interval for training that was not measured on any such card.
const Interval* interval_elsewhere(const Calibration& calibration) {
  return calibration.interval_for({.work = "training"});
}

// Returns the interval for a kind of training on a class of cards. `measured_cards` is the number
// of its cards measured at this work; nothing means that no rows cover it, so the interval is
// rough.
const Interval* interval_of(const Gpu& gpu, std::string_view kind, Number measured_cards,
                            double devices, const Calibration& calibration) {
  // No device that shares its power and memory with a CPU was measured in training.
  if (shares_host_memory(gpu)) return interval_elsewhere(calibration);
  const bool covered = measured_cards && !in_laptop(gpu);
  return calibration.interval_for({.work = "training",
                                   .kind = covered ? kind : "",
                                   .several = devices > 1,
                                   .stack = gpu.stack.value_or(""),
                                   .segment = gpu.segment.value_or(""),
                                   .measured = covered && *measured_cards > 0});
}

// True if rows of either pre-training or tuning cover the class. They share their step, so rows of
// one support the other.
bool trained_language_models(const TrainingClass& cards) {
  return cards.pretraining_cards + cards.tuning_cards > 0;
}

double active_parameters(const UsedModel& model) {
  return model.linear().active + embedding_parameters(*model);
}

double passes_of(Task task) { return gpupick::adapts(task) ? 4 : 6; }

// Returns the bytes that a device exchanges per micro-batch, in 16 bit: gradients there and back
// once per optimizer step. If weights are sharded too: weights twice and gradients once.
Bytes exchanged(const Job& job) {
  const double whole = job.model.linear().all + outer_parameters(*job.model);
  const bool adapts = gpupick::adapts(job.task);
  const double trained = adapts ? adapter_parameters(job) : whole;
  if (job.zero.value_or(0) < 3) return {4 * trained / job.accumulate};
  const Bytes weights =
      job.task == Task::qlora ? linear_bytes(job.model.linear(), *job.format) : Bytes{2 * whole};
  return weights * 2 + Bytes{2 * trained};
}

Seconds hypotenuse(Seconds a, Seconds b) { return {std::hypot(a.value, b.value)}; }

// Returns the time per micro-batch to move paged optimizer states to the device and back, at every
// optimizer step.
Seconds paging(const Gpu& gpu, const Job& job, double devices, const Calibration& calibration) {
  if (job.paged.value == 0) return {};
  const Bytes moved = job.paged * (2 / (devices * job.accumulate));
  return moved /
         rate_from_host(*slot_rate(gpu, job.slot_gb_s), calibration.only<OffloadConstants>());
}

MicroStep micro_step(const Gpu& gpu, const Job& job, const Reach& reach,
                     const Calibration& calibration) {
  static const PretrainingTrainer none;
  const TrainingClass& cards = *reach.cards;
  const TrainingConstants& law = calibration.only<TrainingConstants>();
  const bool pretrains = job.task == Task::pretrain;
  const PretrainingTrainer& stack = pretrains ? *job.pretraining_trainer : none;
  const double attention_share = stack.attention.value_or(
      pretrains ? cards.attention : calibration.only<FineTuningConstants>().attention);
  const double attention_passes = job.checkpointing ? 8 : 6;
  const double layer_queries = attention_layers(*job.model) * query_size(*job.model);
  const bool fp8 = job.precision == Precision::fp8 && gpu.fp8_tensor_tflops.value_or(0) > 0;
  MicroStep out;
  out.tokens = job.batch * job.context;
  out.active = active_parameters(job.model);
  out.passes = passes_of(job.task) + (job.checkpointing ? 2 : 0);
  out.rate = fp8 ? tflops(*per_device(gpu, gpu.fp8_tensor_tflops) *
                          stack.matrix_fp8.value_or(law.matrix_fp8) * cards.matrix * reach.held)
                 : reach.rate * law.matrix;
  out.products = Operations{out.passes * out.active * out.tokens} / out.rate;
  out.attention = Operations{attention_passes * layer_queries * job.context * out.tokens} /
                  (reach.rate * attention_share);
  const double token_bytes = stack.activation_bytes.value_or(law.activation_bytes) * layer_queries +
                             stack.expert_bytes * routed_values(*job.model);
  out.moving = Bytes{attention_passes / 6 * token_bytes * out.tokens} / reach.bandwidth;
  return out;
}

// True for several boards in one host, a case that was not measured.
bool goes_through_host(const Gpu& gpu, double devices) {
  return devices > 1 && !joined_by_links(gpu);
}

Pass pretraining(const Gpu& gpu, const Job& job, double devices, const TrainingClass& cards,
                 const MicroStep& step, const Calibration& calibration) {
  const TrainingConstants& law = calibration.only<TrainingConstants>();
  const bool splits = job.pretraining_trainer->splits_model;
  Seconds link = paging(gpu, job, devices, calibration);
  if (devices > 1 && !(splits && joined_by_links(gpu)))
    link = link + exchanged(job) / exchange_rate(gpu, job, law,
                                                 devices > law.devices_per_node ? law.network_gb_s
                                                                                : law.node_gb_s);
  Pass out;
  out.units = step.tokens * devices;
  out.total = step.total() + link;
  out.bound = longest_of(step.products + step.attention, step.moving, {}, link);
  out.parts = PretrainingStep{step, link};
  const Number measured_cards = splits                           ? Number(cards.split_cards)
                                : trained_language_models(cards) ? Number(cards.pretraining_cards)
                                                                 : Number();
  out.interval = goes_through_host(gpu, devices) || job.paged.value > 0
                     ? interval_elsewhere(calibration)
                     : interval_of(gpu, splits ? "pretraining-split" : "pretraining",
                                   measured_cards, devices, calibration);
  return out;
}

// Returns the bytes moved per parameter to dequantise a format: its own if measured, else those of
// bitsandbytes.
double dequantise_bytes(const Quantisation& quant, const Calibration& calibration) {
  const DequantisedFormat* measured = calibration.find<DequantisedFormat>(quant.id);
  return measured ? measured->dequantise_bytes
                  : calibration.only<FineTuningConstants>().dequantise_bytes;
}

// Returns the time in which a device fetches frozen weights in a micro-step, once for the forward
// pass and once for the backward pass. It fetches the share that the other devices hold, over links
// or through the host, or all weights if they wait in host memory. Returns nothing if the trainer
// does not fetch by layers, if weights are not sharded, or if no transfer rate is known.
std::optional<Seconds> fetching(const Gpu& gpu, const Job& job, double devices,
                                const Calibration& calibration) {
  const auto slot = slot_rate(gpu, job.slot_gb_s);
  if (!adapts(job.task) || !job.trainer->fetches_layers || devices < 2 || job.zero != 3 ||
      !(slot || joined_by_links(gpu)))
    return {};
  const double share = job.host_weights ? 1 : (devices - 1) / devices;
  const Bytes fetched = frozen_layers(job) * (2 * share);
  return joined_by_links(gpu)
             ? fetched / gb_per_second(*gpu.link_gb_s)
             : fetched / rate_from_host(*slot, calibration.only<OffloadConstants>());
}

Pass tuning(const Gpu& gpu, const Job& job, double devices, const Reach& reach,
            const MicroStep& step, const Calibration& calibration) {
  const FineTuningConstants& law = calibration.only<FineTuningConstants>();
  const TrainingConstants& links = calibration.only<TrainingConstants>();
  const FineTuningTrainer& stack = *job.trainer;
  const Seconds latency{job.model->layers * stack.layer_seconds *
                        (job.task == Task::full ? stack.full_step : 1)};
  Seconds dequantising;
  if (job.task == Task::qlora)
    dequantising = Bytes{dequantise_bytes(*job.format, calibration) * step.active} /
                   gb_per_second(*per_device(gpu, gpu.bandwidth_gb_s));
  const Bytes by_adapters{adapts(job.task) ? law.adapter_bytes * job.model->layers * step.tokens *
                                                 (job.checkpointing ? 4.0 / 3 : 1)
                                           : 0};
  MicroStep whole = step;
  whole.moving = (step.moving + by_adapters / reach.bandwidth) * stack.traffic;
  const bool shards = devices > 1 && job.zero.value_or(0) >= 2;
  const std::optional<Seconds> fetched = fetching(gpu, job, devices, calibration);
  const double together = shards && !fetched ? law.several_cards : 1;
  // For modules that shard, the measured overhead (`several_cards`) includes the exchange.
  Seconds link = paging(gpu, job, devices, calibration);
  if (fetched)
    link = link + *fetched;
  else if (devices > 1 && !(shards && joined_by_links(gpu)))
    link = link + exchanged(job) * ((devices - 1) / devices) /
                      exchange_rate(gpu, job, links, links.module_gb_s);
  Pass out;
  out.units = step.tokens * devices;
  out.total = (hypotenuse(whole.total(), latency) + dequantising) * together + link;
  out.bound = longest_of(whole.products + whole.attention, whole.moving, latency, link);
  out.parts = TuningStep{whole, latency, dequantising, together, link};
  const bool as_measured = trained_language_models(*reach.cards) && stack.like.empty() &&
                           !goes_through_host(gpu, devices);
  const Number measured_cards = as_measured ? Number(reach.cards->tuning_cards) : Number();
  out.interval = job.paged.value > 0 ? interval_elsewhere(calibration)
                 : fetched           ? interval_of(gpu, "tuning-sharded", 0, devices, calibration)
                           : interval_of(gpu, "tuning", measured_cards, devices, calibration);
  return out;
}

// Returns the time in which devices exchange the gradients of a step of the job's network. For an
// unmeasured network nothing overlaps the exchange.
Seconds exchange_of_network(const Gpu& gpu, const Job& job, double devices,
                            const NetworkTraining* law, const Calibration& calibration) {
  if (devices < 2) return {};
  const TrainingConstants& links = calibration.only<TrainingConstants>();
  const Bytes in_16_bit{law ? law->exchange_gb * 1e9 : 2 * job.network->parameters()};
  // Only two computers with more than three GeForce cards were measured, one of them a bad one.
  const double crowd = is_consumer(gpu) && devices > links.consumer_few ? links.consumer_crowd : 1;
  return in_16_bit * ((is_single(job) ? 2 : 1) * 2 * (devices - 1) / devices) /
         (exchange_rate(gpu, job, links, links.module_gb_s) * crowd);
}

}  // namespace

Work training_work(const Job& job) {
  return {passes_of(job.task), active_parameters(job.model), job.tokens};
}

std::optional<Pass> training_pass(const Gpu& gpu, const Job& job, double devices,
                                  const Calibration& calibration) {
  const auto reach = reach_of(gpu, is_single(job), calibration);
  if (!reach) return {};
  const MicroStep step = micro_step(gpu, job, *reach, calibration);
  return job.task == Task::pretrain
             ? pretraining(gpu, job, devices, *reach->cards, step, calibration)
             : tuning(gpu, job, devices, *reach, step, calibration);
}

std::optional<Pass> network_pass(const Gpu& gpu, const Job& job, double devices,
                                 const Calibration& calibration) {
  const NetworkTraining* law = calibration.find<NetworkTraining>(job.network->id);
  const bool single = is_single(job);
  const auto reach = reach_of(gpu, single, calibration);
  if (!reach) return {};
  const TrainingClass* cards = reach->cards;
  // Without measured training of this network, or of this class in 16 bit, scale its inference.
  const bool from_inference = !law || (!single && cards->cards == 0 && cards->vision_cards > 0);
  const Seconds link = exchange_of_network(gpu, job, devices, law, calibration);
  if (from_inference && job.network->kind == vision_kind)
    if (auto pass = vision_pass(gpu, job, devices, calibration)) {
      VisionStep& step = std::get<VisionStep>(pass->parts);
      step.exchange = link;
      pass->total = pass->total + link;
      pass->bound = longest_of(step.computing, step.moving, {}, link);
      if (devices > 1) pass->interval = interval_of(gpu, vision_kind, {}, devices, calibration);
      return pass;
    }
  if (!law) return {};
  const bool old_tensor_cores = !single && reach->tensor && cards->first_tensor_cores;
  const double matrix = old_tensor_cores ? law->before_ampere.value_or(1) : 1;
  const double per_step = job.batch;
  const Seconds computing = Operations{law->gflop * 1e9 * per_step} / (reach->rate * matrix);
  const Seconds moving =
      Bytes{law->gbyte * 1e9 * per_step * (single ? law->bytes_fp32 : 1)} / reach->bandwidth;
  const Seconds waiting{law->step_seconds};
  Pass out;
  out.units = per_step * devices;
  out.total = hypotenuse(computing, moving) + waiting + link;
  out.bound = longest_of(computing, moving, waiting, link);
  out.parts = NetworkStep{computing, moving, waiting, link};
  const std::string_view kind = job.network->kind;
  // Several consumer cards have one interval, whatever their class.
  const bool several_consumer = devices > 1 && is_consumer(gpu);
  out.interval =
      interval_of(gpu, kind == vision_kind || kind == encoder_kind ? kind : sequence_kind,
                  several_consumer ? 1 : cards->cards, devices, calibration);
  return out;
}

}  // namespace gpupick
