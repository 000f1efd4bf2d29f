#include "job/job.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpupick {

std::optional<Precision> find_precision(std::string_view name) {
  const auto found = std::ranges::find(precision_names, name);
  if (found == precision_names.end()) return {};
  return static_cast<Precision>(found - precision_names.begin());
}

bool is_made_for(const Model& model, Task task) {
  return model.embeds == (task == Task::embed) && (!model.hears || is_inference(task));
}

bool is_beyond_context(const Job& job) {
  return is_language(job.task) && !is_training(job.task) && !job.model->by_size &&
         job.context > job.model->context;
}

bool is_single(const Job& job) {
  return job.precision == Precision::fp32 || job.precision == Precision::tf32;
}

Job undrafted(Job job) {
  job.drafter = nullptr;
  job.drafter_format = nullptr;
  job.draft = job.acceptance = job.accepted = 0;
  return job;
}

Job drafting(const Job& job) {
  Job out = undrafted(job);
  out.model = job.drafter;
  out.format = job.drafter_format;
  return out;
}

double area(const Job& job) {
  const double own = job.network->resolution;
  const double side = job.resolution > 0 ? job.resolution : own;
  return own > 0 ? side * side / (own * own) : 1;
}

double length(const Job& job) {
  const double own = job.network->frames;
  return own > 0 && job.frames > 0 ? job.frames / own : 1;
}

Bytes component_weights(const Job& job, const Component& component) {
  const double whole = is_single(job) ? 32 : 16;
  const bool quantised = job.format && job.format->linear_bits < 16 && !component.decodes;
  return {component.parameters * (quantised ? job.format->linear_bits : whole) / 8};
}

Bytes component_weights(const Job& job) {
  Bytes out;
  for (const Component& part : job.network->parts) out = out + component_weights(job, part);
  return out;
}

Bytes denoiser_weights(const Job& job) {
  const auto& parts = job.network->parts;
  return parts.empty() ? Bytes{} : component_weights(job, parts.front());
}

std::optional<Bytes> blocks_at_work(const Job& job) {
  if (job.network->layers == 0) return {};
  return denoiser_weights(job) * (2 / job.network->layers);
}

double parameters(const Job& job) {
  return job.model ? job.model->parameters : job.network->parameters();
}

Day released(const Job& job) { return job.model ? job.model->released : job.network->released; }

std::string name_of(const Job& job) {
  if (!is_language(job.task)) return std::string(job.network->name);
  return is_inference(job.task) ? fmt::format("{} {}", job.model->name, job.format->id)
                                : std::string(job.model->name);
}

bool reads(const Engine& engine, const Quantisation& format) {
  return format.linear_bits >= 16 || format.files == engine.files ||
         (engine.files.empty() && format.files == "gguf");
}

std::string_view own_format(const Engine& engine) {
  return engine.formats.empty() ? "f16" : engine.formats.back();
}

}  // namespace gpupick
