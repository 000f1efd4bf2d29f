// A job: everything that its memory and its time depend on (docs/models.md#tasks). Every member has
// a default; the output prints the members that the task uses.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "base/units.hpp"
#include "calibration/calibration.hpp"
#include "job/task.hpp"
#include "models/kv_cache.hpp"
#include "models/model.hpp"
#include "models/network.hpp"

namespace gpupick {

// The memory of the computer around the cards. It may hold what does not fit them.
struct HostMemory {
  double memory_gb_s = 0;  // 0: the computer holds nothing
  double ram_gib = std::numeric_limits<double>::infinity();
  double system_gib = 0;  // part of `ram_gib` that the system and other programs use

  // Returns the memory of a computer that holds `gib` of a job; 0 for none.
  double computer_gib(double gib) const { return gib > 0 ? gib + system_gib : 0; }
  bool holds(double gib) const { return computer_gib(gib) <= ram_gib; }

  auto operator<=>(const HostMemory&) const = default;
};

enum class Precision : std::uint8_t { fp32, tf32, fp16, bf16, fp8 };
inline constexpr std::array<std::string_view, 5> precision_names = {"fp32", "tf32", "fp16", "bf16",
                                                                    "fp8"};
constexpr std::string_view name_of(Precision precision) {
  return precision_names[static_cast<std::size_t>(precision)];
}
// Returns the precision with this name, or nothing if there is none.
std::optional<Precision> find_precision(std::string_view name);

inline constexpr std::array<std::string_view, 2> attention_names = {"fused", "eager"};

// The matrices of a layer that get adapters.
enum class LoraTargets : std::uint8_t { queries_and_values, attention, all };
inline constexpr std::array<std::string_view, 3> lora_target_names = {"qv", "attention", "all"};

inline constexpr double most_draft_tokens = 16;  // per step

// Holds only numbers and pointers to records, so a copy allocates nothing. A pointer is null if the
// task does not use the record.
struct Job {
  Task task = Task::chat;
  UsedModel model;                               // for tasks of language models
  const Network* network = nullptr;              // for the other tasks
  const Quantisation* format = nullptr;          // format of the weights
  const Model* drafter = nullptr;                // draft model; null: the model's own heads draft
  const Quantisation* drafter_format = nullptr;  // format of the draft model's weights
  const CacheType* cache_type = nullptr;         // for inference
  const Engine* engine = nullptr;                // for inference
  const StartMemory* start = nullptr;            // of the engine on the card; null: takes no more
  const FineTuningTrainer* trainer = nullptr;    // trainer, for fine-tuning
  const FineTuningTrainer* spare_trainer = nullptr;         // instead, if one card lacks memory
  const PretrainingTrainer* pretraining_trainer = nullptr;  // trainer, for pre-training
  const Optimizer* optimizer = nullptr;                     // for training a language model
  Precision precision = Precision::bf16;                    // for training, images and embedding
  double context = 0;   // tokens that the cache has room for; in training and embedding, of a text
  double prompt = 0;    // tokens read before the first is written
  double cached = 0;    // tokens of the prompt that the cache already holds
  double generate = 0;  // tokens written
  double draft = 0;  // draft tokens per step. 0: with a draft model the fastest number, else none
  double acceptance = 0;   // chance (below 1) that a draft token is accepted if those before are
  double accepted = 0;     // share of all draft tokens that are accepted; 0: from `acceptance`
  double usable = 0;       // share of each card's memory that the engine takes; 0: its own
  double micro_batch = 0;  // tokens of a prompt processed at once; 0: the engine's number
  double batch = 1;        // streams in all, or sequences or images per device; 0: as many as fit
  double each = 0;         // minimum tokens/s per user; 0: no requirement
  double ttft_limit = 0;   // maximum seconds to a first token if all users ask at once; 0: none
  bool checkpointing = false;
  bool chunked_loss = false;  // computes the logits of a few tokens at a time
  double lora_rank = 0;
  LoraTargets lora_targets = LoraTargets::all;
  // ZeRO stage, for several devices: 1 shards the optimizer, 2 also gradients, 3 also weights.
  // Absent: the lowest stage at which the job fits.
  std::optional<int> zero;
  double slot_gb_s = 0;       // rate of the card's slot in one direction; 0: as fast as the card
  Bytes paged;                // part of the optimizer's states that waits in host memory
  bool host_weights = false;  // frozen weights wait in host memory, except the layers at work
  // Micro-batches per optimizer step. 0: one, or on several boards as many as `step_batch` takes.
  double accumulate = 1;
  double step_batch = 1;  // sequences of all devices per optimizer step, if that is open
  double tokens = 0;      // total tokens to train on; 0: not given
  double resolution = 0;  // pixels per side of an image, or height of a video; 0: the network's
  double frames = 0;      // of a clip; 0: the network's
  double steps = 0;       // denoising steps; 0: the network's
  bool compiled = false;  // the network is compiled (torch.compile)
  // Keeps only the component at work of an image network on the device. Set if all have no room.
  bool offload = false;
  bool by_blocks = false;   // of that component, blocks without room wait in host memory
  Bytes swapped;            // part of the denoiser's weights that is sent for each evaluation
  bool one_by_one = false;  // images of a batch are decoded one at a time
  bool eager = false;       // attention keeps its scores: no FlashAttention or similar kernel
};

// Return the area of the job's images, and the length of its clips, relative to the sample that the
// network's figures describe. 1 if unknown.
double area(const Job& job);
double length(const Job& job);

// Returns the job as the draft model runs it: with its weights and without speculative decoding.
Job drafting(const Job& job);

// Returns the job without speculative decoding.
Job undrafted(Job job);

// True if the model is made for the task. Models that write text also make vectors if asked to.
bool is_made_for(const Model& model, Task task);

// True if the context of a chat, service or embedding is longer than that the model was made for.
bool is_beyond_context(const Job& job);

// True if the job computes in 32 bit, including TF32.
bool is_single(const Job& job);

// Returns the stored weights of one component of the job's network, or of all.
Bytes component_weights(const Job& job, const Component& component);
Bytes component_weights(const Job& job);

// Returns the stored weights of the component that denoises, and of its block at work with the next
// one; nothing if the number of its blocks is unknown.
Bytes denoiser_weights(const Job& job);
std::optional<Bytes> blocks_at_work(const Job& job);

// Returns the parameters of the model or network, and the day of its release.
double parameters(const Job& job);
Day released(const Job& job);

// Returns the name of the model or network, with the weight format in inference with a language
// model: "Llama 3.1 70B q4_k_m".
std::string name_of(const Job& job);

// True if the engine reads weights in the format: unquantised weights, its own files, or
// llama.cpp's files, which engines that read tensors unpack.
bool reads(const Engine& engine, const Quantisation& format);

// Returns the format with the fewest bits in which the engine is tried, or "f16" if there is none.
std::string_view own_format(const Engine& engine);

}  // namespace gpupick
