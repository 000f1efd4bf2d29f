// Cards of several kinds in one computer (docs/models.md#inference). Those that take turns hold
// layers in proportion to their memory, and the time of a token is the sum of each kind's time,
// weighted by its share of the layers. Those that share every layer use as much memory as the
// smallest has, and wait for the slowest.
#include <algorithm>

#include "base/error.hpp"
#include "estimate/estimate_parts.hpp"
#include "physics/inference.hpp"

namespace gpupick {
namespace {

// The estimate of the whole job on as many cards of one kind, and the memory of those in the box.
struct KindPart {
  JobEstimate whole;
  Bytes held;
};
using KindParts = std::vector<KindPart>;

// Returns the mean of the durations of the parts, each weighted by its share of the layers, which
// is that of the memory. `duration_of` returns that of a part.
template <class Duration>
double by_share(const KindParts& parts, Duration duration_of) {
  double sum = 0, all = 0;
  for (const KindPart& part : parts) {
    sum += part.held.value * duration_of(part.whole);
    all += part.held.value;
  }
  return sum / all;
}

// Adds up the times of the parts. `estimate_of` returns the rate of a part, or its duration.
template <class Part>
Estimate combined(const KindParts& parts, bool rate, Part estimate_of) {
  const auto end = [&](double Estimate::*member) {
    const double mean = by_share(parts, [&](const JobEstimate& whole) {
      const double one = estimate_of(whole).*member;
      return rate ? 1 / one : one;
    });
    return rate ? 1 / mean : mean;
  };
  Estimate out{end(&Estimate::value), end(&Estimate::low), end(&Estimate::high), Evidence::thin};
  for (const KindPart& part : parts)
    out.evidence = std::max(out.evidence, estimate_of(part.whole).evidence);
  return out;
}

Speed combined(const KindParts& parts, std::size_t index) {
  Speed out = parts.front().whole.speeds[index];
  out.estimate = combined(parts, !row_of(out.output).duration,
                          [&](const JobEstimate& whole) { return whole.speeds[index].estimate; });
  return out;
}

// Returns how the cards run a chat that is too large for them partly from host memory, or nothing.
std::optional<Offload> shared_with_host(const JobEstimate& mixed, KindParts parts,
                                        const Calibration& calibration, const HostMemory& host) {
  for (KindPart& part : parts) {
    part.whole.need = mixed.need;
    part.whole.usable = mixed.usable;
    part.whole.offload = offloaded(part.whole, calibration, host);
    if (!part.whole.offload) return {};
  }
  Offload out = *parts.front().whole.offload;
  const auto seconds = [&](auto of) {
    return Seconds{by_share(parts, [&](const JobEstimate& one) { return of(*one.offload).value; })};
  };
  out.on_card = seconds([](const Offload& one) { return one.on_card; });
  out.decode = combined(parts, true, [](const JobEstimate& one) { return one.offload->decode; });
  if (!std::ranges::all_of(
          parts, [](const KindPart& one) { return one.whole.offload->prompt.has_value(); })) {
    out.prompt.reset();
    return out;
  }
  out.prompt->on_card = seconds([](const Offload& one) { return one.prompt->on_card; });
  out.prompt->prefill =
      combined(parts, true, [](const JobEstimate& one) { return one.offload->prompt->prefill; });
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
    throw Error("under {}, cards of several kinds share chats of one user only", job.engine->id);
  for (const CardGroup& cards : box)
    if (cards.gpu->stack != box.front().gpu->stack)
      throw Error("{} and {} are of two software stacks, which one build does not join",
                  box.front().gpu->id, cards.gpu->id);
}

// Fills in what the job leaves open for each kind of card, and returns the job with the fewest
// users.
Job resolved(std::span<const CardGroup> box, double devices, const Job& asked,
             const Calibration& calibration) {
  Job out = asked;
  resolve_for(*box.front().gpu, devices, calibration, out);
  for (const CardGroup& cards : box.subspan(1)) {
    Job job = asked;
    resolve_for(*cards.gpu, devices, calibration, job);
    if (job.batch < out.batch) out = job;
  }
  resolve_draft(*box.front().gpu, devices, calibration, out);
  return out;
}

}  // namespace

JobEstimate estimate_mixed(std::span<const CardGroup> box, const Job& asked,
                           const Calibration& calibration, const HostMemory& host) {
  check_shared(box, asked);
  JobEstimate out;
  out.gpu = box.front().gpu;
  out.count = out.devices = 0;
  out.in_turns = asked.engine->pipeline_parallel;
  for (const CardGroup& cards : box) {
    out.box.push_back(cards);
    out.count += cards.count;
    out.devices += cards.count * devices_of(*cards.gpu);
  }
  out.job = resolved(box, out.devices, asked, calibration);
  out.need = memory_need(out.job, out.devices, *out.job.engine);
  KindParts parts;
  Bytes all, least;  // memory of all devices, and of the smallest one
  for (const auto& [gpu, count] : box) {
    const std::optional<Bytes> own = usable_memory(*gpu, *out.job.engine, out.job.usable);
    if (!own) return out;
    least = parts.empty() ? *own : std::min(least, *own);
    parts.push_back({as_if_it_fitted(*gpu, out.job, out.devices, calibration),
                     *own * (count * devices_of(*gpu))});
    all = all + parts.back().held;
  }
  out.usable = out.in_turns ? all : least * out.devices;
  out.fits = out.need.total() <= *out.usable;
  if (!out.fits) {
    if (host.memory_gb_s > 0 && out.job.task == Task::chat)
      out.offload = shared_with_host(out, parts, calibration, host);
    return out;
  }
  for (const KindPart& part : parts)
    if (part.whole.missing) {
      out.missing = part.whole.missing;
      return out;
    }
  for (std::size_t i = 0; i < parts.front().whole.speeds.size(); ++i)
    out.speeds.push_back(out.in_turns ? combined(parts, i) : slowest(parts, i));
  out.notes = parts.front().whole.notes;
  add_target_notes(out);
  out.bound = parts.front().whole.bound;
  out.unmeasured = UnmeasuredCause::several_kinds;
  return out;
}

}  // namespace gpupick
