#include <algorithm>
#include <cmath>

#include "base/search.hpp"
#include "estimate/estimate_parts.hpp"
#include "physics/inference.hpp"

namespace gpupick {
namespace {

// Returns the most users that fit and that all get the required speed and time to first token.
// Returns 1 if not even one user does.
double usual_users(const Gpu& gpu, const Job& job, double devices, const Calibration& calibration) {
  double most = std::min(calibration.only<ServingConstants>().most_streams,
                         streams_that_fit(gpu, job, devices, *job.engine, job.context));
  const auto fitted = constants_for(gpu, *job.engine, calibration);
  if ((job.each == 0 && job.ttft_limit == 0) || !fitted) return most;
  const auto served = [&](double users) {
    Job several = job;
    several.batch = users;
    if (several.drafter && several.draft == 0)
      several.draft = fastest_draft(gpu, several, devices, *fitted);
    const auto step = decode_step(gpu, several, devices, *fitted);
    const auto prompts = prefill(gpu, several, devices, *fitted);
    return (!step || time_per_token(*step, prompts, job.generate).value * job.each <= 1) &&
           (job.ttft_limit == 0 || !prompts || prompts->total().value <= job.ttft_limit);
  };
  if (served(most)) return most;
  return last_that(1, most, served);
}

// Returns the batch of a job that leaves it open: the users in inference, the samples that fill the
// card's memory in training of vision networks, otherwise 1.
double usual_batch(const Gpu& gpu, const Job& job, double devices, const Calibration& calibration) {
  if (is_inference(job.task)) return usual_users(gpu, job, devices, calibration);
  if (job.task != Task::vision_train) return 1;
  const NetworkTraining* law = calibration.find<NetworkTraining>(job.network->id);
  const Number memory = per_device(gpu, gpu.memory_gib);
  const std::optional<Bytes> usable = usable_memory(gpu, job, calibration);
  if (!memory || !usable) return 1;
  const bool single = is_single(job);
  Job filled = job;
  filled.batch = law ? std::floor((single ? law->batch_per_gib_32 : law->batch_per_gib) *
                                  (*memory - (single ? law->gib_less_32 : law->gib_less)))
                     : calibration.only<VisionConstants>().most_batch;
  while (filled.batch > 1 && !memory_of(filled, 1, calibration).fits(*usable))
    filled.batch = std::floor(filled.batch / 2);
  return std::max(1.0, filled.batch);
}

bool fits(const Gpu& gpu, const Job& job, double devices, const Calibration& calibration) {
  return memory_of(job, devices, calibration)
      .fits(usable_memory(gpu, job, calibration).value_or(Bytes{}) * devices);
}

// Returns the ZeRO stage of a job that leaves it open: the lowest at which the job fits, else 3.
// Programs that split the model spread the experts of a mixture in any case.
int least_sharding(const Gpu& gpu, Job job, const Calibration& calibration, double devices) {
  const bool spreads = job.task == Task::pretrain && job.pretraining_trainer->splits_model &&
                       job.model->experts > 0 && devices > 1;
  for (int stage = spreads ? 3 : 0; stage < 3; ++stage) {
    job.zero = stage;
    if (devices < 2 || fits(gpu, job, devices, calibration)) return stage;
  }
  return 3;
}

// Returns the bytes in whole pages.
Bytes in_pages(Bytes bytes) {
  const Bytes page{2 * 1024 * 1024};
  return page * std::ceil(bytes / page);
}

// Sets the part of the denoiser's weights that comes from the host for each evaluation: what a
// device lacks room for. Clears `by_blocks` if the rate of its slot is not known.
void add_swapping(const Gpu& gpu, const Calibration& calibration, Job& job) {
  job.by_blocks = slot_rate(gpu, job.slot_gb_s).has_value();
  const auto usable = usable_memory(gpu, job, calibration);
  const auto at_work = blocks_at_work(job);
  if (!job.by_blocks || !usable || !at_work) return;
  const Bytes over = memory_of(job, 1, calibration).need.total() - *usable;
  if (over.value > 0) job.swapped = std::min(in_pages(over + *at_work), denoiser_weights(job));
}

// Pages to host memory the part of an optimizer's states that does not fit the devices.
void add_paging(const Gpu& gpu, double devices, const Calibration& calibration, Job& job) {
  job.paged = {};
  if (!trains_language(job.task) || !job.optimizer->paged || !slot_rate(gpu)) return;
  const auto usable = usable_memory(gpu, job, calibration);
  if (!usable) return;
  const MemoryNeed need = memory_of(job, devices, calibration).need;
  job.paged = std::clamp(in_pages(need.total() - *usable * devices), Bytes{},
                         need.part(MemoryUse::optimizer));
}

// Returns the micro-batches per optimizer step of a job that leaves them open. One device uses 1,
// and so do linked modules, whose exchange was measured by the batch. Boards that exchange through
// the host use the usual step, unless accumulated gradients no longer fit.
double usual_accumulation(const Gpu& gpu, Job job, const Calibration& calibration, double devices) {
  if (devices < 2 || joined_by_links(gpu)) return 1;
  job.accumulate = std::max(1.0, std::ceil(job.step_batch / (job.batch * devices)));
  add_paging(gpu, devices, calibration, job);
  return fits(gpu, job, devices, calibration) ? job.accumulate : 1;
}

}  // namespace

void resolve_draft(const Gpu& gpu, double devices, const Calibration& calibration, Job& job) {
  if (!job.drafter || job.draft > 0) return;
  if (const auto fitted = constants_for(gpu, *job.engine, calibration))
    job.draft = fastest_draft(gpu, job, devices, *fitted);
}

const StartMemory* start_on(const Gpu& gpu, const Job& job, const Calibration& calibration) {
  const double gib = per_device(gpu, gpu.memory_gib).value_or(0);
  const StartMemory* out = nullptr;
  for (const StartMemory& one : calibration.of<StartMemory>())
    if (job.engine && one.engine == job.engine->id && one.from_gib <= gib &&
        (!out || one.from_gib > out->from_gib))
      out = &one;
  return out;
}

void resolve_for(const Gpu& gpu, double devices, const Calibration& calibration, Job& job) {
  job.paged = job.swapped = {};  // the job may have been resolved before and changed since
  job.start = start_on(gpu, job, calibration);
  if (job.batch == 0) job.batch = usual_batch(gpu, job, devices, calibration);
  // Skip the slow search if the job does not fit, and so has no speed.
  if (job.drafter && fits(gpu, job, devices, calibration))
    resolve_draft(gpu, devices, calibration, job);
  const bool apart = slot_rate(gpu).has_value();  // the card's memory is separate from the host's
  if (makes_images(job.task)) {
    const auto no_room = [&] { return !fits(gpu, job, devices, calibration); };
    if (job.batch > 1 && !job.one_by_one) job.one_by_one = no_room();
    if (shares_host_memory(gpu))
      job.offload = job.by_blocks = false;  // what waits takes the same memory
    else if (apart && !job.offload)
      job.offload = no_room();
  }
  if (job.by_blocks) add_swapping(gpu, calibration, job);
  if (job.spare_trainer && devices == 1 && apart && !fits(gpu, job, devices, calibration)) {
    Job spare = job;
    spare.trainer = job.spare_trainer;
    if (fits(gpu, spare, devices, calibration)) job.trainer = job.spare_trainer;
  }
  if (!job.zero && trains_language(job.task))
    job.zero = least_sharding(gpu, job, calibration, devices);
  if (adapts(job.task) && job.zero == 3 && devices > 1 && apart && !joined_by_links(gpu))
    job.host_weights = job.trainer->fetches_layers && !fits(gpu, job, devices, calibration);
  if (job.accumulate == 0) job.accumulate = usual_accumulation(gpu, job, calibration, devices);
  add_paging(gpu, devices, calibration, job);
}

}  // namespace gpupick
