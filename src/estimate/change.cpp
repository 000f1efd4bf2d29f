// The problem: "does not fit" does not help a buyer. So the search tries changes in order, the
// mildest first:
//
// - inference: a cache of one byte a value, for several users another format, fewer users, the
//   longest context that fits if it is at least half of the one asked, a smaller cache type,
//   another format, less context
// - training: smaller batches of which more make a step, recomputed activations, 16 bit, a loss in
//   chunks, the last three with smaller batches; all of these with more shards or an optimizer of
//   fewer bits; frozen weights of fewer bits; shorter sequences
// - images: smaller batches, weights of fewer bits, smaller images
// - language models: more cards
//
// If nothing makes a chat fit the cards, changes after which it runs partly in host memory are
// tried: a smaller cache, another format, or both.
//
// If none of these makes inference fit, two changes are combined. A job with eager attention is
// first tried with fused attention. Left out: three changes at once, other models.
#include "estimate/change.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "base/search.hpp"
#include "estimate/card_group.hpp"
#include "estimate/estimate_parts.hpp"
#include "physics/inference.hpp"

namespace gpupick {
namespace {

// Searches for the smallest change after which a job fits `count` cards.
class Search {
 public:
  Search(const Gpu& gpu, double count, const Job& job, const Calibration& calibration,
         Bytes usable_per_device, const Choices& choices)
      : gpu_(gpu),
        devices_per_card_(gpu.devices.value_or(1)),
        count_(count),
        job_(job),
        calibration_(calibration),
        bounds_(calibration.only<SearchBounds>()),
        usable_(usable_per_device),
        choices_(choices) {}

  Change change() const {
    const FlagValue flag{"--attention", std::string_view("fused")};
    Job fused = job_;
    fused.eager = false;
    if (job_.eager && fits(fused)) return {flag};
    Change own = change_as_asked();
    if (!own.empty() || !job_.eager) return own;
    Change more = Search(gpu_, count_, fused, calibration_, usable_, choices_).change();
    if (more.empty()) return more;
    more.insert(more.front().flag == cards_flag ? more.end() : more.begin(), flag);
    return more;
  }

  std::optional<std::pair<Change, Offload>> host_change() const {
    const Saving asked{job_, {}};
    std::vector<Savings> steps = {smaller_caches(asked, 1), smaller_formats(asked),
                                  smaller_caches(asked, 0)};
    for (const Saving& one : smaller_caches(asked, 1)) steps.push_back(smaller_formats(one));
    for (const Savings& same_kind : steps)
      for (const Saving& one : same_kind)
        if (const std::optional<Offload> offload = runs_from_host(one.job))
          return std::pair(one.flags, *offload);
    return {};
  }

 private:
  std::optional<Offload> runs_from_host(const Job& job) const {
    const JobEstimate result = estimate(gpu_, count_, job, calibration_, {nullptr, choices_.host});
    const std::optional<Offload>& offload = result.offload;
    return offload && choices_.host.holds(in_gib(offload->stored)) ? offload : std::nullopt;
  }

  Change change_as_asked() const {
    Change found = is_training(job_.task)     ? training_change()
                   : is_inference(job_.task)  ? inference_change()
                   : job_.task == Task::embed ? first_that_fits({smaller_batches({job_, {}})})
                                              : image_change();
    if (found.empty() && choices_.more_cards) found = more_cards();
    if (found.empty() && choices_.two_changes && is_inference(job_.task)) found = two_changes();
    return found;
  }

  double sharing(double cards, const Job& job) const { return gpupick::sharing(gpu_, cards, job); }

  bool fits(Job job, double count) const {
    const double devices = devices_per_card_ * sharing(count, job);
    if (trains_language(job.task)) resolve_for(gpu_, devices, calibration_, job);
    const bool has_target = job.each > 0 || job.ttft_limit > 0;
    return memory_of(job, calibration_, devices).fits(usable_ * devices) &&
           choices_.host.holds(in_gib(host_need(job))) &&
           (!has_target || !estimate(gpu_, count, job, calibration_).missed_target());
  }
  bool fits(const Job& job) const { return fits(job, count_); }

