// The problem: "does not fit" is no answer to a buyer. What would make it fit is tried from what
// costs least to what costs most: for inference a cache of one byte a value, fewer users, the
// longest context that fits if it is half of what was asked, a smaller cache type, another format,
// less context; for training activations computed again, 16 bit, smaller batches, and with these or
// without shards, an optimizer or frozen weights of fewer bits, shorter sequences; then more cards.
// Left out: changes of several other things at once, other models.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "advice/card_group.hpp"
#include "advice/estimate_parts.hpp"
#include "physics/inference.hpp"

namespace gpupick {
namespace {

// The most of so many cards that can share the job.
double sharing(const Gpu& gpu, double cards, const Job& job, const Calibration& calibration) {
  if (is_training(job.task) || !is_language(job.task)) return cards;
  const Engine& engine = calibration.engine(job.engine);
  while (cards > 1 && !heads_come_out_even(job, engine, gpu.devices.value_or(1) * cards)) --cards;
  return cards;
}

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
    std::string flag = "--attention fused";
    Job fused = job_;
    fused.eager = false;
    if (job_.eager && fits(fused)) return flag;
    std::string own = change_as_asked(choices);
    if (!own.empty() || !job_.eager) return own;
    const std::string more = Search(gpu_, count_, fused, calibration_, usable_).change(choices);
    if (more.empty()) return "";
    if (more.starts_with("--")) return flag + " " + more;
    return more + (more.find("--") == std::string::npos ? " and " : " ") + flag;
  }

 private:
  std::string change_as_asked(const Choices& choices) const {
    const std::string smaller = is_training(job_.task)   ? training_change(choices)
                                : is_language(job_.task) ? inference_change(choices)
                                                         : image_change(choices);
    return smaller.empty() && choices.more_cards ? more_cards() : smaller;
  }

  double sharing(double cards, const Job& job) const {
    return gpupick::sharing(gpu_, cards, job, calibration_);
  }

  bool fits(Job job, double count) const {
    const double devices = devices_per_card_ * sharing(count, job);
    if (!job.zero) job.zero = 3;  // if that is needed
    return memory_of(job, calibration_, devices).fits(usable_ * devices);
  }
  bool fits(const Job& job) const { return fits(job, count_); }

  // The type of most bytes, but no fewer than `least`.
  std::string cache_change(const Choices& choices, double least) const {
    const bool gguf = calibration_.engine(job_.engine).gguf;
    Job other = job_;
    const CacheType* best = nullptr;
    for (const CacheType& type : *choices.cache_types) {
      other.cache_type = &type;
      const bool smaller =
          type.gguf == gguf && type.bytes < job_.cache_type->bytes && type.bytes >= least;
      if (smaller && (!best || type.bytes > best->bytes) && fits(other)) best = &type;
    }
    return best ? fmt::format("--kv-quant {}", best->id) : "";
  }

  std::string fewer_users() const {
    Job other = job_;
    other.batch =
        std::min(job_.batch, streams_that_fit(gpu_, job_, devices_per_card_ * sharing(count_, job_),
                                              calibration_.engine(job_.engine), job_.context));
    return other.batch < job_.batch && fits(other) ? fmt::format("--users {:.0f}", other.batch)
                                                   : "";
  }

  // The longest context that fits, if it is no shorter than `least` and than prompt and answer.
  std::string shorter_context(double least) const {
    Job other = job_;
    other.context = longest_context(gpu_, count_, job_, calibration_);
    return other.context >= std::max(least, job_.prompt + job_.generate) && fits(other)
               ? fmt::format("--context {:.0f}", other.context)
               : "";
  }

