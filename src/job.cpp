#include <gpupick/job.hpp>

namespace gpupick {

std::string_view name_of(Task task) { return task_names[static_cast<std::size_t>(task)]; }

bool is_training(Task task) {
  return task != Task::chat && task != Task::serve && task != Task::image;
}

bool is_language(Task task) { return task != Task::image && task != Task::vision_train; }

bool pools_memory(const Job& job) {
  return is_language(job.task) && (!is_training(job.task) || job.zero == 3);
}

std::string name_of(const Job& job) {
  if (!is_language(job.task)) return job.network->name;
  return is_training(job.task) ? job.model->name : job.model->name + " " + job.quant->id;
}

}  // namespace gpupick
