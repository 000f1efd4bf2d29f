// The problem: a network reaches between 0.05 and 0.7 of the peak, depending on how many values it
// moves for its products. Operations and values are published for hundreds of networks, and their
// times add up. For an image of W operations and V values:
//
//   seconds = W / (u x rate) + V x b x c / bandwidth
//
// `rate` and `bandwidth` are those that the card's class reaches. b is the bytes per value, of the
// network if measured, else typical ones; c is the share of the traffic that a compiled network
// keeps. A small batch takes as long as `least_batch` images, since it waits for the host. A step
// of training is a few times the work and a few times the traffic. Fitted on timm's benchmarks of
// two cards and our own of an H100 and an H200; training on those two alone. Left out: 8 bit,
// TensorRT, loading and decoding of the images. Several cards that train also exchange gradients
// (physics/training.cpp).
#include <algorithm>
#include <cmath>

#include "physics/pass.hpp"

namespace gpupick {
namespace {

// Returns the bytes per value of unmeasured networks: the geometric mean of the measured ones.
double usual_bytes(const Calibration& calibration) {
  double sum = 0;
  for (const NetworkInference& one : calibration.of<NetworkInference>())
    sum += std::log(one.activation_bytes);
  return std::exp(sum / static_cast<double>(calibration.of<NetworkInference>().size()));
}

const Interval* interval_of(const Job& job, const TrainingClass& cards, bool measured,
                            const Calibration& calibration) {
  const bool fills = job.batch >= calibration.only<VisionConstants>().least_batch;
  return calibration.interval_for({.work = is_training(job.task)             ? "vision-training"
                                           : cards.vision_cards > 0 && fills ? "vision"
                                                                             : "vision-elsewhere",
                                   .measured = measured});
}

}  // namespace

std::optional<Pass> vision_pass(const Gpu& gpu, const Job& job, double devices,
                                const Calibration& calibration) {
  const VisionConstants& law = calibration.only<VisionConstants>();
  const Network& network = *job.network;
  const NetworkInference* measured = calibration.find<NetworkInference>(network.id);
  const double per_value = measured ? measured->activation_bytes : usual_bytes(calibration);
  const auto reach = reach_of(gpu, is_single(job), calibration);
  if (!reach || network.forward_gmacs == 0 || network.activations_m == 0) return {};
  if (is_training(job.task) && !measured) return {};  // no measurement is close enough
  const double images = std::max(job.batch, law.least_batch) * area(job);
  const double share = (is_single(job) ? 2 : 1) * (job.compiled ? law.compiled : 1);
  const bool trains = is_training(job.task);
  const Operations work{2e9 * network.forward_gmacs * images * (trains ? law.training_work : 1)};
  const Bytes traffic{per_value * network.activations_m * 1e6 * share * images *
                      (trains ? law.training_traffic : 1)};
  const Seconds computing = work / (reach->rate * law.matrix * reach->cards->vision);
  const Seconds moving = traffic / (reach->bandwidth * reach->cards->vision);
  Pass out;
  out.units = job.batch * devices;
  out.total = computing + moving;
  out.bound = longest_of(computing, moving, {}, {});
  out.parts = VisionStep{images, computing, moving, {}};
  out.interval = interval_of(job, *reach->cards, measured != nullptr, calibration);
  return out;
}

}  // namespace gpupick
