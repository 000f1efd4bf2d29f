#include "render/job.hpp"

#include <algorithm>

namespace gpupick {
namespace {

// What the job assumes, as flag names and values, in the order of their weight. Null is what the
// cards decide.
std::vector<std::pair<std::string, Json>> assumptions(const Job& job) {
  std::vector<std::pair<std::string, Json>> out = {{"task", name_of(job.task)}};
  const auto number = [&](const char* key, double value) {
    out.emplace_back(key, json_number(value));
  };
  const Json batch = job.batch > 0 ? json_number(job.batch) : Json();
  const char* attention = job.eager ? "eager" : "fused";
  out.emplace_back("model", job.model ? job.model->id : job.network->id);
  if (is_inference(job.task)) {
    out.emplace_back("runtime", job.engine->id);
    out.emplace_back("quant", job.quant->id);
    out.emplace_back("kv_quant", job.cache_type->id);
    number("context", job.context);
    number("prompt", job.prompt);
    number("generate", job.generate);
    out.emplace_back("batch", batch);
    out.emplace_back("attention", attention);
    return out;
  }
  out.emplace_back("precision", name_of(job.precision));
  out.emplace_back("batch", batch);
  if (!is_language(job.task)) {
    const double side = job.resolution > 0 ? job.resolution : job.network->resolution;
    if (side > 0) number("resolution", side);
    if (job.network->kind == "encoder") out.emplace_back("checkpointing", job.checkpointing);
    if (job.task == Task::image) {
      number("steps", job.network->steps);
      out.emplace_back("quant",
                       job.quant && job.quant->linear_bits < 16 ? job.quant->id : "16 bit");
      out.emplace_back("offload", job.offload);
      if (job.batch > 1) out.emplace_back("decoding", job.one_by_one ? "one by one" : "together");
      out.emplace_back("attention", attention);
    }
    return out;
  }
  number("context", job.context);
  number("accumulate", job.accumulate);
  out.emplace_back("optimizer", job.optimizer->id);
  out.emplace_back("checkpointing", job.checkpointing);
  if (adapts(job.task)) number("lora_rank", job.lora_rank);
  if (row_of(job.task).quantised) out.emplace_back("quant", job.quant->id);
  out.emplace_back("zero", job.zero ? Json(*job.zero) : Json());
  if (job.tokens > 0) number("tokens", job.tokens);
  out.emplace_back("attention", attention);
  return out;
}

std::string text_of(const std::string& key, const Json& value) {
  if (value.is_null()) return key == "batch" ? "as many as fit" : "as little as fits";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  return exact(value.get<double>());
}

// How the devices that work share it.
std::string shared_text(const JobEstimate& estimate) {
  if (estimate.devices * estimate.copies < 2) return "";
  const std::string devices = exact(estimate.devices);
  if (trains_language(estimate.job.task))
    return estimate.job.zero == 0
               ? fmt::format("Each of {} devices holds all of it and trains on data of its own.",
                             devices)
               : fmt::format("{} devices train on data of their own and shard {}.", devices,
                             estimate.job.zero == 1   ? "the optimizer"
                             : estimate.job.zero == 2 ? "optimizer and gradients"
                                                      : "weights, gradients and optimizer");
  if (!is_language(estimate.job.task))
    return fmt::format("Each of {} devices works on data of its own.", devices);
  if (estimate.copies > 1)
    return fmt::format("{} copies of the model, each on {}.", exact(estimate.copies),
                       estimate.devices < 2 ? "one device"
                       : estimate.in_turns  ? devices + " devices that take turns"
                                            : devices + " devices that share every layer");
  return estimate.in_turns
             ? fmt::format(
                   "{} devices hold the layers and take turns: memory adds, the speed of one "
                   "stream does not.",
                   devices)
             : fmt::format("{} devices share every layer and work at the same time.", devices);
}

}  // namespace

std::string times(double count, std::string_view name) {
  return count > 1 ? fmt::format("{} x {}", exact(count), name) : std::string(name);
}

std::string work_text(const Job& job) {
  return job.task == Task::chat ? name_of(job)
                                : fmt::format("{}, {},", name_of(job), name_of(job.task));
}

std::string job_heading(const Job& job) {
  if (is_language(job.task))
    return fmt::format("{} with {} tokens of context", work_text(job), exact(job.context));
  return fmt::format("{}, {}", name_of(job), name_of(job.task));
}

Json assumed_json(const Job& job) {
  Json out = Json::object();
  for (const auto& [key, value] : assumptions(job))
    if (!value.is_null()) out[key] = value;
  return out;
}

std::string assumed_text(const Job& job) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : assumptions(job)) {
    if (key == "task" || key == "model") continue;
    std::string words = key;
    std::replace(words.begin(), words.end(), '_', '-');
    parts.push_back(words + " " + text_of(key, value));
  }
  return "Assumed: " + join(parts, ", ") + ".";
}

std::string split_text(const JobEstimate& estimate) {
  std::string out = shared_text(estimate);
  if (estimate.idle > 0)
    out += fmt::format("{}{} {} idle.", out.empty() ? "" : " ",
                       counted(static_cast<std::size_t>(estimate.idle), "card"),
                       estimate.idle > 1 ? "stay" : "stays");
  return out;
}

}  // namespace gpupick
