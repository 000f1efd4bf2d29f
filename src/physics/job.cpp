#include "physics/job.hpp"

namespace gpupick {

std::string_view name_of(Task task) { return task_names[static_cast<std::size_t>(task)]; }

bool is_training(Task task) {
  return task != Task::chat && task != Task::serve && task != Task::image;
}

bool is_language(Task task) { return task != Task::image && task != Task::vision_train; }

bool is_inference(Task task) { return task == Task::chat || task == Task::serve; }

bool is_single(const Job& job) { return job.precision == "fp32" || job.precision == "tf32"; }

bool pools_memory(const Job& job) {
  return is_language(job.task) && (!is_training(job.task) || job.zero == 3);
}

Bytes component_weights(const Job& job, const Component& component) {
  const double whole = is_single(job) ? 32 : 16;
  // Decoders of images lose too much in fewer bits.
  const bool quantised = job.quant && job.quant->linear_bits < 16 && component.name != "vae";
  return {component.parameters * (quantised ? job.quant->linear_bits : whole) / 8};
}

std::string name_of(const Job& job) {
  if (!is_language(job.task)) return std::string(job.network->name);
  return is_training(job.task) ? std::string(job.model->name)
                               : std::string(job.model->name) + " " + std::string(job.quant->id);
}

}  // namespace gpupick
