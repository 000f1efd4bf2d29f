#include "support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <gpupick/gpupick.hpp>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "base/error.hpp"
#include "catalog/embedded.hpp"
#include "config/read_config.hpp"

namespace gpupick {

Run run_gpupick(const std::vector<std::string>& args, const std::string& in, std::size_t width) {
  std::istringstream input(in);
  std::ostringstream out, err;
  Environment environment{input, out,
                          err,   std::chrono::year_month_day(std::chrono::year(2026) / 11 / 21),
                          width, false};
  const int status = run(args, environment);
  return {status, out.str(), err.str()};
}

std::vector<std::string> on_fixed(std::vector<std::string> args) {
  if (std::find(args.begin(), args.end(), "--catalog") == args.end())
    args.insert(args.end(), {"--catalog", project_path("tests/catalog")});
  return args;
}

Run run_fixed(const std::vector<std::string>& args, const std::string& in, std::size_t width) {
  return run_gpupick(on_fixed(args), in, width);
}

std::vector<std::string> split_arguments(std::string_view line) {
  std::vector<std::string> args;
  std::string arg;
  char quote = 0;
  bool open = false;
  for (const char c : line) {
    if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        arg += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      open = true;
    } else if (c != ' ') {
      arg += c;
      open = true;
    } else if (open) {
      args.push_back(std::exchange(arg, ""));
      open = false;
    }
  }
  if (open) args.push_back(arg);
  return args;
}

std::string project_path(std::string_view relative) {
  return std::string(GPUPICK_ROOT) + "/" + std::string(relative);
}

std::string read_text(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

Dataset data_of(std::string_view text) {
  std::vector<Diagnostic> diagnostics;
  Dataset data = read_data({{"test.json", text}}, diagnostics);
  if (!diagnostics.empty()) throw std::runtime_error(to_line(diagnostics.front()));
  return data;
}

const Catalog& shipped_catalog() {
  static const Catalog catalog = [] {
    std::vector<Diagnostic> diagnostics;
    return Catalog(read_data(embedded_files(), diagnostics));
  }();
  return catalog;
}

const Catalog& fixed_catalog() {
  static std::deque<std::string> texts;
  static const Catalog catalog = [] {
    std::vector<File> files;
    for (const auto& entry : std::filesystem::directory_iterator(project_path("tests/catalog")))
      files.push_back(
          {entry.path().string(), texts.emplace_back(read_text(entry.path().string()))});
    std::vector<Diagnostic> diagnostics;
    Dataset data = read_data(files, diagnostics);
    if (!diagnostics.empty()) throw std::runtime_error(to_line(diagnostics.front()));
    return Catalog(std::move(data));
  }();
  return catalog;
}

Model model_of(std::string_view config) { return read_config({"config.json", config}, "mine"); }

std::string refusal_of(std::string_view config) {
  try {
    model_of(config);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

Job of_model(Task task, const char* model) {
  const Catalog& catalog = fixed_catalog();
  Job job;
  job.task = task;
  job.model = &catalog.find_model(model);
  job.quant = &catalog.find_quantisation(task == Task::qlora ? "nf4-dq" : "bf16");
  job.cache_type = &catalog.find_cache_type("f16");
  job.context = 2048;
  job.checkpointing = is_training(task) && task != Task::pretrain;
  job.zero = task == Task::full || task == Task::pretrain ? 3 : 0;
  return job;
}

Job of_network(Task task, const char* network, double batch) {
  Job job;
  job.task = task;
  job.network = &fixed_catalog().find_network(network);
  job.precision = "fp16";
  job.batch = batch;
  return job;
}

Workload simple_workload() {
  Workload workload;
  workload.id = "simple";
  workload.name = "Simple work";
  workload.summary = "for tests";
  workload.minimum = {{find_figure("memory_gib"), 4}};
  workload.speed.reference = "a card";
  workload.speed.basis = "none";
  workload.speed.factors = {
      {{find_figure("bandwidth_gb_s")}, 0.75, 1000},
      {{find_figure("fp16_tensor_tflops"), find_figure("fp32_tflops")}, 0.25, 100}};
  workload.speed.stacks = {{"cuda", {1, 10}}, {"rocm", {0.8, 10}}};
  workload.speed.low = 0.7;
  workload.speed.high = 1.4;
  workload.curves = {Curve{{0.01, 0}, {100, 1}}, Curve{{4, 0}, {512, 1}},
                     Curve{{50, 1}, {100000, 0}}, Curve{{10, 1}, {2000, 0}}};
  workload.weights = {{"balanced", {0.4, 0.2, 0.3, 0.1}}};
  return workload;
}

Query simple_query(const Workload& workload) {
  Query query;
  query.workload = &workload;
  query.weights = workload.weights.at("balanced");
  query.day = Date{2026, 11, 21};
  return query;
}

Gpu random_gpu(std::mt19937& random, const std::string& id) {
  static constexpr double memories[] = {6, 8, 12, 16, 24, 32, 48, 80, 141};
  Gpu gpu;
  gpu.id = id;
  gpu.name = "Card " + id;
  gpu.vendor = draw(random, 2) == 0 ? "nvidia" : "amd";
  gpu.stack = *gpu.vendor == "nvidia" ? "cuda" : "rocm";
  gpu.status = "sold";
  gpu.segment = "consumer";
  gpu.form_factor = "pcie";
  gpu.launch_date = fmt::format("20{}-0{}", 15 + draw(random, 11), 1 + draw(random, 9));
  gpu.memory_gib = memories[draw(random, std::size(memories))];
  gpu.bandwidth_gb_s = 100 + static_cast<double>(draw(random, 4000));
  gpu.fp32_tflops = 5 + static_cast<double>(draw(random, 100));
  if (draw(random, 8) > 0)
    gpu.fp16_tensor_tflops =
        static_cast<double>(draw(random, 10) == 0 ? 0 : 20 + draw(random, 900));
  if (draw(random, 8) > 0) gpu.tdp_w = 40 + static_cast<double>(draw(random, 600));
  if (draw(random, 16) == 0) gpu.devices = 2;
  return gpu;
}

Catalog catalog_of(const std::vector<Gpu>& gpus, std::mt19937& random) {
  Dataset data;
  // Records need a place; these cards come from nowhere.
  static const Document document{};
  for (const Gpu& gpu : gpus) {
    data.gpus.push_back({gpu, &document, &document.root});
    Observation price;
    price.card = gpu.id;
    price.kind = draw(random, 2) == 0 ? "street_new" : "street_used";
    price.usd = 100 + static_cast<double>(draw(random, 9000));
    price.basis = "sold";
    price.date = Date{2026, 10, 1};
    price.confidence = "high";
    if (draw(random, 8) > 0) data.prices.push_back({price, &document, &document.root});
  }
  return Catalog(std::move(data));
}

}  // namespace gpupick
