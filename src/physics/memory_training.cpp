// The problem: "sixteen bytes per parameter" is right for one recipe of many, and leaves out what
// grows with the batch. The memory per device, for N parameters, T = batch x context tokens and L
// layers of width h:
//
//   weights      as stored: 2 N in 16 bit, 4 N in 32; frozen under LoRA, 4 bit under QLoRA
//   gradients    as wide as the trained weights
//   optimizer    the optimizer's bytes per trained parameter, and a copy of the weights in 32 bit
//                if 16-bit training keeps one
//   activations  c x 2 T h a layer, or 2 T h a layer and c x 2 T h once with checkpointing. c h
//                counts the 16-bit values that the backward pass reads: queries, keys, values and
//                what attention makes of them; of a gated net of width f the gate, its function and
//                the other half; a 32-bit copy of what each RMSNorm reads; and what each trained
//                matrix reads. PEFT keeps its adapters in 32 bit, and with them a copy of what each
//                adapted matrix reads. LayerNorm and plain nets take less, as fitted. Pre-training
//                has c = 13: its kernels are fused or recompute some values
//   logits       bytes per token and word: logit and gradient in 16 bit, and a copy, its softmax
//                and its gradient in 32 bit. Few bytes if the loss is computed in chunks
//
// The backward pass frees activations while it makes gradients, and the step of AdamW in 16 bit
// makes a copy as wide as the weights. So only the larger counts: the memory at the end of the
// forward pass or that at the step. With adapters, or if several batches make a step, gradients add
// to the activations. ZeRO shards optimizer (1), gradients (2) and weights (3) over the devices;
// otherwise each device holds all.
//
// Networks other than language models take 16 bytes per parameter, and some bytes per activation.
// BERT and other encoders follow from their dimensions. If a network's activations are not counted,
// the largest measured batch per GiB decides. A diffusion model takes all its components, and per
// image and megapixel the larger of what denoising and what decoding keeps.
//
// Eager attention also keeps its scores, tokens x tokens x heads per layer: for all layers in
// training without checkpointing, else for one.
//
// Sources of the form: Korthikanti et al., arXiv 2205.05198; ZeRO, arXiv 1910.02054; QLoRA, arXiv
// 2305.14314. Constants: data/calibration.json, lists training_memory, network_memory,
// training_recipes, optimizers.
// Left out: fragmentation, pipeline stages, and offload to the host except of a paged optimizer's
// states and of frozen weights.
#include <algorithm>
#include <utility>

#include "physics/memory.hpp"

