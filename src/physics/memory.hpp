// The memory that a job needs on the devices that share it, by part, and the memory that a device
// offers (docs/models.md#memory).
#pragma once

#include <optional>
#include <vector>

#include "calibration/calibration.hpp"
#include "cards/gpu.hpp"
#include "job/job.hpp"
#include "physics/missing.hpp"

namespace gpupick {

// The parts of a job's memory.
enum class MemoryUse : std::uint8_t {
  weights,
  cache,
  state,
  buffers,
  drafter,       // everything that the draft model adds
  whole_layers,  // left free, since each card holds whole layers
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
  measured  // the whole, as measured on cards that ran the job
};

struct MemoryPart {
  MemoryUse part = MemoryUse::weights;
  Bytes bytes;  // over all devices
};

struct MemoryNeed {
  std::vector<MemoryPart> parts;

  void add(MemoryUse part, Bytes bytes) {
    parts.reserve(8);  // as many as any job has
    parts.push_back({part, bytes});
  }
  Bytes total() const;
  // Returns the bytes of this part, or 0 if there is no such part.
  Bytes part(MemoryUse part) const;
};

// Returns the memory of inference with a language model over `devices` devices.
MemoryNeed memory_need(const Job& job, double devices, const Engine& engine);

// Returns the tokens of a prompt that the engine processes at once.
double tokens_at_once(const Job& job, const Engine& engine);

// Returns the tokens of all streams that a layer with a window holds: the window and the tokens in
// process, in whole blocks.
double windowed_tokens(const Job& job, const Engine& engine, double in_process);

// Returns how many copies of the cache the devices hold together. Devices that share every layer
// split the cache by heads, and latent attention counts as one head.
double copies_of_cache(const Model& model, double devices, const Engine& engine);

// The memory of a job of any task. `need` lacks the part that cannot be estimated;
// `unknown` says which.
struct JobMemory {
  MemoryNeed need;
  MissingCause unknown = MissingCause::none;

  bool fits(Bytes usable) const { return unknown == MissingCause::none && need.total() <= usable; }
};
JobMemory memory_of(const Job& job, double devices, const Calibration& calibration);

// Returns the memory of a pass over a batch of texts on each device.
MemoryNeed embedding_memory(const Job& job, double devices, const Calibration& calibration);

// Returns the memory of one device that the engine can use, or nothing if the memory is unknown.
// `share`: of its memory, instead of the engine's own; 0: not given.
std::optional<Bytes> usable_memory(const Gpu& gpu, const Engine& engine, double share);

// Returns the memory of one device that a job of any task can use, or nothing if it is unknown.
std::optional<Bytes> usable_memory(const Gpu& gpu, const Job& job, const Calibration& calibration);

// Returns the parameters of a job's LoRA adapters: rank x (values in + values out) for each adapted
// matrix (arXiv 2106.09685). Experts get no adapters.
double adapter_parameters(const Job& job);

// Returns the bytes of the frozen layers in a job that trains adapters.
Bytes frozen_layers(const Job& job);

// Returns the bytes that wait in host memory: frozen weights, an optimizer's pages, and all
// components of an image network that take turns on the card.
Bytes host_need(const Job& job);

// Returns the weights that one token of each of `streams` streams reads: all except the embedding,
// and only the experts that any of the streams is sent to.
Bytes active_weights(const UsedModel& model, const Quantisation& format, double streams = 1);

}  // namespace gpupick