  // The format of most bits.
  std::string format_change(const Choices& choices) const {
    const bool gguf = calibration_.engine(job_.engine).gguf;
    Job other = job_;
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

  std::string inference_change(const Choices& choices) const {
    constexpr double shortest = 2048;  // tokens; below that nobody is helped
    std::string found = cache_change(choices, 1);
    if (found.empty()) found = fewer_users();
    if (found.empty()) found = shorter_context(std::max(shortest, job_.context / 2));
    if (found.empty()) found = cache_change(choices, 0);
    if (found.empty()) found = format_change(choices);
    return found.empty() ? shorter_context(shortest) : found;
  }

  // A job of training that needs less, and the flags that make it so.
  struct Saving {
    Job job;
    std::string flags;
  };

  // The job as asked; then with activations computed again; then also in 16 bit; then also with
  // ever smaller batches.
  std::vector<Saving> savings() const {
    std::vector<Saving> out{{job_, ""}};
    if (!is_training(job_.task)) return out;
    if (!job_.checkpointing && is_language(job_.task)) {
      out.push_back({job_, "--checkpointing"});
      out.back().job.checkpointing = true;
    }
    if (is_single(job_)) {
      out.push_back(out.back());
      out.back().job.precision = is_language(job_.task) ? "bf16" : "fp16";
      add("--precision " + out.back().job.precision, out.back().flags);
    }
    const Saving whole = out.back();
    double batch = job_.batch;
    while (batch >= 2) {
      batch = std::floor(batch / 2);
      Saving next = whole;
      next.job.batch = batch;
      add(fmt::format("--batch {:.0f}", batch), next.flags);
      if (is_language(job_.task)) {
        next.job.accumulate = std::ceil(job_.batch * job_.accumulate / batch);
        add(fmt::format("--accumulate {:.0f}", next.job.accumulate), next.flags);
      }
      out.push_back(std::move(next));
    }
    return out;
  }

  static void add(const std::string& flag, std::string& flags) {
    flags += (flags.empty() ? "" : " ") + flag;
  }

  // The sequences as long as fit, from 512 tokens up.
  std::string shorter_sequences(Saving saving) const {
    double low = 256, high = job_.context;
    while (high - low > 256) {
      saving.job.context = std::floor((low + high) / 2 / 256) * 256;
      (fits(saving.job) ? low : high) = saving.job.context;
    }
    add(fmt::format("--context {:.0f}", low), saving.flags);
    return low < 512 ? "" : saving.flags;
  }

  // Frozen weights of fewer bits, shorter sequences, both.
  std::string rougher_training(const Choices& choices) const {
    std::vector<Saving> frozen = savings();
    const auto format =
        std::find_if(choices.formats->begin(), choices.formats->end(),
                     [](const Quantisation& one) { return one.id == usual_frozen; });
    const bool fewer_bits = job_.task == Task::lora && format != choices.formats->end();
    for (Saving& saving : frozen) {
      if (!fewer_bits) break;
      saving.job.task = Task::qlora;
      saving.job.quant = &*format;
      saving.flags.insert(0, saving.flags.empty() ? "--task qlora" : "--task qlora ");
      if (fits(saving.job)) return saving.flags;
    }
    const std::string shorter = shorter_sequences(savings().back());
    return shorter.empty() && fewer_bits ? shorter_sequences(frozen.back()) : shorter;
  }

  // Savings alone, then with shards or states of fewer bits.
  std::string training_change(const Choices& choices) const {
    for (const Saving& saving : savings())
      if (fits(saving.job)) return saving.flags;
    if (!is_language(job_.task)) return "";
    for (const Saving& saving : savings()) {
      std::string flags = saving.flags;
      Job other = saving.job;
      for (int zero = job_.zero.value_or(3) + 1; count_ > 1 && zero <= 3; ++zero) {
        other.zero = zero;
        add(fmt::format("--zero {}", zero), flags);
        if (fits(other)) return flags;
        flags = saving.flags;
      }
      other = saving.job;
      for (const std::string& optimizer : calibration_.smaller_optimizers(job_.optimizer)) {
        other.optimizer = optimizer;
        add(fmt::format("--optimizer {}", optimizer), flags);
        if (fits(other)) return flags;
        flags = saving.flags;
      }
    }
    return rougher_training(choices);
  }

  // The format of most bits, fewer than the job's, in which its network fits; null for none.
  const Quantisation* smaller_format(Job job, const Choices& choices) const {
    const double bits = job.quant ? job.quant->linear_bits : 16;
    const Quantisation* best = nullptr;
    for (const Quantisation& format : *choices.formats) {
      job.quant = &format;
      if (!format.gguf && !format.of_text && format.linear_bits < bits &&
          (!best || format.linear_bits > best->linear_bits) && fits(job))
        best = &format;
    }
    return best;
  }

  // Fewer images at once, one component at a time, weights of fewer bits, both; and smaller ones.
  std::string image_change(const Choices& choices) const {
    Job other = job_;
    while (other.batch >= 2) {
      other.batch = std::floor(other.batch / 2);
      if (fits(other)) return fmt::format("--batch {:.0f}", other.batch);
    }
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
    const double side = job_.resolution > 0 ? job_.resolution : job_.network->resolution;
    for (const double share : {0.75, 0.5, 0.25, 0.125}) {
      other.resolution = std::floor(share * side / 64) * 64;
      if (other.resolution == 0) break;
      const std::string smaller = fmt::format("--resolution {:.0f}", other.resolution);
      other.offload = job_.offload;
      if (fits(other)) return fewer + smaller;
      other.offload = true;
      const Quantisation* format = fits(other) ? nullptr : smaller_format(other, choices);
      if (format || fits(other))
        return fmt::format("{}{}{}{}", fewer, job_.offload ? "" : "--offload ",
                           format ? fmt::format("--quant {} ", format->id) : "", smaller);
    }
    return "";
  }

  // The fewest that fit and can share the job, with as few savings as will do.
  std::string more_cards() const {
    if (!is_language(job_.task)) return "";
    // Whom one computer's cards are too few for trains on many; who chats does not.
    const int most = is_training(job_.task) ? 1024 : most_cards;
    for (Saving& saving : savings()) {
      if (saving.job.zero.value_or(3) < 3) {
        saving.job.zero = 3;
        add("--zero 3", saving.flags);
      }
      if (!fits(saving.job, most)) continue;
      for (int count = static_cast<int>(count_) + 1; count <= most; ++count)
        if (sharing(count, saving.job) == count && fits(saving.job, count))
          return fmt::format("{} cards{}{}", count, saving.flags.empty() ? "" : " and ",
                             saving.flags);
    }
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
  const Engine& engine = calibration.engine(job.engine);
  const std::optional<Bytes> usable = usable_memory(gpu, engine);
  if (!usable) return 0;
  const double devices = sharing(gpu, count, job, calibration) * gpu.devices.value_or(1);
  const auto fits = [&](double steps) {
    Job other = job;
    other.batch = std::max(1.0, job.batch);
    other.context = steps * 256;
    return memory_need(other, engine, devices).total() <= *usable * devices;
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
