// A piece of work by all that its memory and its time depend on (docs/models.md#tasks). Every
// member has a default; the output prints those that the task uses.
#pragma once

#include <array>
#include <cstdint>
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

enum class Precision : std::uint8_t { fp32, tf32, fp16, bf16, fp8 };
inline constexpr std::array<std::string_view, 5> precision_names = {"fp32", "tf32", "fp16", "bf16",
                                                                    "fp8"};
constexpr std::string_view name_of(Precision precision) {
  return precision_names[static_cast<std::size_t>(precision)];
}
// Nothing where no precision has this name.
std::optional<Precision> find_precision(std::string_view name);

inline constexpr std::array<std::string_view, 2> attention_names = {"fused", "eager"};

// Matrices of a layer beside which adapters stand.
enum class LoraTargets : std::uint8_t { queries_and_values, attention, all };
inline constexpr std::array<std::string_view, 3> lora_target_names = {"qv", "attention", "all"};

inline constexpr double most_draft_tokens = 16;  // of a step

// Numbers and pointers to records only, so that a copy allocates nothing. A pointer is null where
// the task has no use for the record.
struct Job {
  Task task = Task::chat;
  UsedModel model;                               // of a language model's task
  const Network* network = nullptr;              // of the others
  const Quantisation* quant = nullptr;           // of weights
  const Model* drafter = nullptr;                // writes the draft tokens; null: the model's heads
  const Quantisation* drafter_quant = nullptr;   // of its weights
  const CacheType* cache_type = nullptr;         // of answers
  const Engine* engine = nullptr;                // likewise
  const FineTuningStack* stack = nullptr;        // of fine-tuning
  const FineTuningStack* spare_stack = nullptr;  // in its place where one card lacks memory
  const FineTuningStack* sharing_stack = nullptr;  // where several share weights through the host
  const PretrainingStack* pretraining_stack = nullptr;  // of pre-training
  const Optimizer* optimizer = nullptr;                 // of training a language model
  Precision precision = Precision::bf16;                // of training and images
  double context = 0;   // tokens for which the cache is made; of a sequence in training
  double prompt = 0;    // tokens read before the first is written
  double cached = 0;    // tokens of the prompt that are in the cache already
  double generate = 0;  // tokens written
  double draft = 0;  // tokens drafted per step, for speculative decoding; 0 where a model drafts:
                     // as many as are fastest
  double acceptance = 0;   // chance below 1 that a draft token is accepted if those before it are
  double micro_batch = 0;  // tokens of a prompt processed at once; 0: as many as the engine does
  double batch = 1;       // streams, sequences or images at once, on each device in training; 0: as
                          // many as fit
  double each = 0;        // tokens a second that each user shall get at least; 0 where nobody asked
  double ttft_limit = 0;  // seconds to a first token though all users ask at once; likewise
  bool checkpointing = false;
  bool chunked_loss = false;  // logits of a few tokens at a time
  double lora_rank = 0;
  LoraTargets lora_targets = LoraTargets::all;
  // What several devices shard: 1 the optimizer, 2 also gradients, 3 also weights. Not given: as
  // little as makes it fit.
  std::optional<int> zero;
  double slot_gb_s = 0;       // of the card's slot in one direction; 0: as fast as the card itself
  Bytes paged;                // of the optimizer's states, that wait in host memory
  bool host_weights = false;  // frozen weights wait there too, all but the layers at work
  double accumulate = 1;      // micro-batches per optimizer step
  double tokens = 0;          // to train on in all; 0 where nobody asked
  double resolution = 0;    // pixels a side of an image, or the height of a video; 0: the network's
  double frames = 0;        // of a clip; 0: the network's
  double steps = 0;         // of denoising; 0: the network's
  bool compiled = false;    // the network, into kernels of its own (torch.compile)
  bool offload = false;     // of image networks: only the component at work is on the device
  bool one_by_one = false;  // images of a batch are decoded one at a time
  bool eager = false;       // attention keeps its scores: neither FlashAttention nor its like
};

// Of the job's images over those that the network's figures are of: their area, and the length of a
// clip.
double area(const Job& job);
double length(const Job& job);

// What the drafter does beside the job: the same for its own weights, one token after the other.
Job drafting(const Job& job);

// The job without speculative decoding.
Job undrafted(Job job);

// Whether it is computed in 32 bit, TF32 among them.
bool is_single(const Job& job);

// Whether several devices hold one copy of the work between them, so that memory adds.
bool pools_memory(const Job& job);

// The stored weights of one component of the job's network.
Bytes component_weights(const Job& job, const Component& component);

// The model or network, with the format of its weights where the task leaves that open: "Llama 3.1
// 70B q4_k_m".
std::string name_of(const Job& job);

// Whether the engine reads weights in the format: unquantised, in its files, or, where it reads
// tensors, unpacked from llama.cpp's.
bool reads(const Engine& engine, const Quantisation& format);

// The format of fewest bits that the engine is tried in; "f16" where it is tried in none.
std::string_view own_format(const Engine& engine);

}  // namespace gpupick
