// The problem: "does not fit" is no answer to a buyer. What would make it fit is tried from what
// costs least to what costs most: for inference another cache type, fewer users, half the context
// and so on, another format; for training activations computed again, smaller batches, shards, an
// optimizer of fewer bits; then more cards. Left out: changes of several things at once, other
// models.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <gpupick/inference.hpp>

#include "estimate_parts.hpp"

namespace gpupick {
namespace {

// Looks for the smallest change after which a job fits so many devices.
class Search {
 public:
  Search(const Gpu& gpu, double count, const Job& job, const Calibration& calibration,
         Bytes usable_per_device)
      : gpu_(gpu),
        devices_per_card_(gpu.devices.value_or(1)),
        count_(count),
        job_(job),
        calibration_(calibration),
        usable_(usable_per_device) {}

  std::string change(const Choices& choices) const {
    const std::string smaller = is_training(job_.task)   ? training_change()
                                : is_language(job_.task) ? inference_change(choices)
                                                         : image_change(choices);
    return smaller.empty() && choices.more_cards ? more_cards() : smaller;
  }

 private:
  bool fits(const Job& job, double count) const {
    const double devices = devices_per_card_ * count;
    return memory_of(job, calibration_, devices).fits(usable_ * devices);
  }
  bool fits(const Job& job) const { return fits(job, count_); }

  // Another cache type, half the context and so on, another format.
  std::string inference_change(const Choices& choices) const {
    const bool gguf = calibration_.runtime(job_.runtime).gguf;
    Job other = job_;
    for (const CacheType& type : *choices.cache_types) {
      other.cache_type = &type;
      if (type.gguf == gguf && type.bytes < job_.cache_type->bytes && type.bytes >= 1 &&
          fits(other))
        return fmt::format("--kv-quant {}", type.id);
    }
    other = job_;
    other.batch =
        std::min(job_.batch, streams_that_fit(gpu_, job_, devices_per_card_ * count_,
                                              calibration_.runtime(job_.runtime), job_.context));
    if (other.batch < job_.batch && fits(other)) return fmt::format("--users {:.0f}", other.batch);
    other = job_;
    for (other.context = job_.context / 2; other.context >= 2048; other.context /= 2)
      if (fits(other)) return fmt::format("--context {:.0f}", other.context);
    other = job_;
    const Quantisation* best = nullptr;
    for (const Quantisation& format : *choices.formats) {
      other.quant = &format;
      const bool smaller = format.gguf == gguf && format.linear_bits < job_.quant->linear_bits &&
                           format.linear_bits > 3.3;
      if (smaller && (!best || format.linear_bits > best->linear_bits) && fits(other))
        best = &format;
    }
    return best ? fmt::format("--quant {}", best->id) : "";
  }

  // Computing activations again, smaller batches, states of fewer bits, shards, a smaller method.
  std::string training_change() const {
    Job other = job_;
    std::string first;
    if (!job_.checkpointing && is_language(job_.task)) {
      other.checkpointing = true;
      if (fits(other)) return "--checkpointing";
      first = "--checkpointing ";
    }
    while (other.batch >= 2) {
      other.batch = std::floor(other.batch / 2);
      other.accumulate = std::ceil(job_.batch * job_.accumulate / other.batch);
      if (fits(other))
        return fmt::format("{}--batch {:.0f} --accumulate {:.0f}", first, other.batch,
                           other.accumulate);
    }
    if (!is_language(job_.task)) return "";
    other = job_;
    if (count_ > 1)
      for (other.zero = job_.zero + 1; other.zero <= 3; ++other.zero)
        if (fits(other)) return fmt::format("--zero {}", other.zero);
    other = job_;
    other.optimizer = "adamw-8bit";
    if (job_.optimizer == "adamw" && job_.task == Task::full && fits(other))
      return "--optimizer adamw-8bit";
    return "";
  }

  // The format of most bits, fewer than the job's, in which its network fits; null for none.
  const Quantisation* smaller_format(Job job, const Choices& choices) const {
    const Quantisation* best = nullptr;
    for (const Quantisation& format : *choices.formats) {
      job.quant = &format;
      if (!format.gguf && format.linear_bits < job_.quant->linear_bits &&
          (!best || format.linear_bits > best->linear_bits) && fits(job))
        best = &format;
    }
    return best;
  }

  // Fewer images at once, one component at a time, weights of fewer bits, both.
  std::string image_change(const Choices& choices) const {
    Job other = job_;
    for (other.batch = std::floor(job_.batch / 2); other.batch >= 1;
         other.batch = std::floor(other.batch / 2))
      if (fits(other)) return fmt::format("--batch {:.0f}", other.batch);
    other.batch = 1;
    const std::string fewer = job_.batch > 1 ? "--batch 1 " : "";
    other.offload = true;
    if (fits(other)) return fewer + "--offload";
    for (const bool offload : {job_.offload, true}) {
      other.offload = offload;
      if (const Quantisation* format = smaller_format(other, choices))
        return fmt::format("{}{}--quant {}", fewer, offload && !job_.offload ? "--offload " : "",
                           format->id);
    }
    return "";
  }

  std::string more_cards() const {
    if (!is_language(job_.task)) return "";
    Job other = job_;
    if (is_training(job_.task)) other.zero = 3;
    const Runtime* shares = is_training(job_.task) ? nullptr : &calibration_.runtime(job_.runtime);
    for (int more = 1; more <= 63; ++more)
      if (fits(other, count_ + more) &&
          (!shares || heads_come_out_even(other, *shares, devices_per_card_ * (count_ + more))))
        return fmt::format("{:.0f} cards{}", count_ + more,
                           other.zero == job_.zero ? "" : " and --zero 3");
    return "";
  }

  const Gpu& gpu_;
  double devices_per_card_, count_;
  const Job& job_;
  const Calibration& calibration_;
  Bytes usable_;
};

}  // namespace

double longest_context(const Gpu& gpu, double count, const Job& job,
                       const Calibration& calibration) {
  const Runtime& runtime = calibration.runtime(job.runtime);
  const std::optional<Bytes> usable = usable_memory(gpu, runtime);
  if (!usable) return 0;
  const double devices = count * gpu.devices.value_or(1);
  const auto fits = [&](double steps) {
    Job other = job;
    other.context = steps * 256;
    return memory_need(other, runtime, devices).total() <= *usable * devices;
  };
  double low = 0, high = std::floor(job.model->context / 256);
  if (fits(high)) return job.model->context;
  while (high - low > 1) {
    const double middle = std::floor((low + high) / 2);
    (fits(middle) ? low : high) = middle;
  }
  return low * 256;
}

std::string smallest_change(const Gpu& gpu, double count, const Job& job,
                            const Calibration& calibration, Bytes usable_per_device,
                            const Choices& choices) {
  return Search(gpu, count, job, calibration, usable_per_device).change(choices);
}

}  // namespace gpupick
