#include "estimate/mixed.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "estimate/estimate_parts.hpp"
#include "estimate/resolve.hpp"
#include "physics/inference.hpp"

namespace gpupick {
namespace {

// The estimate of the whole job on cards of one kind, and the share of the layers that they hold.
struct KindPart {
  JobEstimate whole;
  double share = 0;
};

// Adds up the times of the parts, each weighted by its share of the layers.
Speed combined(const std::vector<KindPart>& parts, std::size_t index) {
  Speed out = parts.front().whole.speeds[index];
  const bool rate = !row_of(out.output).duration;
  const auto by_share = [&](double Estimate::*member) {
    double sum = 0;
    for (const auto& [whole, share] : parts) {
      const double one = whole.speeds[index].estimate.*member;
      sum += share * (rate ? 1 / one : one);
    }
    return rate ? 1 / sum : sum;
  };
  Estimate& estimate = out.estimate;
  estimate = {by_share(&Estimate::value), by_share(&Estimate::low), by_share(&Estimate::high),
              Evidence::thin};
  for (const auto& [whole, share] : parts)
    estimate.evidence = std::max(estimate.evidence, whole.speeds[index].estimate.evidence);
  return out;
}

}  // namespace

JobEstimate estimate_mixed(std::span<const CardGroup> box, const Job& asked,
                           const Calibration& calibration) {
  if (!is_inference(asked.task) || !asked.engine->pipeline_parallel || asked.batch != 1)
    throw Error("cards of several kinds share chats of one user under llama.cpp only");
  for (const CardGroup& cards : box)
    if (cards.gpu->stack != box.front().gpu->stack)
      throw Error(fmt::format("{} and {} are of two software stacks, which one build does not join",
                              box.front().gpu->id, cards.gpu->id));
  JobEstimate out;
  out.gpu = box.front().gpu;
  out.count = out.devices = 0;
  out.in_turns = true;
  for (const CardGroup& cards : box) {
    out.box.push_back(cards);
    out.count += cards.count;
    out.devices += cards.count * cards.gpu->devices.value_or(1);
  }
  out.job = asked;
  resolve_for(*out.gpu, out.devices, calibration, out.job);
  out.need = memory_need(out.job, *out.job.engine, out.devices);
  std::vector<KindPart> parts;
  Bytes usable;
  for (const auto& [gpu, count] : box) {
    const std::optional<Bytes> own = usable_memory(*gpu, *out.job.engine, out.job.usable);
    if (!own) return out;
    const Bytes all = *own * (count * gpu->devices.value_or(1));
    usable = usable + all;
    parts.push_back(
        {as_if_it_fitted(*gpu, out.devices, out.job, calibration), static_cast<double>(all.value)});
  }
  out.usable = usable;
  out.fits = out.need.total() <= usable;
  if (!out.fits) return out;
  for (KindPart& part : parts) {
    part.share /= static_cast<double>(usable.value);
    if (part.whole.missing) {
      out.missing = part.whole.missing;
      return out;
    }
  }
  for (std::size_t i = 0; i < parts.front().whole.speeds.size(); ++i)
    out.speeds.push_back(combined(parts, i));
  out.notes = parts.front().whole.notes;
  out.bound = parts.front().whole.bound;
  out.unmeasured = UnmeasuredCause::several_kinds;
  return out;
}

}  // namespace gpupick
