// The problem: vectors for a search index come from one pass over each text. Nothing is written and
// no cache is kept, so the matrix rate decides, not the bandwidth that decides how fast a model
// writes. A batch of b texts of n tokens takes the longer of two times, since the host prepares the
// kernels while the device works:
//
//   device  (2 x parameters / m + 4 x layers x q x tokens seen / a) x b n / rate
//           + (y x layers x (2 h + q + k) x b n + weights) / bandwidth
//   host    layers x t
//
// A token sees n tokens in an encoder and n / 2 in a decoder. PyTorch's attention multiplies what a
// window hides and masks it afterwards, so windows save no time. The head over the vocabulary is
// neither loaded nor multiplied. `rate` and `bandwidth` are those that the card's class reaches in
// training; m, a, y and t, fitted to our own runs of eight models on one H200, are in
// data/calibration.json. Memory: the weights, and of one layer the hidden state, the residual and
// the values of its feed-forward net. Left out: padding of texts of different lengths, tokenisers
// that can't keep up, engines other than PyTorch.
#include <algorithm>

#include "physics/memory.hpp"
#include "physics/pass.hpp"

namespace gpupick {
namespace {

double bytes_of(const Job& job) { return is_single(job) ? 4 : 2; }

Bytes weights_of(const Job& job) {
  const Model& model = *job.model;
  const double head = model.tied ? 0 : embedding_parameters(model);
  return {bytes_of(job) *
          (job.model.linear().all + outer_parameters(model) - head + model.encoder_parameters)};
}

}  // namespace

MemoryNeed embedding_memory(const Job& job, double devices, const Calibration& calibration) {
  const Model& model = *job.model;
  const double values = 2 * model.hidden_size + (model.gated ? 3 : 2) * active_ffn_size(model);
  MemoryNeed need;
  need.add(MemoryUse::weights, weights_of(job) * devices);
  need.add(MemoryUse::activations,
           Bytes{bytes_of(job) * values * job.batch * job.context} * devices);
  need.add(MemoryUse::runtime, gib(calibration.only<NetworkMemory>().runtime_gib) * devices);
  return need;
}

std::optional<Pass> embedding_pass(const Gpu& gpu, const Job& job, double devices,
                                   const Calibration& calibration) {
  const EmbeddingConstants& law = calibration.only<EmbeddingConstants>();
  const Model& model = *job.model;
  const auto reach = reach_of(gpu, is_single(job), calibration);
  if (!reach) return {};
  const double tokens = job.batch * job.context, layers = layer_pairs(model);
  const double seen = model.bidirectional ? job.context : job.context / 2;
  const double queries = query_size(model), keys = model.kv_heads * model.head_dim;
  EmbeddingStep step;
  step.operations = 2 * job.model.linear().active * tokens;
  step.attention = 4 * attention_layers(model) * queries * seen * tokens;
  step.rate = reach->rate * law.matrix;
  step.attention_rate = reach->rate * law.attention;
  step.computing =
      Operations{step.operations} / step.rate + Operations{step.attention} / step.attention_rate;
  const double per_value = model.gated ? law.gated_activation_bytes : law.activation_bytes;
  const Bytes moved{per_value * bytes_of(job) / 2 * layers *
                    (2 * model.hidden_size + queries + keys) * tokens};
  step.moving = (moved + weights_of(job)) / reach->bandwidth;
  step.waiting = Seconds{(model.gated ? law.gated_layer_seconds : law.layer_seconds) * layers};
  Pass out;
  out.units = tokens * devices;
  const Seconds device = step.computing + step.moving;
  out.total = std::max(device, step.waiting);
  out.bound =
      longest_of(step.computing, step.moving, device < step.waiting ? step.waiting : Seconds{}, {});
  out.parts = step;
  out.interval = calibration.interval_for(
      {.work = "embedding", .measured = reach->cards->embedding_cards > 0 && !in_laptop(gpu)});
  return out;
}

}  // namespace gpupick