  // A job that needs less memory, and the flags that describe the difference.
  struct Saving {
    Job job;
    Change flags;
  };
  using Savings = std::vector<Saving>;

  static Change with(Change flags, FlagValue more) {
    flags.push_back(more);
    return flags;
  }

  // Returns the flags of the first job that fits, in this order; empty if none does.
  Change first_that_fits(std::initializer_list<Savings> savings) const {
    for (const Savings& same_kind : savings)
      for (const Saving& one : same_kind)
        if (fits(one.job)) return one.flags;
    return {};
  }

  // Returns the job with each smaller cache type of at least `least` bytes a value, largest first.
  Savings smaller_caches(const Saving& from, double least) const {
    Savings out;
    for (const CacheType& type : choices_.catalog->cache_types()) {
      if (type.files != job_.engine->files || type.bytes >= job_.cache_type->bytes ||
          type.bytes < least)
        continue;
      out.push_back({from.job, with(from.flags, {"--kv-quant", type.id})});
      out.back().job.cache_type = &type;
    }
    std::ranges::stable_sort(out, std::ranges::greater(),
                             [](const Saving& one) { return one.job.cache_type->bytes; });
    return out;
  }

  // Returns the job with each format that is accepted, the one of most bits first.
  template <class Accepted>
  Savings formats(const Saving& from, Accepted accepted) const {
    Savings out;
    for (const Quantisation& format : choices_.catalog->quantisations()) {
      if (!accepted(format)) continue;
      out.push_back({from.job, with(from.flags, {"--quant", format.id})});
      out.back().job.format = &format;
    }
    std::ranges::stable_sort(out, std::ranges::greater(),
                             [](const Saving& one) { return one.job.format->linear_bits; });
    return out;
  }

  // Omits formats of `least_bits` or fewer, and formats of unknown perplexity if that of the job's
  // own is known.
  Savings smaller_formats(const Saving& from) const {
    return formats(from, [&](const Quantisation& format) {
      return format.files == job_.engine->files && format.linear_bits < job_.format->linear_bits &&
             format.linear_bits > bounds_.least_bits &&
             (!job_.format->perplexity || format.perplexity);
    });
  }

  Savings smaller_image_formats(const Saving& from) const {
    const double bits = job_.format ? job_.format->linear_bits : 16;
    return formats(from, [&](const Quantisation& format) {
      return format.files.empty() && !format.of_text && format.linear_bits < bits;
    });
  }

  // Returns the job with as many users as fit, or nothing if that is not fewer.
  Savings fewer_users(const Saving& from) const {
    Job job = from.job;
    const double devices = devices_per_card_ * sharing(count_, job);
    job.batch = std::min(job.batch, streams_that_fit(gpu_, job, devices, *job.engine, job.context));
    if (job.batch == from.job.batch) return {};
    return {{job, with(from.flags, {"--users", job.batch})}};
  }

  // Returns the job with the longest context that fits, or nothing if that is less than `least` or
  // does not hold prompt and answer.
  Savings shorter_context(const Saving& from, double least) const {
    Job job = from.job;
    job.context = longest_context(gpu_, count_, job, calibration_);
    if (job.context < std::max(least, job.prompt + job.generate)) return {};
    return {{job, with(from.flags, {"--context", job.context})}};
  }

  Change inference_change() const {
    const Saving asked{job_, {}};
    const double shortest = bounds_.shortest_context;
    return first_that_fits(
        {smaller_caches(asked, 1), job_.batch > 1 ? smaller_formats(asked) : Savings(),
         fewer_users(asked), shorter_context(asked, std::max(shortest, job_.context / 2)),
         smaller_caches(asked, 0), smaller_formats(asked), shorter_context(asked, shortest)});
  }

