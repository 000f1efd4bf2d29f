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
#include "estimate/estimate_parts.hpp"
#include "estimate/savings.hpp"
#include "physics/inference.hpp"

namespace gpupick {
namespace {

// Searches for the smallest change after which a job fits `count` cards.
class Search {
 public:
  Search(const Gpu& gpu, double count, const Job& job, const Calibration& calibration,
         Bytes usable_per_device, const Choices& choices)
      : gpu_(gpu),
        count_(count),
        job_(job),
        calibration_(calibration),
        usable_(usable_per_device),
        choices_(choices) {}

  Change change() const {
    const FlagValue flag{"--attention", std::string_view("fused")};
    Job fused = job_;
    fused.eager = false;
    if (job_.eager && fits(fused)) return {flag};
    Change own = is_training(job_.task)     ? training_change()
                 : is_inference(job_.task)  ? inference_change()
                 : job_.task == Task::embed ? first_that_fits({smaller_batches(asked_)})
                                            : image_change();
    if (own.empty() && choices_.more_cards) own = more_cards();
    if (own.empty() && choices_.two_changes && is_inference(job_.task)) own = two_changes();
    if (!own.empty() || !job_.eager) return own;
    Change more = Search(gpu_, count_, fused, calibration_, usable_, choices_).change();
    if (more.empty()) return more;
    more.insert(more.front().flag == cards_flag ? more.end() : more.begin(), flag);
    return more;
  }

