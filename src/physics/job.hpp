// A piece of work by all that its memory and its time depend on (docs/models.md#tasks). Every
// member has a default; the output prints those that the task uses.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "catalog/model.hpp"
#include "catalog/network.hpp"

namespace gpupick {

enum class Task { chat, serve, lora, qlora, full, pretrain, image, vision_train };
inline constexpr std::array<std::string_view, 8> task_names = {
    "chat", "serve", "lora", "qlora", "full", "pretrain", "image", "vision-train"};

inline constexpr std::array<std::string_view, 5> precision_names = {"fp32", "tf32", "fp16", "bf16",
                                                                    "fp8"};
inline constexpr std::array<std::string_view, 2> attention_names = {"fused", "eager"};

// The format of weights that QLoRA freezes, where nobody names another.
inline constexpr std::string_view usual_frozen = "nf4-dq";

std::string_view name_of(Task task);

// Whether the task trains, whether it is a language model's, and whether a language model answers.
bool is_training(Task task);
bool is_language(Task task);
bool is_inference(Task task);

struct Job {
  Task task = Task::chat;
  const Model* model = nullptr;      // of a language model's task
  const Network* network = nullptr;  // of the others
  const Quantisation* quant = nullptr;
  const CacheType* cache_type = nullptr;
  std::string engine = "llama.cpp";
  double context = 8192;  // tokens for which the cache is made; of a sequence in training
  double prompt = 512;    // tokens read before the first is written
  double generate = 128;  // tokens written
  double batch = 1;       // streams, sequences or images at once, on each device in training
  std::string precision = "bf16";
  std::string stack = "transformers";  // of fine-tuning; measured apart: litgpt, ms-swift
  std::string optimizer = "adamw";
  bool checkpointing = false;
  double lora_rank = 16;
  // What several devices shard: 1 the optimizer, 2 also gradients, 3 also weights. Not given: as
  // little as makes it fit.
  std::optional<int> zero;
  double accumulate = 1;    // micro-batches per optimizer step
  double tokens = 0;        // to train on in all; 0 where nobody asked
  double resolution = 0;    // pixels a side of an image; 0: the network's own
  bool offload = false;     // of image networks: only the component at work is on the device
  bool one_by_one = false;  // images of a batch are decoded one at a time
  bool eager = false;       // attention keeps its scores: neither FlashAttention nor its like
};

// Whether it is computed in 32 bit, TF32 among them.
bool is_single(const Job& job);

// Whether several devices hold one copy of the work between them, so that memory adds.
bool pools_memory(const Job& job);

// The stored weights of one component of the job's network.
Bytes component_weights(const Job& job, const Component& component);

// The model or network, with the format of its weights where the task leaves that open: "Llama 3.1
// 70B q4_k_m".
std::string name_of(const Job& job);

}  // namespace gpupick
