#include <gpupick/job.hpp>

namespace gpupick {

std::string_view name_of(Task task) { return task_names[static_cast<std::size_t>(task)]; }

bool is_training(Task task) {
  return task != Task::chat && task != Task::serve && task != Task::image;
}

bool is_language(Task task) { return task != Task::image && task != Task::vision_train; }

}  // namespace gpupick
