#include "cli/job_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <tuple>

#include "base/error.hpp"
#include "base/text.hpp"
#include "config/read_config.hpp"
#include "physics/device.hpp"
#include "physics/usual_job.hpp"

namespace gpupick {
namespace {

// A number from `low` to `high`, or with a last letter among those of `units`, each worth so much
// more.
double parse_scaled(const std::string& text, const char* flag, const char* example, double low,
                    double high, const std::map<char, double>& units) {
  const auto unit = text.empty() ? units.end() : units.find(text.back());
  const bool scaled = unit != units.end();
  const auto value = parse_number(std::string_view(text).substr(0, text.size() - (scaled ? 1 : 0)));
  const double out = value.value_or(-1) * (scaled ? unit->second : 1);
  if (!(out >= low && out <= high))
    throw Error(fmt::format("{} takes {}, not '{}'", flag, example, printable(text)));
  return out;
}

// The same of whole numbers.
double parse_whole(const std::string& text, const char* flag, const char* example, double low,
                   double high, const std::map<char, double>& units = {}) {
  const double value = parse_scaled(text, flag, example, low, high, units);
  if (value != std::floor(value))
    throw Error(fmt::format("{} takes a whole number, not '{}'", flag, printable(text)));
  return value;
}

double tokens_or(const std::string& text, const char* flag, double otherwise) {
  if (text.empty()) return otherwise;
  return parse_whole(text, flag, "tokens such as 8192, 8k or 1M", 1, 1e8,
                     {{'k', 1024}, {'K', 1024}, {'m', 1024 * 1024}, {'M', 1024 * 1024}});
}

double count_or(const std::string& text, const char* flag, double otherwise) {
  return text.empty() ? otherwise : parse_whole(text, flag, "a whole number", 1, 1e6);
}

double parse_pixels(const std::string& text) {
  return parse_whole(text, "--resolution", "pixels from 64 to 8192", 64, 8192);
}

double parse_amount(const std::string& text, const char* flag) {
  return parse_scaled(text, flag, "a count such as 13B or 300M", 1e5, 1e16,
                      {{'k', 1e3},
                       {'K', 1e3},
                       {'m', 1e6},
                       {'M', 1e6},
                       {'b', 1e9},
                       {'B', 1e9},
                       {'g', 1e9},
                       {'G', 1e9},
                       {'t', 1e12},
                       {'T', 1e12}});
}

// GB/s of host memory.
double parse_bandwidth(const std::string& text) {
  return parse_scaled(text, "--host-bandwidth", "1 to 10,000 GB/s", 1, 10000, {});
}

// The rate of "4x8", generation and lanes, or of "12", GB/s.
BytesPerSecond parse_slot(const std::string& text) {
  const std::size_t cross = text.find('x');
  const double first = parse_number(text.substr(0, cross)).value_or(0);
  if (cross == std::string::npos && first >= 0.1 && first <= 1000) return gb_per_second(first);
  const double lanes =
      cross == std::string::npos ? 0 : parse_number(text.substr(cross + 1)).value_or(0);
  if (!(first >= 1 && first <= 7 && lanes >= 1 && lanes <= 16))
    throw Error(
        fmt::format("--pcie takes generation x lanes, as 4x8, or GB/s, not '{}'", printable(text)));
  return pcie_rate(first, lanes);
}

// Where the name stands among those there are.
template <std::size_t size>
std::size_t index_of(const std::string& name, const std::array<std::string_view, size>& names,
                     const char* what) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw Error(fmt::format("no {} is called '{}'; known are {}", what, printable(name),
                            enumerate({names.begin(), names.end()}, "and")));
  return static_cast<std::size_t>(found - names.begin());
}

Task task_of(const std::string& name) {
  if (const TaskRow* row = find_task(name)) return row->task;
  std::vector<std::string> names;
  for (const TaskRow& row : task_rows) names.emplace_back(row.name);
  throw Error(fmt::format("no task is called '{}'; known are {}", printable(name),
                          enumerate(names, "and")));
}

bool is_path(const std::string& name) {
  std::error_code error;
  return name == "-" || name.ends_with(".json") ||
         (name.find('/') != std::string::npos && std::filesystem::exists(name, error));
}

// "Llama-3.1-8B" of "meta-llama/Llama-3.1-8B", as models are named where they are published.
std::string without_publisher(const std::string& name) { return name.substr(name.rfind('/') + 1); }

// "qwen3-8b" of "models/qwen3-8b/config.json".
std::string name_of_config(const std::string& path) {
  const std::filesystem::path full(path);
  const std::string stem = full.stem().string();
  const std::string folder = full.parent_path().filename().string();
  return printable(stem == "config" && !folder.empty() ? folder : stem);
}

std::string_view task_of_network(const Catalog& catalog, const std::string& name) {
  return name_of(task_of_kind(catalog.find_network(name).kind, catalog));
}

const std::string& or_else(const std::string& given, const std::string& otherwise) {
  return given.empty() ? otherwise : given;
}

const Network& network_of(Task task, const JobOptions& options, const Catalog& catalog) {
  if (!options.params.empty())
    throw Error("--params is for language models; name a network with --model");
  const Network& network = catalog.find_network(
      or_else(options.model, std::string(catalog.find_task(name_of(task)).model)));
  if (task_of_kind(network.kind, catalog) != task)
    throw Error(fmt::format("{} is no network for {}; `gpupick models` names all", network.id,
                            name_of(task)));
  return network;
}

// The engine and the formats of weights and cache.
void choose_engine(const JobOptions& options, const Catalog& catalog, Job& job) {
  const TaskDefaults& defaults = catalog.find_task(name_of(job.task));
  const Quantisation* asked =
      options.quant.empty() ? nullptr : &catalog.find_quantisation(options.quant);
  job.engine = options.engine.empty() ? usual_engine(defaults, asked, catalog)
                                      : &catalog.calibration().engine(options.engine);
  job.quant = asked ? asked : &usual_format(job, defaults, catalog);
  if (job.task == Task::image && job.quant->of_text)
    throw Error(
        fmt::format("{} is for language models; take `--quant nf4`, fp8 or int8", job.quant->id));
  job.cache_type =
      &catalog.find_cache_type(or_else(options.kv_quant, std::string(defaults.cache_type)));
}

void choose_lengths(const JobOptions& options, const TaskDefaults& defaults, Job& job) {
  job.prompt = tokens_or(options.prompt, "--prompt", defaults.prompt.value_or(0));
  job.generate = tokens_or(options.generate, "--generate", defaults.generate.value_or(0));
  job.context = tokens_or(options.context, "--context", usual_context(job, defaults));
  const double asked = job.prompt + job.generate;
  if (is_inference(job.task) && job.context < asked)
    throw Error(fmt::format("--context {} is less than prompt and answer together, {}",
                            exact(job.context), exact(asked)));
}

// How much is done at once and in all.
void choose_sizes(const JobOptions& options, const TaskDefaults& defaults, Job& job) {
  job.batch = count_or(options.batch, "--batch", defaults.batch.value_or(0));
  job.accumulate = count_or(options.accumulate, "--accumulate", 1);
  job.lora_rank = count_or(options.lora_rank, "--lora-rank", defaults.lora_rank.value_or(0));
  job.resolution = options.resolution.empty() ? 0 : parse_pixels(options.resolution);
  job.tokens = options.tokens.empty() ? 0 : parse_amount(options.tokens, "--tokens");
}

Precision precision_of(const std::string& name) {
  return static_cast<Precision>(index_of(name, precision_names, "precision"));
}

void choose_training(const JobOptions& options, const Catalog& catalog, Job& job) {
  const TaskDefaults& defaults = catalog.find_task(name_of(job.task));
  const Calibration& calibration = catalog.calibration();
  job.precision = precision_of(or_else(options.precision, std::string(defaults.precision)));
  if (defaults.stack) job.stack = &calibration.fine_tuning_stack(*defaults.stack);
  if (!options.optimizer.empty())
    job.optimizer = &calibration.optimizer(options.optimizer);
  else if (defaults.optimizer)
    job.optimizer = &calibration.optimizer(*defaults.optimizer);
  job.checkpointing =
      options.checkpointing || (defaults.checkpointing && !options.no_checkpointing);
  if (options.zero) job.zero = static_cast<int>(*options.zero);
  job.offload = options.offload;
}

void choose_attention(const JobOptions& options, Job& job) {
  job.eager =
      !options.attention.empty() && index_of(options.attention, attention_names, "attention") == 1;
  if (job.eager && job.engine && !job.engine->score_bytes)
    throw Error(fmt::format("{} has no eager attention; take `--runtime llama.cpp` or transformers",
                            job.engine->id));
}

void refuse_precision(const Job& job) {
  if (!is_language(job.task) && job.precision == Precision::fp8)
    throw Error(
        fmt::format("{} is computed in 16 or 32 bit{}", name_of(job.task),
                    job.task == Task::image ? "; `--quant fp8` stores the weights in 8" : ""));
}

}  // namespace

