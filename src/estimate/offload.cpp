// The problem: the models that people want are larger than the cards they have. llama.cpp runs them
// all the same and keeps what does not fit in host memory. The speed is then:
//
//   seconds per token = weights read in the host / min(e x host bandwidth, h) + the cards' part
//   seconds of a prompt = as if it fitted + micro-batches x weights in the host / r
//
// For one token the host itself multiplies the weights that it holds. Its processor does not keep
// up with many memory channels, so a server reads at most at a rate h. For many tokens it sends
// them to the card at a rate r: a share of the slot's rate, or the host's copy rate if that is
// lower. The experts of a mixture go to the host first, since a token reads few of them but all
// other weights. The constants come from published runs on eight computers (data/calibration.json,
// offload). Left out: hosts with too few threads, the host's cache, experts that no token of a
// prompt is sent to, and speculative decoding.
#include <algorithm>
#include <cmath>

#include "estimate/estimate_parts.hpp"
#include "physics/inference.hpp"

namespace gpupick {
namespace {

// How the weights are split between the cards and the host.
struct Split {
  double resident = 0;  // share of all weights that the cards hold
  Bytes stored, read;   // by the host: in all, and for a token
};

Split split_of(const Job& job, Bytes weights, Bytes room, Bytes read) {
  Split out;
  out.stored = std::clamp(weights - room, Bytes{}, weights);
  out.resident = 1 - out.stored / weights;
  const LinearParameters& linear = job.model.linear();
  const double bits = expert_bits(*job.format);
  const Bytes experts{linear.experts * bits / 8};
  const bool of_experts = linear.experts > 0 && experts >= out.stored;
  out.read = of_experts ? Bytes{linear.active_experts * bits / 8} * (out.stored / experts)
                        : read * (out.stored / weights);
  return out;
}

// Returns the share of the bandwidth of host memory that its processor reaches.
double host_efficiency(double memory_gb_s, const OffloadConstants& law) {
  const double most = law.host_most_gb_s ? *law.host_most_gb_s / memory_gb_s : 1;
  return std::min(law.host_efficiency, most);
}

}  // namespace

std::optional<Offload> offloaded(const JobEstimate& result, const Calibration& calibration,
                                 const HostMemory& host) {
  const Gpu& gpu = *result.gpu;
  const Job& job = result.job;
  const auto fitted = constants_for(gpu, *job.engine, calibration);
  if (!fitted || !fitted->engine->pipeline_parallel || !result.usable || job.batch > 1 ||
      shares_host_memory(gpu))
    return {};
  const Job plain = undrafted(job);
  const auto step = decode_step(gpu, plain, result.devices, *fitted);
  const Bytes weights = result.need.part(MemoryUse::weights);
  const Bytes others = result.need.total() - weights - result.need.part(MemoryUse::drafter) -
                       result.need.part(MemoryUse::whole_layers);
  const Bytes room = *result.usable - others;
  // If all weights fit, it is the draft model that does not, and moving weights does not help.
  if (!step || room < Bytes{} || room >= weights) return {};
  const OffloadConstants& law = calibration.only<OffloadConstants>();
  const Split split = split_of(job, weights, room, step->weights);
  const double efficiency = host_efficiency(host.memory_gb_s, law);
  const Seconds in_host = split.read / gb_per_second(host.memory_gb_s * efficiency);
  const Seconds on_card =
      ((step->weights - split.read + step->cache / step->cache_share + step->state) /
           (step->bandwidth * step->efficiency) +
       step->waiting()) /
      step->turns;
  const auto interval = [&](bool prompt) {
    return calibration.interval_for({.work = "offload", .prompt = prompt});
  };
  Offload out{.resident = split.resident,
              .host_gb_s = host.memory_gb_s,
              .host_efficiency = efficiency,
              .stored = split.stored,
              .in_host = split.read,
              .on_card = on_card,
              .decode = with_interval(1 / (in_host + on_card).value, interval(false), calibration),
              .prompt = {}};
  const auto whole = prefill(gpu, plain, result.devices, *fitted);
  const auto bus = slot_rate(gpu, job.slot_gb_s);
  if (!whole || !bus) return out;
  const double batches = std::ceil(whole->tokens / tokens_at_once(job, *fitted->engine));
  const BytesPerSecond rate = rate_from_host(*bus, law);
  const Seconds sending = split.stored * batches / rate;
  out.prompt = Offload::Prompt{
      with_interval(whole->tokens / (whole->total() + sending).value, interval(true), calibration),
      whole->tokens,
      batches,
      whole->total(),
      split.stored,
      rate};
  return out;
}

}  // namespace gpupick