namespace gpupick {
namespace {

double key_size(const Model& model) {
  return model.kv_lora_rank > 0 ? query_size(model) : model.kv_heads * model.head_dim;
}

// Returns what a layer keeps for the backward pass, in units of one 16-bit hidden state.
double layer_units(const Job& job, const TrainingMemory& law) {
  const Model& model = *job.model;
  const double h = model.hidden_size, q = query_size(model), k = key_size(model);
  const double ffn = active_ffn_size(model);
  const bool copies = adapts(job.task) && job.trainer->wide_adapters;
  const double normed = 2 * h + (model.qk_norm ? q + k : 0);
  double values = 2 * (q + k);
  if (model.gated)
    values += copies ? 2 * normed + 3 * ffn : 3 * normed + 4 * ffn;
  else
    values += law.norm_units * h + law.plain_units * ffn;
  if (copies) {
    const bool net = job.lora_targets == LoraTargets::all && model.experts == 0;
    values += job.lora_targets == LoraTargets::queries_and_values ? 4 * h : 6 * h + 2 * q;
    if (net) values += 2 * ((model.gated ? 2 : 1) * h + ffn);
  }
  return values / h;
}

// FP16 training and pre-training keep master weights in 32 bit. In tuning, DeepSpeed and AMP keep
// gradients in 32 bit too.
RecipeName recipe_of(const Job& job) {
  if (adapts(job.task)) return RecipeName::adapters;
  if (is_single(job)) return RecipeName::single;
  if (job.task == Task::pretrain) return RecipeName::pretraining;
  return job.precision == Precision::bf16 ? RecipeName::bf16 : RecipeName::mixed;
}

struct ForwardMemory {
  Bytes activations, logits;
};

// Returns the bytes that the loss keeps per token and word.
double logit_bytes(const Job& job, const TrainingMemory& law) {
  const double whole = job.task == Task::pretrain
                           ? law.pretraining_logit_bytes
                           : job.trainer->logit_bytes.value_or(law.logit_bytes);
  return job.chunked_loss ? std::min(whole, law.chunked_logit_bytes) : whole;
}

// Returns what a forward pass keeps on all devices. `single`: its states are in 32 bit, not 16.
ForwardMemory forward_memory(const Job& job, const TrainingMemory& law, bool single,
                             double devices) {
  const Model& model = *job.model;
  const bool pretrains = job.task == Task::pretrain;
  const double tokens = job.batch * job.context;
  const double state = (single ? 4 : 2) * tokens * model.hidden_size;
  const double units = pretrains ? law.pretraining_units : layer_units(job, law);
  const double scores =
      job.eager ? law.score_bytes * (single ? 2 : 1) * model.heads * tokens * job.context : 0;
  const double checkpoints = !pretrains && job.trainer->host_checkpoints ? 0 : model.layers;
  double activations = job.checkpointing ? (checkpoints + units) * state + scores
                                         : model.layers * (units * state + scores);
  if (job.task == Task::qlora && !job.checkpointing) activations *= law.dequantised_factor;
  const Bytes logits{logit_bytes(job, law) * tokens * model.vocab_size};
  return {Bytes{activations} * devices, logits * devices};
}

// Returns the weights on a device if frozen weights wait in host memory: the layer at work, the
// next one, and the weights outside the layers.
Bytes weights_at_work(const Job& job) {
  const Model& model = *job.model;
  return frozen_layers(job) * (2 / model.layers) +
         Bytes{job.trainer->embedding_bytes * outer_parameters(model)};
}

JobMemory language(const Job& job, double devices, const Calibration& calibration) {
  const TrainingMemory& law = calibration.only<TrainingMemory>();
  const Model& model = *job.model;
  const bool adapts = gpupick::adapts(job.task);
  const double frozen = job.model.linear().all + outer_parameters(model);
  const double trained = adapts ? adapter_parameters(job) : frozen;
  const TrainingRecipe& recipe = calibration.training_recipe(recipe_of(job));
  const auto sharded = [&](int stage) { return job.zero >= stage ? 1 : devices; };

  Bytes weights{frozen * recipe.weight};
  if (job.task == Task::lora) weights = {frozen * (is_single(job) ? 4 : 2)};
  if (job.task == Task::qlora)  // PEFT's k-bit preparation raises embedding and head to 32 bit
    weights = linear_bytes(job.model.linear(), *job.format) +
              Bytes{job.trainer->embedding_bytes * outer_parameters(model)};
  const Bytes gradients{trained * recipe.gradient};
  const Optimizer& kept_states = *job.optimizer;
  const bool pure = recipe.weight == 2 && recipe.master == 0;
  const Bytes optimizer{trained *
                        ((pure ? kept_states.bytes_16 : kept_states.bytes_32) + recipe.master)};
  const Bytes step{pure ? trained * kept_states.step_bytes.value_or(0) : 0};

  const Bytes held = gradients * sharded(2);
  const bool known = model.mixer.layers == 0;
  const ForwardMemory kept =
      known ? forward_memory(job, law, is_single(job), devices) : ForwardMemory{};
  const bool beside = adapts || job.accumulate > 1;  // gradients add to activations
  const Bytes forward = (beside ? held : Bytes{}) + kept.activations + kept.logits;
  const Bytes update = held + step * sharded(1);
  MemoryNeed need;
  need.add(MemoryUse::weights,
           job.host_weights ? weights_at_work(job) * devices : weights * sharded(3));
  if (adapts) need.add(MemoryUse::adapters, Bytes{trained * recipe.weight} * devices);
  need.add(MemoryUse::optimizer, optimizer * sharded(1) - job.paged);
  if (forward < update) {
    need.add(MemoryUse::gradients, held);
    if (step.value > 0) need.add(MemoryUse::step, step * sharded(1));
  } else {
    if (beside) need.add(MemoryUse::gradients, held);
    if (known) need.add(MemoryUse::activations, kept.activations);
    if (known) need.add(MemoryUse::logits, kept.logits);
  }
  need.add(MemoryUse::runtime, gib(law.runtime_gib) * devices);
  return {std::move(need), known ? MissingCause::none : MissingCause::trained_states};
}

struct DeviceMemory {
  Bytes weights, images;