std::string usual_task(const JobOptions& options, const Catalog& catalog) {
  if (!options.task.empty()) return options.task;
  return std::string(catalog.has_network(options.model) ? task_of_network(catalog, options.model)
                                                        : name_of(Task::chat));
}

std::string profile_of(const JobOptions& options, const Catalog& catalog) {
  const TaskRow* row = find_task(options.task);
  const Task task = row ? row->task : Task::chat;
  const Network* network =
      !is_language(task) && !options.model.empty() ? &catalog.find_network(options.model) : nullptr;
  return std::string(usual_profile(catalog.find_task(name_of(task)), network));
}

CardCounts parse_counts(const std::string& text) {
  const std::size_t dash = text.find('-');
  const std::string fewest = text.substr(0, dash);
  const std::string most = dash == std::string::npos ? fewest : text.substr(dash + 1);
  const double low = parse_number(fewest).value_or(0), high = parse_number(most).value_or(0);
  if (!(low >= 1 && low <= high && high <= most_cards) || low != std::floor(low) ||
      high != std::floor(high))
    throw Error(fmt::format("--gpus takes 1 to {} cards, as 4 or 1-4, not '{}'", most_cards,
                            printable(text)));
  return {static_cast<int>(low), static_cast<int>(high)};
}

Host host_of(const JobOptions& options, const Catalog& catalog) {
  const double usual = only(catalog.calibration().offload).usual_host_gb_s;
  return {options.host_bandwidth.empty() ? usual : parse_bandwidth(options.host_bandwidth),
          options.pcie.empty() ? 0 : parse_slot(options.pcie).value / 1e9};
}