  std::optional<std::pair<Change, Offload>> host_change() const {
    std::vector<Savings> steps = {caches(asked_, 1), formats(asked_), caches(asked_, 0)};
    for (const Saving& one : caches(asked_, 1)) steps.push_back(formats(one));
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

  double devices_sharing(double count, const Job& job) const {
    return devices_of(gpu_) * sharing(gpu_, count, job);
  }

  bool fits(Job job, double count) const {
    const double devices = devices_sharing(count, job);
    if (trains_language(job.task)) resolve_for(gpu_, devices, calibration_, job);
    const bool has_target = job.each > 0 || job.ttft_limit > 0;
    return memory_of(job, devices, calibration_).fits(usable_ * devices) &&
           choices_.host.holds(in_gib(host_need(job))) &&
           (!has_target || !estimate(gpu_, count, job, calibration_).missed_target());
  }
  bool fits(const Job& job) const { return fits(job, count_); }

  // Returns the flags of the first job that fits, in this order; empty if none does.
  Change first_that_fits(std::initializer_list<Savings> savings) const {
    for (const Savings& same_kind : savings)
      for (const Saving& one : same_kind)
        if (fits(one.job)) return one.flags;
    return {};
  }

  Savings caches(const Saving& from, double least) const {
    return smaller_caches(from, least, *choices_.catalog);
  }
  Savings formats(const Saving& from) const {
    return smaller_formats(from, bounds_.least_bits, *choices_.catalog);
  }
  Savings image_formats(const Saving& from) const {
    return smaller_image_formats(from, *choices_.catalog);
  }

  // Returns the job with the most users that fit and meet their targets, or nothing if not even one
  // does or if that is not fewer.
  Savings fewer_users(const Saving& from) const {
    const Job& job = from.job;
    const auto served = [&](double users) {
      return fits(from.with("--users", &Job::batch, users).job);
    };
    double most = std::min(job.batch - 1, streams_that_fit(gpu_, job, devices_sharing(count_, job),
                                                           *job.engine, job.context));
    if (most < 1) return {};
    if (!served(most)) most = last_that(0, most, served);
    return most > 0 ? Savings{from.with("--users", &Job::batch, most)} : Savings();
  }

  // Returns the job with the longest context that fits, or nothing if that is less than `least`,
  // does not hold prompt and answer, or is no shorter.
  Savings shorter_context(const Saving& from, double least) const {
    const double longest = longest_context(gpu_, count_, from.job, calibration_);
    if (longest < std::max(least, from.job.prompt + from.job.generate) ||
        longest >= from.job.context)
      return {};
    return {from.with("--context", &Job::context, longest)};
  }

  Change inference_change() const {
    const double shortest = bounds_.shortest_context;
    return first_that_fits({caches(asked_, 1), job_.batch > 1 ? formats(asked_) : Savings(),
                            fewer_users(asked_),
                            shorter_context(asked_, std::max(shortest, job_.context / 2)),
                            caches(asked_, 0), formats(asked_), shorter_context(asked_, shortest)});
  }

  // Tries smaller cache types, then smaller formats, each with the mildest second change after
  // which the job fits. Then tries one user with less context.
  Change two_changes() const {
    const double shortest = bounds_.shortest_context;
    for (const Saving& one : caches(asked_, 0))
      if (Change found =
              first_that_fits({formats(one), fewer_users(one), shorter_context(one, shortest)});
          !found.empty())
        return found;
    for (const Saving& one : formats(asked_))
      if (Change found = first_that_fits({fewer_users(one), shorter_context(one, shortest)});
          !found.empty())
        return found;
    if (job_.batch <= 1) return {};
    return first_that_fits({shorter_context(asked_.with("--users", &Job::batch, 1.0), shortest)});
  }

  // Returns the saving's flags with the longest sequences that fit; empty if these are too short.
  Change shorter_sequences(Saving saving) const {
    const double step = bounds_.token_step;
    const double steps = last_that(1, std::ceil(job_.context / step), [&](double middle) {
      saving.job.context = middle * step;
      return fits(saving.job);
    });
    const double longest = steps * step;
    if (longest < bounds_.shortest_sequence) return {};
    return saving.with("--context", &Job::context, longest).flags;
  }

  // Tries frozen weights of fewer bits, then shorter sequences, then both.
  Change rougher_training() const {
    Savings frozen = savings(asked_, calibration_);
    const bool fewer_bits = job_.task == Task::lora;
    if (fewer_bits)
      for (Saving& saving : frozen) {
        saving.job.task = Task::qlora;
        saving.job.format = &choices_.catalog->find_quantisation(
            choices_.catalog->find_task(name_of(Task::qlora)).quant);
        // The user may have given a format, which LoRA has no part for.
        const FlagValue format{"--quant", std::string_view(saving.job.format->id)};
        saving.flags.insert(saving.flags.begin(), {{"--task", name_of(saving.job.task)}, format});
        if (fits(saving.job)) return saving.flags;
      }
    Change shorter = shorter_sequences(savings(asked_, calibration_).back());
    return shorter.empty() && fewer_bits ? shorter_sequences(frozen.back()) : shorter;
  }

  Change training_change() const {
    for (const Saving& saving : savings(asked_, calibration_))
      if (fits(saving.job)) return saving.flags;
    if (!is_language(job_.task)) return {};
    for (const Saving& saving : savings(asked_, calibration_)) {
      for (int zero = job_.zero.value_or(3) + 1; count_ > 1 && zero <= 3; ++zero)
        if (const Saving one = saving.with("--zero", &Job::zero, zero); fits(one.job))
          return one.flags;
      for (const Optimizer* optimizer : calibration_.smaller_optimizers(*job_.optimizer))
        if (const Saving one = saving.with("--optimizer", &Job::optimizer, optimizer);
            fits(one.job))
          return one.flags;
    }
    return rougher_training();
  }

  // Tries fewer images at once, weights of fewer bits, smaller images, and the last two together.
  Change image_change() const {
    const Savings fewer = smaller_batches(asked_, {asked_});
    const Saving& one = fewer.back();
    Change found = first_that_fits({fewer, image_formats(one)});
    const double side = job_.resolution > 0 ? job_.resolution : job_.network->resolution;
    const TaskDefaults& task = choices_.catalog->find_task(name_of(job_.task));
    const double step = bounds_.image_step, least = task.least_resolution.value_or(step);
    for (const double share : bounds_.image_shares) {
      const Saving smaller =
          one.with("--resolution", &Job::resolution, std::floor(share * side / step) * step);
      if (!found.empty() || smaller.job.resolution < least) break;
      found = first_that_fits({{smaller}, image_formats(smaller)});
    }
    return found;
  }

  // Returns the change to the fewest cards that fit and can share the job, with as few savings as
  // possible.
  Change more_cards() const {
    if (!is_language(job_.task)) return {};
    // Training may span many computers, inference may not.
    const int most =
        static_cast<int>(is_training(job_.task) ? bounds_.training_cards : bounds_.inference_cards);
    for (Saving& saving : savings(asked_, calibration_)) {
      if (saving.job.zero.value_or(3) < 3) saving = saving.with("--zero", &Job::zero, 3);
      if (!fits(saving.job, most)) continue;
      for (int count = static_cast<int>(count_) + 1; count <= most; ++count)
        if (sharing(gpu_, count, saving.job) == count && fits(saving.job, count) &&
            is_readable(estimate(gpu_, count, saving.job, calibration_), calibration_)) {
          saving.flags.insert(saving.flags.begin(), {cards_flag, static_cast<double>(count)});
          return saving.flags;
        }
    }
    return {};
  }

  const Gpu& gpu_;
  double count_;
  const Job& job_;
  const Calibration& calibration_;
  const SearchBounds& bounds_ = calibration_.only<SearchBounds>();
  Bytes usable_;
  const Choices& choices_;
  const Saving asked_{job_, {}};
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
