// The problem: whether a model fits is the first question, and "parameters x bytes x 1.2" answers
// it wrongly in a third of the cases. Each part can be computed:
//
//   weights   the linear layers, embedding and head, each at the bits of the format, and parts that
//             see or hear in 16 bit. llama.cpp
//             keeps an embedding that is not also the head, and the embeddings of each layer, in
//             host memory
//   cache     exact, see kv_cache.cpp. An engine that splits every layer can't split a head or a
//             latent, which counts as one head. Models of 2023 whose own code makes a new cache
//             for each token hold two at that moment
//   state     of layers that keep a state instead of a cache; exact too
//   buffers   of one batch of a prompt, per token: bytes for logits and hidden state, or for the
//             feed-forward net if that is more; and the scores of one layer's eager attention
//   drafter   these parts of the draft model
//   layers    a card that takes turns with others holds whole layers: with 61 layers on 4 cards one
//             holds 16, and the others have to be as large
//   backend   context of the driver and the engine, on each device. An engine that tries its
//             largest batch when it starts keeps that memory: the larger of one layer's values and
//             of drawing the next word of all users, the values of the tokens' experts, the
//             recorded operations, and the exchange between devices
//
// The driver keeps a share of a card's nominal memory, the system a share of unified memory.
// Training is in memory_training.cpp. Left out: the model's own draft heads, prompts that share
// their cache.
#include "physics/memory.hpp"

#include <algorithm>
#include <cmath>

#include "physics/device.hpp"