  // Tries smaller cache types, then smaller formats, each with the mildest second change after
  // which the job fits. Then tries one user with less context.
  Change two_changes() const {
    const Saving asked{job_, {}};
    const double shortest = bounds_.shortest_context;
    Change found;
    for (const Saving& one : smaller_caches(asked, 0))
      if (found.empty())
        found = first_that_fits(
            {smaller_formats(one), fewer_users(one), shorter_context(one, shortest)});
    for (const Saving& one : smaller_formats(asked))
      if (found.empty())
        found = first_that_fits({fewer_users(one), shorter_context(one, shortest)});
    if (!found.empty() || job_.batch <= 1) return found;
    Saving alone{job_, {{"--users", 1.0}}};
    alone.job.batch = 1;
    return first_that_fits({shorter_context(alone, shortest)});
  }

  // Returns whether a loss in chunks would keep fewer logits than the trainer's.
  bool keeps_logits() const {
    const TrainingMemory& law = calibration_.only<TrainingMemory>();
    return job_.trainer->logit_bytes.value_or(law.logit_bytes) > law.chunked_logit_bytes;
  }

  // Returns the saving with ever smaller batches. In training of language models, more batches make
  // a step, so that a step sees as many sequences.
  Savings smaller_batches(const Saving& whole) const {
    Savings out;
    double batch = job_.batch;
    while (batch >= 2) {
      batch = std::floor(batch / 2);
      Saving next = whole;
      next.job.batch = batch;
      next.flags.push_back({"--batch", batch});
      if (trains_language(job_.task)) {
        next.job.accumulate = std::ceil(job_.batch * std::max(1.0, job_.accumulate) / batch);
        next.flags.push_back({"--accumulate", next.job.accumulate});
      }
      out.push_back(std::move(next));
    }
    return out;
  }

  // Returns the job as asked; then with smaller batches of which more make a step; then with
  // recomputed activations; then also in 16 bit; then also with the loss in chunks; then also with
  // smaller batches.
  Savings savings() const {
    Savings out{{job_, {}}};
    if (!is_training(job_.task)) return out;
    const auto add_smaller_batches = [&](const Saving& saving) {
      for (Saving& one : smaller_batches(saving)) out.push_back(std::move(one));
    };
    Saving whole{job_, {}};
    if (is_language(job_.task)) add_smaller_batches(whole);
    if (!job_.checkpointing && is_language(job_.task)) {
      whole.job.checkpointing = true;
      whole.flags.push_back({"--checkpointing", {}});
      out.push_back(whole);
    }
    if (is_single(job_)) {
      const Precision precision = is_language(job_.task) ? Precision::bf16 : Precision::fp16;
      whole.job.precision = precision;
      whole.flags.push_back({"--precision", name_of(precision)});
      out.push_back(whole);
    }
    if (trains_language(job_.task) && !job_.chunked_loss && keeps_logits()) {
      whole.job.chunked_loss = true;
      whole.flags.push_back({"--chunked-loss", {}});
      out.push_back(whole);
    }
    if (!whole.flags.empty() || !is_language(job_.task)) add_smaller_batches(whole);
    return out;
  }

  // Returns the saving's flags with the longest sequences that fit; empty if these are too short.
  Change shorter_sequences(Saving saving) const {
    const double step = bounds_.token_step;
    const double steps = last_that(1, std::ceil(job_.context / step), [&](double middle) {
      saving.job.context = middle * step;
      return fits(saving.job);
    });
    const double longest = steps * step;
    return longest < bounds_.shortest_sequence
               ? Change{}
               : with(std::move(saving.flags), {"--context", longest});
  }

