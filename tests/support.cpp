#include "support.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gpupick/gpupick.hpp>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "base/error.hpp"
#include "catalog/built_in.hpp"
#include "cli/inputs.hpp"
#include "job/usual_job.hpp"
#include "models/read_config.hpp"

namespace gpupick {
namespace {

Arena& arena() {
  static Arena kept;
  return kept;
}

// Returns the argument of --catalog if it is the folder of the fixed catalog, or "".
std::string path_of_fixed(const std::vector<std::string>& args) {
  static const std::string folder = project_path("tests/catalog");
  const auto flag = std::find(args.begin(), args.end(), "--catalog");
  if (flag == args.end() || flag + 1 == args.end()) return "";
  std::error_code none;
  return std::filesystem::equivalent(flag[1], folder, none) ? flag[1] : "";
}

// Returns the fixed catalog as --catalog reads it, once for all command lines of the process.
const Catalog& fixed_as_read(const std::string& path) {
  static std::istringstream none;
  static Inputs inputs(none, nullptr, true);  // keeps the texts
  static const Catalog catalog = [&] {
    GlobalOptions options;
    options.catalog = path;
    std::ostringstream errors;
    return load_catalog(options, inputs, errors);
  }();
  return catalog;
}

}  // namespace

Run run_gpupick(const std::vector<std::string>& args, const std::string& in, std::size_t width,
                bool unicode) {
  std::istringstream input(in);
  std::ostringstream out, err;
  Environment environment{input,
                          out,
                          err,
                          std::chrono::year_month_day(std::chrono::year(2026) / 11 / 21),
                          width,
                          false,
                          project_path("tests/pci")};
  environment.unicode = unicode;
  environment.catalog_path = path_of_fixed(args);
  if (!environment.catalog_path.empty())
    environment.catalog = &fixed_as_read(environment.catalog_path);
  const int status = run(args, environment);
  return {status, out.str(), err.str()};
}

std::vector<std::string> on_fixed(std::vector<std::string> args) {
  if (std::find(args.begin(), args.end(), "--catalog") == args.end())
    args.insert(args.end(), {"--catalog", project_path("tests/catalog")});
  return args;
}

std::string unwrapped(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (const char next = c == '\n' ? ' ' : c; next != ' ' || !out.ends_with(' ')) out += next;
  return out;
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

void write_between(const std::string& path, const std::string& writer, const std::string& text) {
  std::string document = read_text(path);
  const std::string begin = "<!-- written by " + writer + " -->\n";
  const std::size_t from = document.find(begin);
  const std::size_t to = document.find("<!-- end -->", from);
  if (from == std::string::npos || to == std::string::npos)
    throw Error("'" + path + "' has no place for the tables of " + writer);
  document.replace(from + begin.size(), to - from - begin.size(), text);
  std::ofstream(path) << document;
}

std::string_view kept(std::string_view text) { return arena().keep(text); }

Texts kept_list(std::initializer_list<std::string_view> texts) {
  std::vector<std::string_view> list;
  for (const std::string_view text : texts) list.push_back(kept(text));
  return arena().keep(list);
}

std::vector<File> data_files(std::string_view folder) {
  std::vector<File> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(project_path(folder)))
    if (const std::string path = entry.path().string(); path.ends_with(".json"))
      files.push_back({path, kept(read_text(path))});
  return files;
}

Dataset dataset_from(std::string_view text) {
  std::vector<Diagnostic> diagnostics;
  Dataset data = read_data({{"test.json", kept(text)}}, diagnostics);
  if (!diagnostics.empty()) throw std::runtime_error(to_line(diagnostics.front()));
  return data;
}

const Catalog& shipped_catalog() {
  static const Catalog catalog(built_in());
  return catalog;
}

const Catalog& fixed_catalog() {
  static const Catalog catalog = [] {
    std::vector<Diagnostic> diagnostics;
    Dataset data = read_data(data_files("tests/catalog"), diagnostics);
    if (!diagnostics.empty()) throw std::runtime_error(to_line(diagnostics.front()));
    return Catalog(std::move(data));
  }();
  return catalog;
}

Model model_of(std::string_view config) {
  const Catalog& catalog = shipped_catalog();
  return read_config(
      {{"config.json", config}, {}}, "mine",
      {catalog.of<ModelType>(), {catalog.of<WeightScheme>(), catalog.quantisations()}}, arena());
}

std::string refusal_of(std::string_view config) {
  try {
    model_of(config);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

Job of_model(Task task, std::string_view model) {
  const Catalog& catalog = fixed_catalog();
  Job job = usual_job(task, catalog.find_model(model), catalog);
  job.engine = &catalog.calibration().engine("llama.cpp");
  if (!row_of(task).quantised) job.format = &catalog.find_quantisation("bf16");
  job.prompt = 512;
  job.generate = 128;
  job.context = 2048;
  job.batch = 1;
  job.lora_rank = 16;
  job.accumulate = 1;
  job.zero = task == Task::full || task == Task::pretrain ? 3 : 0;
  return job;
}

Job chat_job(std::string_view model, std::string_view format, double context,
             std::string_view cache) {
  const Catalog& catalog = fixed_catalog();
  Job job = usual_job(Task::chat, catalog.find_model(model), catalog);
  job.format = &catalog.find_quantisation(format);
  job.cache_type = &catalog.find_cache_type(cache);
  job.context = context;
  return job;
}

Job of_network(Task task, std::string_view network, double batch) {
  const Catalog& catalog = fixed_catalog();
  Job job = usual_job(task, catalog.find_network(network), catalog);
  job.format = nullptr;
  job.batch = batch;
  return job;
}

JobEstimate estimate_of(const char* card, const Job& job, double count) {
  return estimate(fixed_catalog().find_gpu(card), count, job, fixed_catalog().calibration());
}

Workload simple_workload() {
  static const auto of_figure = [](std::string_view figure, double weight, double floor) {
    MixJob job;
    job.label = job.why = figure;
    job.weight = weight;
    job.figure = figure;
    job.floor = floor;
    return job;
  };
  static const MixJob jobs[] = {of_figure("bandwidth_gb_s", 3, 1),
                                of_figure("fp16_tensor_tflops", 1, 0.1)};
  Workload workload;
  workload.id = "simple";
  workload.name = "Simple work";
  workload.summary = "for tests";
  workload.jobs = jobs;
  return workload;
}

Query simple_query(const Workload& workload) {
  Query query;
  query.workload = &workload;
  query.weights = fixed_catalog().find_preference("balanced").shares();
  query.day = Date{2026, 11, 21};
  query.scale = fixed_catalog().score_scale();
  query.host_memory = {80, query.scale.ram_gib};
  return query;
}

Gpu random_gpu(std::mt19937& random, const std::string& id) {
  static constexpr double memories[] = {6, 8, 12, 16, 24, 32, 48, 80, 141};
  Gpu gpu;
  gpu.id = kept(id);
  gpu.name = kept("Card " + id);
  gpu.vendor = draw(random, 2) == 0 ? "nvidia" : "amd";
  gpu.stack = *gpu.vendor == "nvidia" ? "cuda" : "rocm";
  gpu.status = "sold";
  gpu.segment = "consumer";
  gpu.form_factor = "pcie";
  gpu.launch_date =
      Date{2015 + static_cast<int>(draw(random, 11)), 1 + static_cast<int>(draw(random, 9)), 0};
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
  // Records need a source location; these share an empty document.
  static const Document document{};
  for (const NameWords& words : fixed_catalog().of<NameWords>()) data.add(words, {&document, 0});
  for (const Maker& maker : fixed_catalog().of<Maker>()) data.add(maker, {&document, 0});
  for (const SoftwareStack& stack : fixed_catalog().of<SoftwareStack>())
    data.add(stack, {&document, 0});
  for (const Gpu& gpu : gpus) {
    data.add(gpu, {&document, 0});
    Observation price;
    price.card = gpu.id;
    price.kind = draw(random, 2) == 0 ? "street_new" : "street_used";
    price.usd = 100 + static_cast<double>(draw(random, 9000));
    price.basis = "sold";
    price.date = Date{2026, 10, 1};
    price.confidence = "high";
    if (draw(random, 8) > 0) data.add(price, {&document, 0});
  }
  return Catalog(std::move(data));
}

}  // namespace gpupick
