// The tasks of a job. One row per task has its formulas and its outputs.
// The defaults of a task are data (models/task_defaults.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace gpupick {

enum class Task : std::uint8_t {
  chat,
  serve,
  embed,
  lora,
  qlora,
  full,
  pretrain,
  image,
  video,
  vision,
  vision_train
};

// The formulas for memory and time: those of language models, then those of other networks.
enum class Law : std::uint8_t {
  inference,
  embedding,
  tuning,
  pretraining,
  network_training,
  network_inference,
  images
};

// A speed or a duration that an estimate may have.
enum class Output : std::uint8_t {
  serve,
  decode,
  decode_full,
  prefill,
  first_token,
  first_token_all,  // to the last user, if all ask at once
  reply,            // from the question to its last token
  embed_tokens,
  embed_texts,
  embed_latency,
  embed_days,
  train_tokens,
  train_days,
  train_samples,
  images,
  image_latency,
  clips,
  clip_latency
};

struct OutputRow {
  Output output;
  std::string_view key;      // in JSON: "decode_tok_s"
  std::string_view meaning;  // with its unit
  bool duration = false;     // less is better
};

inline constexpr auto outputs = std::to_array<OutputRow>({
    {Output::serve, "serve_tok_s", "tokens/s of all users together"},
    {Output::decode, "decode_tok_s", "tokens/s that an answer is written at"},
    {Output::decode_full, "decode_full_tok_s", "the same with the context full"},
    {Output::prefill, "prefill_tok_s", "tokens/s that a prompt is read at"},
    {Output::first_token, "ttft_s", "time to the first token, s", true},
    {Output::first_token_all, "ttft_all_s",
     "time to the last user's first token if all ask at once, s", true},
    {Output::reply, "reply_s", "time from the question to the last token, s", true},
    {Output::embed_tokens, "embed_tok_s", "tokens/s that become vectors or scores"},
    {Output::embed_texts, "embed_texts_s", "texts/s that become vectors or scores"},
    {Output::embed_latency, "embed_latency_s", "time of a batch of texts, s", true},
    {Output::embed_days, "embed_days", "time of all texts, days", true},
    {Output::train_tokens, "train_tok_s", "tokens/s of training"},
    {Output::train_days, "train_days", "time of the whole training, days", true},
    {Output::train_samples, "train_samples_s", "samples/s of training"},
    {Output::images, "images_s", "images/s"},
    {Output::image_latency, "image_latency_s", "time of a batch of images, s", true},
    {Output::clips, "clips_s", "clips/s"},
    {Output::clip_latency, "clip_latency_s", "time of a batch of clips, s", true},
});

struct TaskRow {
  Task task;
  std::string_view name;
  Law law;
  Output first, last;      // of the outputs that its jobs may have, the main one first
  bool adapts = false;     // trains adapters next to frozen weights
  bool quantised = false;  // freezes the weights in a format of few bits
};

inline constexpr auto task_rows = std::to_array<TaskRow>({
    {Task::chat, "chat", Law::inference, Output::serve, Output::reply},
    {Task::serve, "serve", Law::inference, Output::serve, Output::reply},
    {Task::embed, "embed", Law::embedding, Output::embed_tokens, Output::embed_days},
    {Task::lora, "lora", Law::tuning, Output::train_tokens, Output::train_days, true},
    {Task::qlora, "qlora", Law::tuning, Output::train_tokens, Output::train_days, true, true},
    {Task::full, "full", Law::tuning, Output::train_tokens, Output::train_days},
    {Task::pretrain, "pretrain", Law::pretraining, Output::train_tokens, Output::train_days},
    {Task::image, "image", Law::images, Output::images, Output::image_latency},
    {Task::video, "video", Law::images, Output::clips, Output::clip_latency},
    {Task::vision, "vision", Law::network_inference, Output::images, Output::image_latency},
    {Task::vision_train, "vision-train", Law::network_training, Output::train_samples,
     Output::train_samples},
});

constexpr const OutputRow& row_of(Output output) {
  return outputs[static_cast<std::size_t>(output)];
}
constexpr const TaskRow& row_of(Task task) { return task_rows[static_cast<std::size_t>(task)]; }

constexpr std::string_view name_of(Task task) { return row_of(task).name; }
constexpr bool is_language(Task task) { return row_of(task).law <= Law::pretraining; }
constexpr bool is_inference(Task task) { return row_of(task).law == Law::inference; }
constexpr bool makes_images(Task task) { return row_of(task).law == Law::images; }
constexpr bool adapts(Task task) { return row_of(task).adapts; }

// True if the task trains a language model.
constexpr bool trains_language(Task task) {
  return row_of(task).law == Law::tuning || row_of(task).law == Law::pretraining;
}
constexpr bool is_training(Task task) {
  return trains_language(task) || row_of(task).law == Law::network_training;
}

// Returns the outputs that jobs of this task may have, the main one first.
constexpr std::span<const OutputRow> outputs_of(Task task) {
  const TaskRow& row = row_of(task);
  return std::span(outputs).subspan(
      static_cast<std::size_t>(row.first),
      static_cast<std::size_t>(row.last) - static_cast<std::size_t>(row.first) + 1);
}

// Returns the task with this name, or null if there is none.
const TaskRow* find_task(std::string_view name);

}  // namespace gpupick
