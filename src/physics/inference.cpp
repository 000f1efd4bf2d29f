// The problem: tokens per second from "bandwidth / model size" is off by 27 to 38 % (median) on
// published rows. That ignores the cache, inactive experts, the time per layer that no bandwidth
// shortens, and the different shares of the data sheet's figures that architectures reach.
//
//   decode   seconds = (weights + activations) / (efficiency x bandwidth) + the longer of reading
//                      the cache and multiplying it + operations / (share x rate) + layers x t
//                      + steps x w + states x u + streams x s + sums over devices
//   prefill  seconds = (2 x active parameters x tokens + attention / a) / (share x rate)
//                      + activations / (efficiency x bandwidth)
//                      + micro-batches x (weights / (efficiency x bandwidth) + layers x t
//                      + steps x w + states x u)
//            attention = 4 x layers x q x tokens seen, per token: half the prompt, or the window
//
// with shares per class of cards and times per engine, from data/calibration.json. Steps are the
// small operations that a layer has beyond a plain one: on fast cards they take longer than reading
// small experts. Under llama.cpp the vector units multiply the few tokens of a step. The rate is
// that of the fastest 16-bit units; a board with little power for its rate sustains less of it.
//
// Devices that take turns hold different layers. Their memory adds up, but the speed of one stream
// does not. A prompt goes through them in micro-batches, as through a pipeline:
//
//   speed of p devices over one = (p x m / (m + p - 1))^e,  m = prompt / micro-batch
//
// Devices that share every layer work at the same time and sum their results twice a layer, by a
// ring: t + 2 (n - 1) / n x bytes / link.
//
// Speculative decoding: a step that checks n draft tokens multiplies n + 1 tokens for each stream
// and writes 1 + n a of them for a share a of accepted tokens, or (1 - p^(n + 1)) / (1 - p) for a
// chance p of each. Drafting a token reads a layer and the head, or is a step of the draft model.
// Left out: thermal limits.
#include "physics/inference.hpp"

#include <cmath>

