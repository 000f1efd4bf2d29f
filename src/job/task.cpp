#include "job/task.hpp"

#include <algorithm>

namespace gpupick {
namespace {

constexpr bool in_order() {
  for (std::size_t i = 0; i < task_rows.size(); ++i)
    if (task_rows[i].task != static_cast<Task>(i)) return false;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (outputs[i].output != static_cast<Output>(i)) return false;
  return true;
}
static_assert(in_order(), "rows stand in the order of the enumerators");

}  // namespace

std::span<const Output> outputs_of(Task task) {
  static constexpr Output answers[] = {
      Output::serve,       Output::decode,          Output::decode_full, Output::prefill,
      Output::first_token, Output::first_token_all, Output::reply};
  static constexpr Output vectors[] = {Output::embed_tokens, Output::embed_texts,
                                       Output::embed_latency, Output::embed_days};
  static constexpr Output language[] = {Output::train_tokens, Output::train_days};
  static constexpr Output networks[] = {Output::train_samples};
  static constexpr Output images[] = {Output::images, Output::image_latency};
  static constexpr Output clips[] = {Output::clips, Output::clip_latency};
  switch (row_of(task).law) {
    case Law::inference:
      return answers;
    case Law::embedding:
      return vectors;
    case Law::tuning:
    case Law::pretraining:
      return language;
    case Law::network_training:
      return networks;
    case Law::network_inference:
    case Law::images:
      break;
  }
  return task == Task::video ? std::span<const Output>(clips) : images;
}

const TaskRow* find_task(std::string_view name) {
  const auto found = std::ranges::find(task_rows, name, &TaskRow::name);
  return found == task_rows.end() ? nullptr : &*found;
}

}  // namespace gpupick
