#include "estimate/mixed.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "estimate/estimate_parts.hpp"
#include "estimate/resolve.hpp"
#include "physics/inference.hpp"

namespace gpupick {
namespace {

// The estimate of the whole job on as many cards of one kind, and the memory of those in the box.
struct KindPart {
  JobEstimate whole;
  Bytes held;
};
using KindParts = std::vector<KindPart>;

// Adds up the times of the parts, each weighted by its share of the layers, which is that of the
// memory.
Speed combined(const KindParts& parts, std::size_t index) {
  Speed out = parts.front().whole.speeds[index];
  const bool rate = !row_of(out.output).duration;
  const auto by_share = [&](double Estimate::*member) {
    Bytes all;
    double sum = 0;
    for (const auto& [whole, held] : parts) {
      const double one = whole.speeds[index].estimate.*member;
      sum += held.value * (rate ? 1 / one : one);
      all = all + held;
    }
    return rate ? all.value / sum : sum / all.value;
  };
  Estimate& estimate = out.estimate;
  estimate = {by_share(&Estimate::value), by_share(&Estimate::low), by_share(&Estimate::high),
              Evidence::thin};
  for (const KindPart& part : parts)
    estimate.evidence = std::max(estimate.evidence, part.whole.speeds[index].estimate.evidence);
  return out;
}

// Returns the slowest of the speeds of the parts, since cards that share every layer wait for each
// other.
Speed slowest(const KindParts& parts, std::size_t index) {
  const auto faster = [&](const KindPart& one, const KindPart& other) {
    const Speed &a = one.whole.speeds[index], &b = other.whole.speeds[index];
    return row_of(a.output).duration ? a.estimate.value < b.estimate.value
                                     : a.estimate.value > b.estimate.value;
  };
  Speed out = std::ranges::max_element(parts, faster)->whole.speeds[index];
  out.estimate.evidence = std::max(out.estimate.evidence, Evidence::thin);
  return out;
}

void check_shared(std::span<const CardGroup> box, const Job& job) {
  if (!is_inference(job.task)) throw Error("cards of several kinds share chats and serving only");
  if (job.engine->pipeline_parallel && job.batch != 1)
    throw Error(fmt::format("under {}, cards of several kinds share chats of one user only",
                            job.engine->id));
  for (const CardGroup& cards : box)
    if (cards.gpu->stack != box.front().gpu->stack)
      throw Error(fmt::format("{} and {} are of two software stacks, which one build does not join",
                              box.front().gpu->id, cards.gpu->id));
}

// Returns the job with what it leaves open as the kind of card has it that serves fewest users.
Job resolved(std::span<const CardGroup> box, double devices, const Job& asked,
             const Calibration& calibration) {
  Job out = asked;
  resolve_for(*box.front().gpu, devices, calibration, out);
  for (const CardGroup& cards : box.subspan(1)) {
    Job job = asked;
    resolve_for(*cards.gpu, devices, calibration, job);
    if (job.batch < out.batch) out = job;
  }
  return out;
}

}  // namespace

JobEstimate estimate_mixed(std::span<const CardGroup> box, const Job& asked,
                           const Calibration& calibration) {
  check_shared(box, asked);
  JobEstimate out;
  out.gpu = box.front().gpu;
  out.count = out.devices = 0;
  out.in_turns = asked.engine->pipeline_parallel;
  for (const CardGroup& cards : box) {
    out.box.push_back(cards);
    out.count += cards.count;
    out.devices += cards.count * cards.gpu->devices.value_or(1);
  }
  out.job = resolved(box, out.devices, asked, calibration);
  out.need = memory_need(out.job, *out.job.engine, out.devices);
  KindParts parts;
  Bytes all, least;  // memory of all devices, and of the smallest one
  for (const auto& [gpu, count] : box) {
    const std::optional<Bytes> own = usable_memory(*gpu, *out.job.engine, out.job.usable);
    if (!own) return out;
    least = parts.empty() ? *own : std::min(least, *own);
    parts.push_back({as_if_it_fitted(*gpu, out.devices, out.job, calibration),
                     *own * (count * gpu->devices.value_or(1))});
    all = all + parts.back().held;
  }
  out.usable = out.in_turns ? all : least * out.devices;
  out.fits = out.need.total() <= *out.usable;
  if (!out.fits) return out;
  for (const KindPart& part : parts)
    if (part.whole.missing) {
      out.missing = part.whole.missing;
      return out;
    }
  for (std::size_t i = 0; i < parts.front().whole.speeds.size(); ++i)
    out.speeds.push_back(out.in_turns ? combined(parts, i) : slowest(parts, i));
  out.notes = parts.front().whole.notes;
  out.bound = parts.front().whole.bound;
  out.unmeasured = UnmeasuredCause::several_kinds;
  return out;
}

}  // namespace gpupick
