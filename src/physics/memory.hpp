// What a job needs in the memory of the devices that share it, by part, and what a device has for
// it (docs/models.md#memory).
#pragma once

#include <cstdint>
#include <optional>

#include "base/fixed_list.hpp"
#include "calibration/calibration.hpp"
#include "cards/gpu.hpp"
#include "job/job.hpp"

namespace gpupick {

// What memory is taken by.
enum class MemoryUse : std::uint8_t {
  weights,
  cache,
  state,
  buffers,
  drafter,  // all that the model that drafts adds
  backend,
  adapters,
  optimizer,
  gradients,
  step,
  activations,
  logits,
  images,
  trained,  // weights, gradients and optimizer together
  runtime,
  measured  // all of it, as cards had that ran it
};

struct MemoryPart {
  MemoryUse part = MemoryUse::weights;
  Bytes bytes;  // over all devices
};

struct MemoryNeed {
  FixedList<MemoryPart, 8> parts;

  void add(MemoryUse part, Bytes bytes) { parts.push_back({part, bytes}); }
  Bytes total() const;
  // Zero where there is no such part.
  Bytes part(MemoryUse part) const;
};

// Of inference with a language model over `devices` devices.
MemoryNeed memory_need(const Job& job, const Engine& engine, double devices);

// Tokens of a prompt that are processed at once.
double tokens_at_once(const Job& job, const Engine& engine);

// Tokens of all streams that a layer with a window holds: the window, and what is being processed
// beside it, in whole blocks.
double windowed_tokens(const Job& job, const Engine& engine, double in_process);

// Copies of the cache that so many devices hold between them: those that share every layer split it
// by its heads, and latent attention has one.
double copies_of_cache(const Model& model, const Engine& engine, double devices);

// A part of the memory that cannot be known.
enum class Unknown : std::uint8_t {
  nothing,
  trained_states,       // what training keeps of layers with a state
  attention_width,      // of a denoiser
  network_activations,  // that its training keeps
};

// Of any task. A part that cannot be known is missing.
struct JobMemory {
  MemoryNeed need;
  Unknown unknown = Unknown::nothing;

  bool fits(Bytes usable) const { return unknown == Unknown::nothing && need.total() <= usable; }
};
JobMemory memory_of(const Job& job, const Calibration& calibration, double devices);

// What of one device's memory a program can have; nothing where the memory is not known.
std::optional<Bytes> usable_memory(const Gpu& gpu, const Engine& engine);

// The same for any task.
std::optional<Bytes> usable_memory(const Gpu& gpu, const Job& job, const Calibration& calibration);

// Values that a job's LoRA adapters add: rank x (values in + values out) for each matrix that they
// stand beside (arXiv 2106.09685). None stand beside experts.
double adapter_parameters(const Job& job);

// The weights of the layers of a job that trains adapters beside them.
Bytes frozen_layers(const Job& job);

// What waits in the host's memory: frozen weights, and an optimizer's pages.
Bytes host_need(const Job& job);

// The weights that are read for one token of each of `streams` streams: all but the embedding, and
// of experts those that any of the streams is sent to.
Bytes active_weights(const UsedModel& model, const Quantisation& quant, double streams = 1);

}  // namespace gpupick
