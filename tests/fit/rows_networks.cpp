// Vision networks, and networks that make images and videos, from the benchmark tables of 2024 to
// 2026. Reads PyTorch as it is or compiled by itself; other compilers are left out.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "line.hpp"

namespace gpupick::fit {
namespace {

bool compiled(const std::string& framework) {
  return framework.find("torch.compile") != std::string::npos;
}

// The number in front of the mark, or 0: 81 for "(81 frames".
double number_before(const std::string& text, const std::string& mark) {
  const std::size_t end = text.find(mark);
  if (end == std::string::npos) return 0;
  std::size_t begin = end;
  while (begin > 0 && std::isdigit(static_cast<unsigned char>(text[begin - 1]))) --begin;
  return std::atof(text.substr(begin, end - begin).c_str());
}

// The catalog's network by its name in the benchmark; null if there is none.
const Network* network_of(const Catalog& catalog, const std::string& name) {
  static const std::map<std::string, const char*> names = {{"SD 1.5", "sd-1.5"},
                                                           {"SDXL", "sdxl-base-1.0"}};
  const auto found = names.find(name);
  const std::string own =
      found == names.end() ? name.substr(name.find('/') + 1) : std::string(found->second);
  return catalog.has_network(own) ? &catalog.find_network(own) : nullptr;
}

// Images per second in 16 bit, by PyTorch 2.4.0, 2.9.1 or 2.11.0.
std::string read_vision(const Line& line, Measured& row) {
  const std::string framework = line.text("framework");
  if (framework.find("2.4.0") == std::string::npos &&
      framework.find("2.9.1") == std::string::npos && framework.find("2.11.0") == std::string::npos)
    return "networks: builds before 2024";
  Job& job = row.job;
  job.task = Task::vision;
  job.precision = Precision::fp16;
  job.batch = line.number("batch", 0);
  job.resolution = std::atof(line.text("context_or_prompt_len").c_str());
  job.compiled = compiled(framework);
  row.workload = row.source.starts_with("own-") ? "vision-elsewhere" : "vision";
  if (line.text("metric") == "train_samples_s") {
    job.task = Task::vision_train;
    row.workload = "vision-training";
  }
  row.set = job.compiled ? "vision, compiled" : "vision";
  return "";
}

// Seconds per image or clip, or steps per second. The latter count as so many steps that decoding
// hardly matters.
std::string read_made(const Line& line, Measured& row) {
  constexpr double many_steps = 1000;
  const std::string framework = line.text("framework"), sample = line.text("context_or_prompt_len");
  const std::string precision = lower(line.text("precision_or_quant"));
  const bool plain = framework.find("PyTorch") != std::string::npos ||
                     framework.ends_with("eager") || framework.starts_with("Wan");
  if (!plain && !compiled(framework) && framework != "diffusers")
    return "networks: another compiler or program";
  const bool low_bit = precision.starts_with("fp8dq");
  if (!low_bit && precision != "int8wo" && !precision.starts_with("bf16") &&
      !precision.starts_with("fp16"))
    return "networks: weights of few bits";
  if (low_bit && !compiled(framework)) return "networks: 8 bit without its kernels";
  if (row.count != 1) return "networks: several cards";
  Job& job = row.job;
  const bool video = job.network->kind == "video";
  job.task = video ? Task::video : Task::image;
  job.precision = low_bit ? Precision::fp8 : Precision::bf16;
  job.batch = line.number("batch", 1);
  job.resolution = video ? number_before(sample, "P ") : std::atof(sample.c_str());
  job.frames = video ? number_before(sample, " frames") : 0;
  job.steps = number_before(sample, " steps");
  job.compiled = compiled(framework);
  if (line.text("metric") == "it_s") {
    job.steps = many_steps;
    row.value /= many_steps;
  } else {
    row.value = 1 / row.value;
  }
  row.workload = video ? "video" : "image-recent";
  row.set = fmt::format("{}{}{}", job.network->id, job.compiled ? ", compiled" : "",
                        low_bit ? ", 8 bit" : "");
  return "";
}

}  // namespace

std::string read_network(const Catalog& catalog, const Line& line, Measured& row) {
  row.job.network = network_of(catalog, line.text("model"));
  if (!row.job.network) return "unknown network";
  const bool int8_weights = line.text("precision_or_quant") == "int8wo";
  row.job.format = &catalog.find_quantisation(int8_weights ? "int8" : "bf16");
  return row.job.network->kind == "vision" ? read_vision(line, row) : read_made(line, row);
}

// Tokens per second of texts that become vectors. The measured models have random weights and the
// dimensions of these models of the catalog.
std::string read_embedding(const Catalog& catalog, const Line& line, Measured& row) {
  static const std::map<std::string, const char*> names = {
      {"bert-base", "bge-base-en-v1.5"},  {"bert-large", "bge-large-en-v1.5"},
      {"minilm-l6", "all-minilm-l6-v2"},  {"qwen3-0.6b", "qwen3-embedding-0.6b"},
      {"qwen3-4b", "qwen3-embedding-4b"}, {"qwen3-8b", "qwen3-embedding-8b"},
      {"xlm-r-large", "bge-m3"}};
  const auto found = names.find(line.text("model"));
  const std::string name = found == names.end() ? line.text("model") : found->second;
  if (!catalog.has_model(name)) return "unknown model";
  row.job.task = Task::embed;
  row.job.model = &catalog.find_model(name);
  row.job.precision = Precision::bf16;
  row.job.batch = line.number("batch", 1);
  row.job.context = line.number("context_or_prompt_len", 0);
  row.workload = "embedding";
  row.set = name;
  return "";
}

void keep_fastest_layouts(Rows& rows) {
  const auto same_run = [](const Measured& a, const Measured& b) {
    return a.workload == "vision" && b.workload == a.workload && a.gpu == b.gpu && a.set == b.set &&
           a.job.network == b.job.network && a.day == b.day && a.job.resolution == b.job.resolution;
  };
  merge_runs(rows, "slower layouts of one run", same_run, [](Measured& kept, const Measured& row) {
    if (row.value > kept.value) kept = row;
  });
}

}  // namespace gpupick::fit
