#include "advice/settle.hpp"

#include <algorithm>
#include <cmath>

#include "physics/inference.hpp"

namespace gpupick {
namespace {

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

}  // namespace

Job settled(const Gpu& gpu, Job job, const Calibration& calibration, double devices) {
  if (job.batch == 0) job.batch = usual_batch(gpu, job, calibration, devices);
  if (makes_images(job.task) && job.batch > 1 && !job.one_by_one)
    job.one_by_one = !memory_of(job, calibration, devices)
                          .fits(usable_memory(gpu, job, calibration).value_or(Bytes{}) * devices);
  if (!job.zero && trains_language(job.task))
    job.zero = least_sharding(gpu, job, calibration, devices);
  return job;
}

}  // namespace gpupick
