// The tasks of a job. One row per task has its purpose, the record that it needs and its formulas.
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

enum class Purpose : std::uint8_t { answers, training, images };

// The record that a task needs: a language model or another network.
enum class Subject : std::uint8_t { model, network };

// The formulas for memory and time.
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
  Purpose purpose;
  Subject subject;
  Law law;
  bool adapts = false;     // trains adapters next to frozen weights
  bool quantised = false;  // freezes the weights in a format of few bits
};

inline constexpr auto task_rows = std::to_array<TaskRow>({
    {Task::chat, "chat", Purpose::answers, Subject::model, Law::inference},
    {Task::serve, "serve", Purpose::answers, Subject::model, Law::inference},
    {Task::embed, "embed", Purpose::answers, Subject::model, Law::embedding},
    {Task::lora, "lora", Purpose::training, Subject::model, Law::tuning, true},
    {Task::qlora, "qlora", Purpose::training, Subject::model, Law::tuning, true, true},
    {Task::full, "full", Purpose::training, Subject::model, Law::tuning},
    {Task::pretrain, "pretrain", Purpose::training, Subject::model, Law::pretraining},
    {Task::image, "image", Purpose::images, Subject::network, Law::images},
    {Task::video, "video", Purpose::images, Subject::network, Law::images},
    {Task::vision, "vision", Purpose::answers, Subject::network, Law::network_inference},
    {Task::vision_train, "vision-train", Purpose::training, Subject::network,
     Law::network_training},
});

constexpr const OutputRow& row_of(Output output) {
  return outputs[static_cast<std::size_t>(output)];
}
constexpr const TaskRow& row_of(Task task) { return task_rows[static_cast<std::size_t>(task)]; }

constexpr std::string_view name_of(Task task) { return row_of(task).name; }
constexpr bool is_training(Task task) { return row_of(task).purpose == Purpose::training; }
constexpr bool is_language(Task task) { return row_of(task).subject == Subject::model; }
constexpr bool is_inference(Task task) { return row_of(task).law == Law::inference; }
constexpr bool makes_images(Task task) { return row_of(task).law == Law::images; }
constexpr bool adapts(Task task) { return row_of(task).adapts; }

// True if the task trains a language model.
constexpr bool trains_language(Task task) { return is_training(task) && is_language(task); }

// Returns the outputs that jobs of this task may have, the primary one first.
std::span<const Output> outputs_of(Task task);

// Returns the task with this name, or null if there is none.
const TaskRow* find_task(std::string_view name);

}  // namespace gpupick