std::string idle_flags(const JobOptions& options, Task task) {
  using enum Task;
  const std::vector<Task> inference{chat, serve}, training{lora, qlora, full, pretrain};
  const std::tuple<const char*, bool, std::vector<Task>> parts[] = {
      {"--quant", !options.quant.empty(), {chat, serve, qlora, image}},
      {"--kv-quant", !options.kv_quant.empty(), inference},
      {"--context", !options.context.empty(), {chat, serve, lora, qlora, full, pretrain}},
      {"--prompt", !options.prompt.empty(), inference},
      {"--generate", !options.generate.empty(), inference},
      {"--runtime", !options.engine.empty(), inference},
      {"--attention",
       !options.attention.empty(),
       {chat, serve, lora, qlora, full, pretrain, image}},
      {"--precision",
       !options.precision.empty(),
       {lora, qlora, full, pretrain, image, vision_train}},
      {"--optimizer", !options.optimizer.empty(), training},
      {"--accumulate", !options.accumulate.empty(), training},
      {"--checkpointing", options.checkpointing, {lora, qlora, full, pretrain, vision_train}},
      {"--no-checkpointing", options.no_checkpointing, {lora, qlora, full, pretrain, vision_train}},
      {"--lora-rank", !options.lora_rank.empty(), {lora, qlora}},
      {"--zero", options.zero.has_value(), training},
      {"--tokens", !options.tokens.empty(), training},
      {"--resolution", !options.resolution.empty(), {image, vision_train}},
      {"--offload", options.offload, {image}},
      {"--host-bandwidth", !options.host_bandwidth.empty(), {chat}},
      {"--pcie", !options.pcie.empty(), {chat}}};
  std::vector<std::string> idle;
  for (const auto& [flag, given, tasks] : parts)
    if (given && std::find(tasks.begin(), tasks.end(), task) == tasks.end())
      idle.emplace_back(flag);
  if (idle.empty()) return "";
  return fmt::format("{} {} no part in {}", enumerate(idle, "and"),
                     idle.size() > 1 ? "have" : "has", name_of(task));
}

const Model& JobMaker::language_model(Task task, const JobOptions& options) {
  if (!options.params.empty()) {
    if (!options.model.empty())
      throw Error("--model and --params are two ways to say the same; give one");
    return own_.emplace_back(model_of_size(parse_amount(options.params, "--params"), arena_));
  }
  const std::string usual(catalog_.find_task(name_of(task)).model);
  const std::string& name = or_else(options.model, usual);
  if (!is_path(name)) {
    if (catalog_.has_network(name))
      throw Error(fmt::format("{} is no language model; take `--task {}`",
                              catalog_.find_network(name).id, task_of_network(catalog_, name)));
    return catalog_.find_model(without_publisher(name));
  }
  const Model*& known = configs_[name];
  if (!known) {
    const std::vector<File> files = inputs_.read(name);
    if (files.size() != 1)
      throw Error(
          fmt::format("'{}' must be one config.json, not a folder of several", printable(name)));
    known = &own_.emplace_back(
        read_config(files.front(), name_of_config(name), catalog_.of<ModelType>(), arena_));
  }
  return *known;
}

Job JobMaker::make(const JobOptions& options) {
  Job job;
  job.task = task_of(usual_task(options, catalog_));
  if (is_language(job.task))
    job.model = &language_model(job.task, options);
  else
    job.network = &network_of(job.task, options, catalog_);
  const TaskDefaults& defaults = catalog_.find_task(name_of(job.task));
  choose_engine(options, catalog_, job);
  choose_lengths(options, defaults, job);
  choose_sizes(options, defaults, job);
  choose_training(options, catalog_, job);
  choose_attention(options, job);
  refuse_precision(job);
  return job;
}

}  // namespace gpupick