namespace gpupick {
namespace {

// Returns the speed of one stream over devices that take turns, relative to one device.
double turns_of(const Engine& engine, double devices) {
  if (devices < 2 || !engine.pipeline_parallel) return 1;
  return devices >= 8 ? engine.split_8 : devices >= 4 ? engine.split_4 : engine.split_2;
}

// Returns the bytes of cache that a step reads on all devices. Engines that repeat the cache for
// every query head read more.
Bytes cache_read(const Job& job, double devices, const EngineConstants& fitted, double tokens) {
  const CacheType& type = *job.cache_type;
  const Engine& engine = *fitted.engine;
  const double said = type.read_bytes > 0 ? type.read_bytes : type.bytes;
  const double value_bytes = type.bytes == 1 ? fitted.build->cache_read_bytes.value_or(said) : said;
  // llama.cpp reads everything that a layer holds; other engines read only the window.
  const double windowed =
      windowed_tokens(job, engine, engine.pipeline_parallel ? tokens_at_once(job, engine) : 0);
  const Bytes once =
      read_cache(*job.model, type, tokens, job.batch, windowed) * (value_bytes / type.bytes);
  if (!engine.cache_copies || job.model->kv_heads == 0)
    return once * copies_of_cache(*job.model, devices, engine);
  return once * (*engine.cache_copies * job.model->heads / job.model->kv_heads);
}

// Returns the values of a token's queries, over all heads, if attention multiplies a latent cache
// without unpacking it.
double cached_query_size(const Model& model) {
  return model.kv_lora_rank > 0 ? model.heads * (model.kv_lora_rank + model.rope_head_dim / 2)
                                : query_size(model);
}

// Returns the attention operations of one step over a cache of `tokens` tokens.
Operations attention_work(const Job& job, const Engine& engine, double tokens) {
  const Model& model = *job.model;
  const double windowed = windowed_tokens(job, engine, tokens_at_once(job, engine));
  const double sliding = model.sliding_window > 0 ? model.sliding_layers : 0;
  const double seen = (attention_layers(model) - sliding) * chosen_tokens(model, tokens) +
                      sliding * std::min(tokens, windowed) + pools_read(model, tokens);
  return {(4 * cached_query_size(model) * seen + index_operations(model) * tokens) * job.batch};
}

// Returns the expected number of tokens that a stream writes in a step: one, and the draft tokens
// before the first rejected one.
double tokens_written(const Job& job) {
  if (job.draft == 0) return 1;
  if (job.accepted > 0) return 1 + job.draft * job.accepted;
  return (1 - std::pow(job.acceptance, job.draft + 1)) / (1 - job.acceptance);
}

// Returns the weights that the model's own draft heads read: a layer and the head for each token.
Bytes drafting_weights(const Job& job) {
  if (job.draft == 0 || job.drafter) return {};
  const Model& model = *job.model;
  const Bytes head{embedding_parameters(model) * job.format->head_bits / 8};
  const Bytes all = active_weights(job.model, *job.format, job.batch);
  return (head + std::max(all - head, Bytes{}) / layer_pairs(model)) * job.draft;
}

// Returns the bytes that so many tokens read and write between the products of the layers. 0 for
// engines that do not serve.
Bytes activations(const Model& model, const EngineConstants& fitted, double tokens) {
  if (!fitted.serving) return {};
  return Bytes{fitted.serving->activation_bytes * model.hidden_size} * layer_pairs(model) * tokens;
}

// Returns the sum, over the first `tokens` tokens of a prompt, of the tokens that each attends to
// in one layer: those before it within the window.
double seen_up_to(double tokens, double window) {
  const double near = std::min(tokens, window);
  return near * near / 2 + (tokens - near) * near;
}

// Returns that sum over the tokens of the prompt that are not cached.
double seen_anew(const Job& job, double window) {
  return seen_up_to(job.prompt, window) - seen_up_to(job.cached, window);
}

// Returns the attention operations of a prompt, for queries of so many values. With an indexer,
// attention covers only the tokens that the indexer chooses, but the indexer itself covers all.
// Pools count as at the end of the prompt.
Operations prompt_attention(const Job& job, double queries) {
  const Model& model = *job.model;
  const double sliding = model.sliding_window > 0 ? model.sliding_layers : 0;
  const double pools = pools_read(model, job.prompt) / std::max(1.0, job.prompt);
  const double seen =
      (attention_layers(model) - sliding) * seen_anew(job, chosen_tokens(model, job.prompt)) +
      (sliding > 0 ? sliding * seen_anew(job, model.sliding_window) : 0) +
      pools * seen_anew(job, job.prompt);
  return {(4 * queries * seen + index_operations(model) * seen_anew(job, job.prompt)) * job.batch};
}

// Returns the time of two sums per layer over devices that share the layers, for so many tokens.
// Returns nothing if the rate of their link is unknown.
std::optional<Seconds> allreduce_time(const Gpu& gpu, const Job& job, double devices,
                                      const EngineConstants& fitted, double tokens) {
  if (devices < 2 || fitted.engine->pipeline_parallel) return Seconds{};
  const Bytes each{2 * job.model->hidden_size * tokens};
  const auto link = link_rate(gpu, devices, job.slot_gb_s);
  if (!link) return {};
  BytesPerSecond reached = *link * fitted.engine->link_efficiency;
  if (is_consumer(gpu) && !joined_by_links(gpu))
    reached = std::min(reached, gb_per_second(fitted.consumer_gb_s * 2 / devices));
  const Seconds ring = each * (2 * (devices - 1) / devices) / reached;
  return (Seconds{fitted.build->allreduce_seconds} + ring) * (2 * layer_pairs(*job.model));
}

Bytes stream_bytes(const Job& one, double devices, const Engine& engine) {
  const MemoryNeed need = memory_need(one, devices, engine);
  const Bytes own = need.part(MemoryUse::cache) + need.part(MemoryUse::state) +
                    (engine.pipeline_parallel ? Bytes{} : need.part(MemoryUse::buffers));
  return one.drafter ? own + stream_bytes(drafting(one), devices, engine) : own;
}

}  // namespace

// More devices than heads of the cache each hold a copy of one.
double uneven_heads(const Job& job, const Engine& engine, double devices) {
  const Model& model = *job.model;
  if (engine.pipeline_parallel) return 0;
  if (std::fmod(model.heads, devices) != 0) return model.heads;
  for (const double cached : {model.kv_heads, model.full_kv_heads})
    if (cached > 0 && std::fmod(std::max(cached, devices), std::min(cached, devices)) != 0)
      return cached;
  return 0;
}

bool heads_come_out_even(const Job& job, const Engine& engine, double devices) {
  return uneven_heads(job, engine, devices) == 0;
}

double streams_that_fit(const Gpu& gpu, const Job& job, double devices, const Engine& engine,
                        double tokens) {
  Job one = job;
  one.context = tokens;
  one.batch = 1;
  const auto usable = usable_memory(gpu, engine, job.usable);
  const Bytes each = stream_bytes(one, devices, engine);
  if (!usable || each.value == 0) return 1;
  const Bytes left =
      (*usable * devices - memory_need(one, devices, engine).total()) * engine.cache_fill;
  return std::max(1.0, std::floor(1 + left / each));
}

Seconds DecodeStep::total() const {
  const Seconds work_time = reading() + computing();
  const Seconds sum = overlaps ? std::max(work_time, waiting()) : work_time + waiting();
  return ((sum + per_stream * streams + linking) / turns + per_draft * drafts) / written;
}

Bound DecodeStep::bound() const {
  return longest_of(computing(), reading(), waiting() + per_stream * streams, linking);
}

std::optional<DecodeStep> decode_step(const Gpu& gpu, const Job& job, double devices,
                                      const EngineConstants& fitted) {
  const Model& model = *job.model;
  const auto rate = product_rate(gpu, job, fitted);
  const Number bandwidth = per_device(gpu, gpu.bandwidth_gb_s);
  const double tokens = job.batch * (1 + job.draft);
  const auto linking = allreduce_time(gpu, job, devices, fitted, tokens);
  if (!bandwidth || !linking) return {};
  DecodeStep step;
  step.streams = job.batch;
  step.written = tokens_written(job);
  step.weights = active_weights(job.model, *job.format, tokens) + drafting_weights(job);
  const double seen = std::min(job.context, job.prompt + job.generate / 2);
  step.cache = cache_read(job, devices, fitted, seen);
  step.activations = activations(model, fitted, tokens);
  step.state = state(model, fitted.engine->state_bytes, job.batch) * 2;
  step.bandwidth = gb_per_second(*bandwidth);
  step.efficiency = fitted.speed_class->decode_efficiency;
  const OperationsPerSecond matrix =
      rate ? *rate * product_share(gpu, job, fitted)
           : OperationsPerSecond{std::numeric_limits<double>::infinity()};
  const Products products = products_of(gpu, job, fitted, tokens, matrix);
  if (!rate && products.work.value > 0) return {};
  step.work = products.work;
  step.rate = products.rate;
  if (const double vector = vector_tflops(gpu); fitted.engine->attention_share && vector > 0) {
    step.attention = attention_work(job, *fitted.engine, seen) * (1 + job.draft);
    step.attention_rate = tflops(vector * *fitted.engine->attention_share);
  }
  step.layers = layer_pairs(model) + (job.drafter ? 0 : job.draft);
  step.per_layer = {fitted.build->layer_seconds};
  step.steps = extra_steps(model);
  step.per_step = {fitted.engine->step_seconds};
  step.states = model.mixer.layers;
  step.per_state = {fitted.engine->state_seconds};
  step.cache_share = fitted.build->cache_share;
  step.per_stream = {fitted.build->sequence_seconds};
  step.overlaps = fitted.engine->overlaps;
  step.shards = fitted.engine->pipeline_parallel ? 1 : devices;
  step.linking = *linking;
  step.turns = turns_of(*fitted.engine, devices);
  if (job.drafter && job.draft > 0) {
    const auto draft = decode_step(gpu, drafting(job), devices, fitted);
    if (!draft) return {};
    step.drafts = job.draft;
    step.per_draft = draft->total() + Seconds{fitted.engine->draft_seconds};
  }
  return step;
}

// Tries every number, since the speed has several maxima: once a step uses the matrix units, a few
// more tokens are slower and many are faster.
double fastest_draft(const Gpu& gpu, const Job& job, double devices,
                     const EngineConstants& fitted) {
  Job trial = job;
  double best = 1;
  Seconds least{std::numeric_limits<double>::infinity()};
  for (trial.draft = 1; trial.draft <= most_draft_tokens; ++trial.draft) {
    const auto step = decode_step(gpu, trial, devices, fitted);
    if (!step || !(step->total() < least)) continue;
    least = step->total();
    best = trial.draft;
  }
  return best;
}

Seconds Prefill::total() const {
  const Seconds computing =
      (linear / linear_share + experts / expert_share + attention / attention_share) /
      (rate * efficiency);
  return (computing + vectors + moving + reading) / speedup + waiting + drafting;
}

std::optional<Prefill> prefill(const Gpu& gpu, const Job& job, double devices,
                               const EngineConstants& fitted) {
  const Model& model = *job.model;
  const Engine& engine = *fitted.engine;
  const auto rate = product_rate(gpu, job, fitted);
  const Number bandwidth = per_device(gpu, gpu.bandwidth_gb_s);
  const double tokens = (job.prompt - job.cached) * job.batch;
  const auto linking = allreduce_time(gpu, job, devices, fitted, tokens);
  if (!rate || !bandwidth || !linking) return {};
  Prefill out;
  out.tokens = tokens;
  const LinearParameters& linear = job.model.linear();
  out.linear = {2 * (linear.active - linear.active_experts) * out.tokens};
  const double queries = engine.latent_prompts ? cached_query_size(model) : query_size(model);
  out.attention = prompt_attention(job, queries);
  out.rate = *rate;
  out.efficiency =
      product_share(gpu, job, fitted) * (job.format->linear_bits >= 16 ? engine.f16_gain : 1);
  out.linear_share = weight_speed(*job.format, fitted);
  out.attention_share = fitted.build->attention_share;
  out.expert_share = fitted.build->expert_share * expert_speed(gpu, *job.format, fitted);
  const double vector = vector_tflops(gpu);
  const Operations of_vectors{(engine.state_operations * state(model, 4).value / 4 +
                               engine.routing_operations * sent_values(model)) *
                              out.tokens};
  out.vectors = of_vectors / (vector > 0 ? tflops(vector) : *rate);
  const double at_once = tokens_at_once(job, engine);
  const double batches = std::ceil(out.tokens / at_once);
  out.experts = {2 * tiled_experts(model, out.tokens / batches, engine) * batches};
  out.speedup = engine.pipeline_parallel ? std::pow(devices * batches / (batches + devices - 1),
                                                    engine.pipeline_exponent)
                                         : devices;
  const Bytes once = active_weights(job.model, *job.format, std::min(at_once, out.tokens));
  const BytesPerSecond reached = gb_per_second(*bandwidth) * fitted.speed_class->decode_efficiency;
  out.reading = once * batches / reached;
  out.moving = activations(model, fitted, out.tokens) / reached;
  const double waits = layer_pairs(model) * fitted.build->layer_seconds +
                       model.mixer.layers * engine.state_seconds +
                       extra_steps(model) * engine.step_seconds;
  out.waiting = Seconds{waits * batches} + *linking;
  if (job.drafter) {
    const auto draft = prefill(gpu, drafting(job), devices, fitted);
    if (!draft) return {};
    out.drafting = draft->total();
  }
  return out;
}

Seconds time_per_token(const DecodeStep& step, const std::optional<Prefill>& prompts,
                       double generate) {
  if (!prompts || step.streams <= 1) return step.total();
  return step.total() + prompts->total() * (1 - 1 / step.streams) / generate;
}

}  // namespace gpupick