  // Tries frozen weights of fewer bits, then shorter sequences, then both.
  Change rougher_training() const {
    Savings frozen = savings();
    const bool fewer_bits = job_.task == Task::lora;
    for (Saving& saving : frozen) {
      if (!fewer_bits) break;
      saving.job.task = Task::qlora;
      saving.job.format = &choices_.catalog->find_quantisation(
          choices_.catalog->find_task(name_of(Task::qlora)).quant);
      saving.flags.insert(saving.flags.begin(), {"--task", name_of(saving.job.task)});
      if (fits(saving.job)) return saving.flags;
    }
    Change shorter = shorter_sequences(savings().back());
    return shorter.empty() && fewer_bits ? shorter_sequences(frozen.back()) : shorter;
  }

  // Tries the savings alone, then with more shards or optimizer states of fewer bits.
  Change training_change() const {
    for (const Saving& saving : savings())
      if (fits(saving.job)) return saving.flags;
    if (!is_language(job_.task)) return {};
    for (const Saving& saving : savings()) {
      Job other = saving.job;
      for (int zero = job_.zero.value_or(3) + 1; count_ > 1 && zero <= 3; ++zero) {
        other.zero = zero;
        if (fits(other)) return with(saving.flags, {"--zero", static_cast<double>(zero)});
      }
      other = saving.job;
      for (const Optimizer* optimizer : calibration_.smaller_optimizers(*job_.optimizer)) {
        other.optimizer = optimizer;
        if (fits(other))
          return with(saving.flags, {"--optimizer", std::string_view(optimizer->id)});
      }
    }
    return rougher_training();
  }

  // Tries fewer images at once, weights of fewer bits, smaller images, and the last two together.
  Change image_change() const {
    Savings fewer{{job_, {}}};
    for (Saving& saving : smaller_batches(fewer.front())) fewer.push_back(std::move(saving));
    Saving one = fewer.back();
    Change found = first_that_fits({fewer, smaller_image_formats(one)});
    const double side = job_.resolution > 0 ? job_.resolution : job_.network->resolution;
    const double least = choices_.catalog->find_task(name_of(job_.task))
                             .least_resolution.value_or(bounds_.image_step);
    for (const double share : bounds_.image_shares) {
      one.job.resolution = std::floor(share * side / bounds_.image_step) * bounds_.image_step;
      if (!found.empty() || one.job.resolution < least) break;
      const Saving smaller{one.job, with(one.flags, {"--resolution", one.job.resolution})};
      found = first_that_fits({{smaller}, smaller_image_formats(smaller)});
    }
    return found;
  }

  // Returns the change to the fewest cards that fit and can share the job, with as few savings as
  // possible.
  Change more_cards() const {
    if (!is_language(job_.task)) return {};
    // Training may span many computers, inference may not.
    const int most = is_training(job_.task) ? static_cast<int>(bounds_.training_cards) : most_cards;
    for (Saving& saving : savings()) {
      if (saving.job.zero.value_or(3) < 3) {
        saving.job.zero = 3;
        saving.flags.push_back({"--zero", 3.0});
      }
      if (!fits(saving.job, most)) continue;
      for (int count = static_cast<int>(count_) + 1; count <= most; ++count)
        if (sharing(count, saving.job) == count && fits(saving.job, count)) {
          saving.flags.insert(saving.flags.begin(), {cards_flag, static_cast<double>(count)});
          return saving.flags;
        }
    }
    return {};
  }

  const Gpu& gpu_;
  double devices_per_card_, count_;
  const Job& job_;
  const Calibration& calibration_;
  const SearchBounds& bounds_;
  Bytes usable_;
  const Choices& choices_;
};

}  // namespace

Change smallest_change(const Gpu& gpu, double count, const Job& job, const Calibration& calibration,
                       Bytes usable_per_device, const Choices& choices) {
  return Search(gpu, count, job, calibration, usable_per_device, choices).change();
}

std::optional<std::pair<Change, Offload>> smallest_host_change(const Gpu& gpu, double count,
                                                               const Job& job,
                                                               const Calibration& calibration,
                                                               const Choices& choices) {
  return Search(gpu, count, job, calibration, {}, choices).host_change();
}

}  // namespace gpupick
