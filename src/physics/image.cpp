// The problem: the matrix rate limits the images per second of a diffusion model on some cards, the
// host does on fast ones, and a board with little power for its rate reaches neither limit. For a
// batch on one device, with W operations and B bytes of a denoising step per image:
//
//   seconds = images x (steps x ((W + A / a) / (u x held) + B / bandwidth) + decoding) / f
//             + steps x t
//
// W grows with the area of an image and the length of a clip. A, the operations between tokens,
// grows with their square. f is the speed of a class of cards and its software relative to CUDA
// with tensor cores, and of eager attention relative to fused attention; t is the host's time per
// step. The constants are fitted on Stable Diffusion 1.5 (user-submitted runs of web UIs and
// diffusers). Other networks scale with the work of their denoiser, which was checked on image
// decoders only. If components take turns on the card, each is sent there once per batch. Blocks of
// the denoiser without room are sent for each evaluation, while the card computes with the block
// before:
//
//   seconds of denoising = max(as if it fitted, evaluations x swapped / (p x rate of the slot))
//
// Left out: TensorRT, which reaches 2.8 times this speed on Hopper.
#include <cmath>

#include "physics/device.hpp"
#include "physics/pass.hpp"

namespace gpupick {
namespace {

const Interval* interval_of(const Gpu& gpu, const Job& job, const ImageClass& cards,
                            const Calibration& calibration) {
  if (job.swapped.value > 0) return calibration.interval_for({.work = "image-swapped"});
  const bool clips = job.task == Task::video;
  return calibration.interval_for(
      {.work = clips ? "video" : "image",
       .stack = gpu.stack.value_or(""),
       .network = job.network->id,
       .measured = (clips ? cards.video_cards : cards.cards) > 0 && !in_laptop(gpu)});
}

// The work of one denoising step, in 10^9 multiply-adds: with the weights, and between tokens.
struct StepWork {
  double products = 0, attention = 0;
};

StepWork work_of_step(const Job& job) {
  const Network& network = *job.network;
  const double size = area(job) * length(job);
  return {.products = (network.forward_gmacs - network.attention_gmacs) *
                      network.evaluations_per_step * size,
          .attention = network.attention_gmacs * network.evaluations_per_step * size * size};
}

// Returns the factor on the speed of products that compiling and FP8 give.
double gain_of_kernels(const Gpu& gpu, const Job& job, const ImageConstants& law) {
  const bool fp8 = job.precision == Precision::fp8 && gpu.fp8_tensor_tflops.value_or(0) > 0;
  return (job.compiled ? law.compiled : 1) * (fp8 ? law.fp8 : 1);
}

// Returns the work of decoding the images of a batch.
Operations decoding_work(const Job& job, const ImageConstants& law) {
  const Network& network = *job.network;
  const double frames = network.frames > 0 ? network.frames * length(job) : 1;
  return {2e9 * law.decoder_gmacs * area(job) *
          std::pow(network.resolution / law.decoder_resolution, 2) * frames * job.batch};
}

}  // namespace

std::optional<Pass> image_pass(const Gpu& gpu, const Job& job, double devices,
                               const Calibration& calibration) {
  const ImageConstants& law = calibration.only<ImageConstants>();
  const Network& network = *job.network;
  const SoftwareStack& stack = calibration.stack_of(gpu);
  const ImageClass* cards = class_of(gpu, calibration.of<ImageClass>());
  // GTX 16 computes in FP32, since its packed FP16 gives wrong images. The class's factor covers
  // that.
  const Number rate = matrix_rate(gpu, stack, false);
  const Number bandwidth = per_device(gpu, gpu.bandwidth_gb_s);
  const auto bus = slot_rate(gpu, job.slot_gb_s);
  const double steps = job.steps > 0 ? job.steps : network.steps;
  if (!cards || !rate || !bandwidth || network.forward_gmacs == 0 || steps == 0 ||
      network.resolution == 0 || (job.offload && !bus))
    return {};
  const StepWork work = work_of_step(job);
  const double gmacs = work.products + work.attention;
  const double precision = is_single(job) ? 2 : 1;
  // Large matrices keep the units busier than the small ones that the constants were fitted on.
  const double gain = gmacs > law.large_gmacs ? law.large_gain : 1;
  const double kernels = gain_of_kernels(gpu, job, law);
  const double share = cards->factor * gain * (job.eager ? law.eager : 1) * kernels;
  const OffloadConstants& copies = calibration.only<OffloadConstants>();
  ImageStep step;
  step.steps = steps;
  step.gmacs = work.products;
  step.attention = work.attention;
  // Attention has a separate kernel in 16 bit, which compiling and FP8 do not speed up.
  step.attention_share = law.attention_share / kernels;
  step.held = tflops(
      *per_device(gpu, held_rate(gpu, stack, *rate, law.power_exponent, law.tflops_per_watt)) *
      law.efficiency * share / precision);
  step.computing = Operations{2e9 * (work.products + work.attention / step.attention_share) *
                              steps * job.batch} /
                   step.held;
  step.moving =
      Bytes{law.gigabytes_per_step * 1e9 * gmacs /
            (law.reference_gmacs * law.reference_evaluations) * steps * job.batch * precision} /
      gb_per_second(*bandwidth * share);
  step.decoding = decoding_work(job, law) / step.held;
  step.host = Seconds{law.step_seconds * steps};
  step.evaluations = steps * network.evaluations_per_step;
  step.swapped = job.swapped;
  if (bus) {
    step.sending = (job.offload ? component_weights(job) : Bytes{}) / rate_from_host(*bus, copies);
    step.from_host = *bus * copies.pinned_efficiency;
  }
  Pass out;
  out.units = job.batch * devices;
  out.total = step.denoising() + step.decoding + step.host + step.sending;
  const bool waits = step.swapping() > step.computing + step.moving;
  out.bound = longest_of(step.computing + step.decoding, step.moving, step.host,
                         waits ? step.swapping() : step.sending);
  out.parts = step;
  out.interval = interval_of(gpu, job, *cards, calibration);
  return out;
}

}  // namespace gpupick