namespace gpupick {

Bytes MemoryNeed::total() const {
  Bytes sum;
  for (const MemoryPart& part : parts) sum = sum + part.bytes;
  return sum;
}

Bytes MemoryNeed::part(MemoryUse wanted) const {
  for (const MemoryPart& one : parts)
    if (one.part == wanted) return one.bytes;
  return {};
}

double copies_of_cache(const Model& model, double devices, const Engine& engine) {
  if (engine.pipeline_parallel) return 1;
  const double heads = model.kv_lora_rank > 0 ? 1 : std::max(1.0, model.kv_heads);
  return std::max(1.0, devices / heads);
}

double tokens_at_once(const Job& job, const Engine& engine) {
  return job.micro_batch > 0 ? job.micro_batch : engine.batch;
}

double windowed_tokens(const Job& job, const Engine& engine, double in_process) {
  const double tokens = job.model->sliding_window * job.batch + in_process;
  return std::ceil(tokens / engine.cache_block) * engine.cache_block;
}

namespace {

// Returns the memory that the engine keeps on each device for its largest batch. Values have 16
// bit. Experts pass on the values of each token in two buffers, which hold their input or output,
// whichever is wider.
Bytes start_memory(const StartMemory& start, const Job& job, double devices) {
  const Model& model = *job.model;
  const double tokens = job.micro_batch > 0 ? job.micro_batch : start.tokens;
  const double users = std::min(start.users, tokens), hidden = 2.0 * model.hidden_size;
  const double net = model.experts > 0 ? 0 : 2 * active_ffn_size(model) / devices;
  const double layer = tokens * 3 * (net + hidden);
  const double drawn = users * model.vocab_size * start.word_bytes + tokens * hidden;
  const double expert = 2 * model.expert_ffn_size / devices;
  const double routed =
      tokens * model.experts_per_token * (std::max(expert, hidden) + std::max(2 * expert, hidden));
  const double graphs = users * model.layers * start.graph_bytes;
  return Bytes{std::max(layer, drawn) + routed + graphs} + gib(devices > 1 ? start.shared_gib : 0);
}

}  // namespace

MemoryNeed memory_need(const Job& job, double devices, const Engine& engine) {
  const Model& model = *job.model;
  const bool differs = engine.files.empty() || job.format->narrow_bits > 0;
  const Quantisation quant = differs ? as_published(*job.format, model) : *job.format;
  const double vocabulary = embedding_parameters(model);
  Bytes weights = linear_bytes(job.model.linear(), quant) + Bytes{vocabulary * quant.head_bits / 8};
  if (!engine.embedding_on_host)
    weights = weights + Bytes{(outer_parameters(model) - vocabulary) * quant.embedding_bits / 8};
  weights = weights + Bytes{2 * model.encoder_parameters};
  const double tokens = std::ceil(job.context / engine.cache_block) * engine.cache_block;
  const double copies = copies_of_cache(model, devices, engine);
  const double grown = model.reallocates_cache ? engine.live_caches : 1;
  const double at_once = tokens_at_once(job, engine);
  const double batch = std::min(job.prompt - job.cached, at_once);
  const Bytes buffers{
      (engine.pipeline_parallel ? at_once : batch * job.batch) *
      std::max(engine.logit_bytes * model.vocab_size + engine.hidden_bytes * model.hidden_size,
               engine.ffn_bytes * active_ffn_size(model))};
  // Scores exist for one layer at a time: each token in process times all tokens that it attends
  // to.
  const double scores = engine.pipeline_parallel ? at_once * job.context : batch * job.prompt;
  const Bytes kept{job.eager ? engine.score_bytes.value_or(0) * model.heads * scores * job.batch
                             : 0};
  MemoryNeed need;
  need.add(MemoryUse::weights, weights);
  const double windowed = windowed_tokens(job, engine, engine.pipeline_parallel ? at_once : batch);
  need.add(MemoryUse::cache,
           cache(model, *job.cache_type, tokens, job.batch, windowed) * (copies * grown));
  if (model.mixer.layers > 0)
    need.add(MemoryUse::state, state(model, engine.state_bytes, job.batch));
  if (engine.pipeline_parallel && devices > 1) {
    // The device with the most layers must hold them; the others stay emptier.
    const double most = std::ceil(model.layers / devices);
    need.add(MemoryUse::whole_layers, need.total() * (most * devices / model.layers - 1));
  }
  need.add(MemoryUse::buffers, (buffers + kept) * devices);
  if (job.drafter) {
    const MemoryNeed own = memory_need(drafting(job), devices, engine);
    need.add(MemoryUse::drafter, own.total() - own.part(MemoryUse::backend));
  }
  const Bytes at_start = job.start ? start_memory(*job.start, job, devices) : Bytes{};
  need.add(MemoryUse::backend, (gib(engine.backend_gib) + at_start) * devices);
  return need;
}

namespace {

std::optional<Bytes> usable_memory(const Gpu& gpu, double share, double unified_share) {
  const Number nominal = per_device(gpu, gpu.visible_gib ? gpu.visible_gib : gpu.memory_gib);
  if (!nominal) return {};
  return gib(*nominal * (shares_host_memory(gpu) ? unified_share : share));
}

}  // namespace

std::optional<Bytes> usable_memory(const Gpu& gpu, const Engine& engine, double share) {
  return share > 0 ? usable_memory(gpu, share, share)
                   : usable_memory(gpu, engine.usable_share, engine.unified_share);
}

std::optional<Bytes> usable_memory(const Gpu& gpu, const Job& job, const Calibration& calibration) {
  if (is_inference(job.task)) return usable_memory(gpu, *job.engine, job.usable);
  if (is_language(job.task)) {
    const TrainingMemory& law = calibration.only<TrainingMemory>();
    return usable_memory(gpu, law.usable_share, law.unified_share);
  }
  const NetworkMemory& law = calibration.only<NetworkMemory>();
  return usable_memory(gpu, law.usable_share, law.unified_share);
}

Bytes active_weights(const UsedModel& model, const Quantisation& format, double streams) {
  const Quantisation quant = format.narrow_bits > 0 ? as_published(format, *model) : format;
  const auto& [all, active, experts, active_once] = model.linear();
  const double met = streams == 1 ? active_once : active_experts(*model, streams);
  return {((active - active_once) * quant.linear_bits + met * expert_bits(quant) +
           embedding_parameters(*model) * quant.head_bits) /
          8};
}

}  // namespace gpupick