  Bytes total() const { return weights + images; }
};

// Returns the memory of a network whose components take turns: that of the largest component with
// what it keeps. If blocks are in host memory, text encoders without room are sent in parts, too.
DeviceMemory memory_in_turns(const Job& job, Bytes denoised, Bytes decoded) {
  const DeviceMemory denoising{denoiser_weights(job) - job.swapped +
                                   (job.swapped.value > 0 ? *blocks_at_work(job) : Bytes{}),
                               denoised};
  DeviceMemory decoding{{}, decoded};
  for (const Component& part : job.network->parts)
    if (part.decodes) decoding.weights = decoding.weights + component_weights(job, part);
  DeviceMemory most = denoising.total() < decoding.total() ? decoding : denoising;
  for (const Component& part : job.network->parts)
    if (const DeviceMemory one{component_weights(job, part), {}};
        !job.by_blocks && most.total() < one.total())
      most = one;
  return most;
}

// Denoising and decoding run one after the other, so only the one that keeps more counts.
JobMemory diffusion(const Job& job, const NetworkMemory& law, double devices) {
  const Network& network = *job.network;
  const bool single = is_single(job), decodes_single = single || network.decodes_in_32;
  const double megapixels = area(job) * network.resolution * network.resolution / (1024 * 1024);
  const double seen = network.attention_tokens * area(job) * length(job);
  const Bytes scores{(single ? law.score_bytes_32 : law.score_bytes) *
                     network.evaluations_per_step * network.heads * seen * seen};
  const Bytes values = network.frames > 0
                           ? Bytes{(job.by_blocks ? law.swapped_token_bytes : law.token_bytes) *
                                   seen * network.hidden_size}
                           : gib((single ? law.denoised_gib_32 : law.denoised_gib) * megapixels);
  const Bytes denoised = values + (job.eager ? scores : Bytes{});
  const Bytes decoded = gib((decodes_single ? law.decoded_gib_32 : law.decoded_gib) * megapixels);
  const Bytes all_denoised = denoised * job.batch;
  const Bytes all_decoded = decoded * (job.one_by_one ? 1 : job.batch);
  const DeviceMemory held =
      job.offload ? memory_in_turns(job, all_denoised, all_decoded)
                  : DeviceMemory{component_weights(job), std::max(all_denoised, all_decoded)};
  MemoryNeed need;
  need.add(MemoryUse::weights, held.weights * devices);
  need.add(MemoryUse::images, held.images * devices);
  need.add(MemoryUse::runtime, gib(law.runtime_gib) * devices);
  const bool known = values.value > 0 && (!job.eager || scores.value > 0);
  return {std::move(need), known ? MissingCause::none : MissingCause::attention_width};
}

// Returns the bytes that a training step of an encoder keeps, from its dimensions.
Bytes encoder_activations(const Job& job, const NetworkMemory& law, bool single) {
  const Network& network = *job.network;
  const double tokens = job.batch * network.tokens;
  const double layer =
      (single ? law.layer_bytes_32 : law.layer_bytes) * tokens * network.hidden_size +
      (single ? law.square_bytes_32 : law.square_bytes) * network.heads * tokens * network.tokens;
  const double kept = 4 * tokens * network.hidden_size;
  return {job.checkpointing ? layer + network.layers * kept : network.layers * layer};
}

JobMemory vision(const Job& job, double devices, const Calibration& calibration) {
  const NetworkMemory& law = calibration.only<NetworkMemory>();
  const Network& network = *job.network;
  const bool single = is_single(job);
  const bool encoder = network.kind == encoder_kind;
  const double state =
      (encoder && !single ? law.encoder_state_bytes : law.state_bytes) * network.parameters();
  MemoryNeed need;
  need.add(MemoryUse::trained, Bytes{state} * devices);
  need.add(MemoryUse::runtime, gib(law.runtime_gib) * devices);
  if (encoder) {
    need.add(MemoryUse::activations, encoder_activations(job, law, single) * devices);
    return {need};
  }
  if (network.activation_bytes > 0) {
    const Bytes kept{network.activation_bytes * (single ? 2 : 1) * network.activations_m * 1e6 *
                     area(job) * job.batch};
    need.add(MemoryUse::activations, kept * devices);
    return {need};
  }
  const NetworkTraining* measured = calibration.find<NetworkTraining>(network.id);
  if (!measured) return {std::move(need), MissingCause::network_activations};
  const double held = (single ? measured->gib_less_32 : measured->gib_less) +
                      job.batch / (single ? measured->batch_per_gib_32 : measured->batch_per_gib);
  MemoryNeed seen;
  seen.add(MemoryUse::measured, gib(held) * devices);
  return {seen};
}

// A pass that trains nothing drops values as soon as the next layer has read them.
JobMemory one_pass(const Job& job, double devices, const Calibration& calibration) {
  const NetworkMemory& law = calibration.only<NetworkMemory>();
  const Network& network = *job.network;
  const Bytes kept{calibration.only<VisionConstants>().kept_bytes * (is_single(job) ? 2 : 1) *
                   network.activations_m * 1e6 * area(job) * job.batch};
  MemoryNeed need;
  need.add(MemoryUse::weights, component_weights(job) * devices);
  need.add(MemoryUse::activations, kept * devices);
  need.add(MemoryUse::runtime, gib(law.runtime_gib) * devices);
  return {std::move(need), kept.value > 0 ? MissingCause::none : MissingCause::network_activations};
}

}  // namespace

Bytes frozen_layers(const Job& job) {
  return job.task == Task::qlora ? linear_bytes(job.model.linear(), *job.format)
                                 : Bytes{(is_single(job) ? 4 : 2) * job.model.linear().all};
}

Bytes host_need(const Job& job) {
  return job.paged + (job.host_weights ? frozen_layers(job) : Bytes{}) +
         (job.offload ? component_weights(job) : Bytes{});
}

double adapter_parameters(const Job& job) {
  const Model& model = *job.model;
  const double h = model.hidden_size, q = query_size(model), k = key_size(model);
  const double value = model.kv_lora_rank > 0 ? model.heads * model.v_head_dim : q;
  const double queries = h + q, keys = h + k, values = h + k, output = value + h;
  const double attention = job.lora_targets == LoraTargets::queries_and_values
                               ? queries + values
                               : queries + keys + values + output;
  const double dense_layers = model.experts > 0 ? model.dense_layers : model.layers;
  const double net =
      job.lora_targets == LoraTargets::all ? (model.gated ? 3 : 2) * (h + model.ffn_size) : 0;
  return job.lora_rank * (attention_layers(model) * attention + dense_layers * net);
}

JobMemory memory_of(const Job& job, double devices, const Calibration& calibration) {
  switch (row_of(job.task).law) {
    case Law::inference:
      return {memory_need(job, devices, *job.engine)};
    case Law::embedding:
      return {embedding_memory(job, devices, calibration)};
    case Law::tuning:
    case Law::pretraining:
      return language(job, devices, calibration);
    case Law::images:
      return diffusion(job, calibration.only<NetworkMemory>(), devices);
    case Law::network_inference:
      return one_pass(job, devices, calibration);
    case Law::network_training:
      break;
  }
  return vision(job, devices, calibration);
}

}  // namespace gpupick
