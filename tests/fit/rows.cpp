#include "rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "base/error.hpp"
#include "base/text.hpp"
#include "line.hpp"
#include "physics/inference.hpp"
#include "schema/csv.hpp"

namespace gpupick::fit {

std::string Line::text(const char* column) const {
  const auto found = std::find(header_.begin(), header_.end(), column);
  const auto index = static_cast<std::size_t>(found - header_.begin());
  return index < cells_.size() ? cells_[index] : "";
}

double Line::number(const char* column, double otherwise) const {
  return parse_number(text(column)).value_or(otherwise);
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

const Model* find_model(const Catalog& catalog, const std::string& text) {
  std::string name = lower(text);
  name = name.substr(name.find('/') + 1);
  if (name.starts_with("llama2")) name = "llama-2" + name.substr(6);
  if (name.starts_with("meta ")) name = name.substr(5);
  std::replace(name.begin(), name.end(), ' ', '-');
  try {
    return &catalog.find_model(name);
  } catch (const Error&) {
    return nullptr;
  }
}

const Quantisation& quantisation_of(const Catalog& catalog, const std::string& text) {
  static const std::map<std::string, const char*> names = {
      {"4-bit", "q4_k_m"}, {"gptq-int4", "gptq"}, {"gptq-int8", "int8"}, {"awq-int4", "awq"}};
  const std::string name = lower(text);
  const auto found = names.find(name);
  return catalog.find_quantisation(found == names.end() ? name : found->second);
}

const Gpu* find_card(const Catalog& catalog, const Line& line) {
  const std::string id = line.text("gpu_id");
  if (id.find("laptop") != std::string::npos) return nullptr;
  // If two cards share a name, take the more common one.
  static const std::map<std::string, const char*> commoner = {
      {"nvidia-geforce-rtx-3060", "rtx-3060-12gb"},
      {"nvidia-geforce-rtx-3080", "rtx-3080-10gb"},
      {"nvidia-geforce-rtx-4060-ti", "rtx-4060-ti-8gb"},
      {"nvidia-tesla-v100", "v100-pcie-16gb"},
      {"nvidia-tesla-v100-32gb", "v100-pcie-32gb"},
      {"nvidia-a100-80gb", "a100-sxm-80gb"},
      {"nvidia-b200-sxm6-180gb", "b200"},
      {"nvidia-b300-sxm6-288gb", "b300"},
      {"amd-radeon-8060s", "strix-halo-8060s"},
      {"nvidia-gb10-dgx-spark", "dgx-spark"},
      {"apple-m2-ultra", "m2-ultra-76c"},
      {"apple-m3-max", "m3-max-40c"},
      {"apple-m3-ultra-60c", "m3-ultra-60c"},
      {"apple-m4-max", "m4-max-40c"},
      {"apple-m5-max", "m5-max-40c"},
      {"nvidia-geforce-rtx-5060-ti", "rtx-5060-ti-16gb"},
      {"intel-arc-a770", "arc-a770-16gb"}};
  if (const auto found = commoner.find(id); found != commoner.end())
    return &catalog.find_gpu(found->second);
  // If a table names a card by its memory only, take the server module.
  static const std::map<std::string, const char*> modules = {{"A100 80GB", "a100-sxm-80gb"},
                                                             {"A100-SXM4-40GB", "a100-sxm-40gb"},
                                                             {"a100_40gb", "a100-sxm-40gb"},
                                                             {"a100_80gb", "a100-sxm-80gb"},
                                                             {"h100_80gb", "h100-sxm"}};
  if (const auto found = modules.find(line.text("gpu")); id.empty() && found != modules.end())
    return &catalog.find_gpu(found->second);
  const std::string bare = id.substr(std::min(id.size(), id.find('-') + 1));
  for (const std::string& name : {id, bare, line.text("gpu")}) {
    if (name.empty()) continue;
    try {
      return &catalog.find_gpu(name);
    } catch (const Error&) {
    }
  }
  return nullptr;
}

namespace {

// The network by its name in the training benchmark; null for others.
const Network* find_network(const Catalog& catalog, const std::string& text) {
  static const std::map<std::string, const char*> names = {
      {"resnet50", "resnet-50"},
      {"ssd", "ssd-resnet50"},
      {"bert_base_squad", "bert-base"},
      {"bert_large_squad", "bert-large"},
      {"gnmt", "gnmt"},
      {"tacotron2", "tacotron2"},
      {"waveglow", "waveglow-256"},
      {"transformerxlbase", "transformer-xl-base"},
      {"transformerxllarge", "transformer-xl-large"}};
  const auto found = names.find(text);
  return found == names.end() ? nullptr : &catalog.find_network(found->second);
}

// Returns "" if the row is used, else the reason why not.
std::string read_inference(const Catalog& catalog, const Line& line, Measured& row) {
  const std::string framework = line.text("framework"), metric = line.text("metric");
  if (!framework.starts_with("llama.cpp")) return "another engine than llama.cpp";
  row.job.model = find_model(catalog, line.text("model"));
  if (!row.job.model) return "unknown model";
  try {
    row.job.format = &quantisation_of(catalog, line.text("precision_or_quant"));
  } catch (const Error&) {
    return "unknown format";
  }
  row.job.cache_type = &catalog.find_cache_type("f16");
  row.job.engine = &catalog.calibration().engine("llama.cpp");
  const double tokens = line.number("context_or_prompt_len", 256);
  const bool decodes = metric == "decode_tok_s";
  row.workload = decodes ? "decode" : "prefill";
  row.job.context = tokens;
  row.job.prompt = decodes ? 0 : tokens;
  row.job.generate = decodes ? tokens : 0;
  const std::size_t slash = framework.find('/');
  row.stack = slash == std::string::npos ? std::string(row.gpu->stack.value_or(""))
                                         : framework.substr(slash + 1);
  if (row.stack == "vulkan") {
    if (row.gpu->vendor == "apple") return "Vulkan on Apple, which nobody would choose";
    row.stack = "oneapi";  // llama.cpp's Vulkan constants are under oneAPI
  }
  row.set = fmt::format("{} {} {}", row.workload, row.job.model->id, row.job.format->id);
  if (!constants_for(*row.gpu, *row.job.engine, catalog.calibration(), row.stack, row.day))
    return "no class or engine";
  const auto usable = usable_memory(*row.gpu, *row.job.engine, 0);
  const double devices = row.count * devices_of(*row.gpu);
  if (!usable || memory_need(row.job, devices, *row.job.engine).total() > *usable * devices)
    return "does not fit the card";
  return "";
}

std::string read_training(const Catalog& catalog, const Line& line, Measured& row) {
  row.job.task = Task::vision_train;
  row.job.network = find_network(catalog, line.text("model"));
  if (!row.job.network) return "unknown network";
  const auto precision = find_precision(lower(line.text("precision_or_quant")));
  if (!precision) return "unknown precision";
  row.job.precision = *precision;
  if (line.text("batch").empty()) return "batch not said";
  row.job.batch = line.number("batch", 0) / row.count;
  if (row.job.batch < 1) return "did not run";
  // A fault of that computer: eight times slower than in 32 bit.
  if (row.gpu->id == "rtx-a4000" && row.set.empty() && line.text("model") == "waveglow" &&
      row.job.precision == Precision::fp16)
    return "fault of the box";
  row.value /= row.count;
  row.workload = row.count > 1 ? "training-several" : "training";
  row.set = fmt::format("{} {}", row.job.network->id, name_of(row.job.precision));
  return "";
}

// User-submitted image generation of a card and batch, over applications and months.
struct Submissions {
  std::vector<std::pair<double, double>> rates;  // rate (upper quartile), submissions
  Measured row;
};

// Iterations per second of Stable Diffusion 1.5, converted to images per second over the batch.
// Takes upper quartiles, since missing kernels and slow hosts lower a submission and little raises
// it. Takes submissions from April 2023 on, when PyTorch 2's attention was usual, and large batches
// only if at least five people ran them.
std::string read_images(const Catalog& catalog, const Line& line, Measured& row,
                        std::map<std::string, Submissions>& submissions) {
  const double batch = line.number("batch", 1), people = line.number("n", 1);
  const bool summarised = !line.text("month").empty();
  if (!summarised && !line.text("model").starts_with("stable-diffusion-v1"))
    return "another network or engine";
  if (line.text("framework").find("directml") != std::string::npos) return "DirectML";
  if (summarised && (line.text("month") < "2023-04" || (batch >= 8 && people < 5)))
    return "early, or few people";
  if (lower(line.text("precision_or_quant")) != "fp16" || row.gpu->memory_gib.value_or(0) < 6 ||
      devices_of(*row.gpu) != 1)
    return "no 16 bit, little memory or two GPUs";
  row.job.task = Task::image;
  row.job.network = &catalog.find_network("sd-1.5");
  row.job.precision = Precision::fp16;
  row.job.batch = batch;
  row.job.eager = lower(line.text("notes")).find("xformers=false") != std::string::npos;
  row.workload = "image";
  row.set = "sd-1.5";
  const double rate = summarised ? line.number("p75", 0) / row.job.network->steps
                                 : line.number("value", 0) * 30 / row.job.network->steps;
  if (!(rate > 0)) return "no value";
  Submissions& mine = submissions[std::string(row.gpu->id) + " " + line.text("batch") +
                                  (summarised ? " s" : " d") + (row.job.eager ? " eager" : "")];
  mine.rates.emplace_back(rate, people);
  mine.row = row;
  return "";
}

// The median rate, weighted by the number of submissions.
double median_of(std::vector<std::pair<double, double>> rates) {
  std::sort(rates.begin(), rates.end());
  double half = 0;
  for (const auto& [rate, people] : rates) half += people / 2;
  for (const auto& [rate, people] : rates)
    if ((half -= people) <= 0) return rate;
  return rates.back().first;
}

std::string read_row(const Catalog& catalog, const Line& line, Measured& row,
                     std::map<std::string, Submissions>& submissions) {
  row.gpu = find_card(catalog, line);
  if (!row.gpu) return "unknown card";
  if (!line.text("what").empty()) return read_speed(catalog, line, row);
  row.count = line.number("gpu_count", 1);
  row.day = parse_date(line.text("date")).value_or(Date{9999, 12, 31});
  row.value = line.number("value", 0);
  row.source = line.text("source");
  const std::string metric = line.text("metric");
  const std::string kind = line.text("kind");
  if (kind == "moe" || kind == "dense" || kind == "batched" || kind == "tp" ||
      (kind == "spec" && metric == "decode_tok_s"))
    return read_recent(catalog, line, row);
  if (kind == "offload") return read_offload(catalog, line, row);
  if (kind == "serve" && line.text("framework").starts_with("TensorRT-LLM v"))
    return read_recent_serving(catalog, line, row);
  if (kind == "image" || kind == "video" ||
      (kind == "vision" && (metric == "images_per_s" || row.source.starts_with("own-"))))
    return read_network(catalog, line, row);
  if (kind == "embed") return read_embedding(catalog, line, row);
  if (metric == "it_s" || metric == "images_per_s")
    return read_images(catalog, line, row, submissions);
  if (!(row.value > 0)) return "no value";
  if (metric == "decode_tok_s" || metric == "prefill_tok_s")
    return read_inference(catalog, line, row);
  if (metric == "train_samples_s") return read_training(catalog, line, row);
  if (metric == "train_tok_s_gpu") return read_finetuning(catalog, line, row);
  if (metric == "total_tok_s") return read_batched(catalog, line, row);
  if (metric == "serve_tok_s") return read_serving(catalog, line, row);
  return "another metric";
}

// Removes the rows of a workload for which `unfit` is true. It may look at all rows.
template <typename Unfit>
void leave_out(Rows& rows, const char* reason, std::string_view workload, const Unfit& unfit) {
  std::vector<Measured> kept;
  for (const Measured& row : rows.rows)
    if (row.workload != workload || !unfit(row))
      kept.push_back(row);
    else
      ++rows.left_out[reason];
  rows.rows = std::move(kept);
}

// Removes prompts of a card and format that are anywhere five times slower than in another format
// on the same card. No format costs that much, and another source contradicts them.
void drop_faults(Rows& rows) {
  const auto same_runs = [](const Measured& a, const Measured& b) {
    return a.workload == "prefill" && b.workload == "prefill" && a.gpu == b.gpu &&
           a.count == b.count && a.job.model == b.job.model && a.source == b.source;
  };
  const auto faulty = [&](const Measured& row) {
    std::vector<const Measured*> runs;
    for (const Measured& other : rows.rows)
      if (same_runs(row, other)) runs.push_back(&other);
    for (const Measured* mine : runs)
      for (const Measured* other : runs)
        if (mine->job.format == row.job.format && mine->job.prompt == other->job.prompt &&
            mine->value < other->value / 5)
          return true;
    return false;
  };
  leave_out(rows, "five times slower than in another format", "prefill", faulty);
}

// Keeps the median of several submissions of one system and task.
void take_medians(Rows& rows) {
  std::map<std::string, std::vector<Measured>> systems;
  std::vector<Measured> kept;
  for (Measured& row : rows.rows)
    if (row.workload.starts_with("serving"))
      systems[fmt::format("{} x {} {}", row.count, row.gpu->id, row.set)].push_back(row);
    else
      kept.push_back(std::move(row));
  for (auto& [name, same] : systems) {
    const auto middle = same.begin() + static_cast<std::ptrdiff_t>((same.size() - 1) / 2);
    std::nth_element(same.begin(), middle, same.end(),
                     [](const Measured& a, const Measured& b) { return a.value < b.value; });
    kept.push_back(*middle);
    rows.left_out["of one system and task, beside the median"] += same.size() - 1;
  }
  rows.rows = std::move(kept);
}

// Keeps the newest row of each card, model and precision of pre-training, since newer builds are
// faster.
void drop_older_builds(Rows& rows) {
  const auto newer = [&](const Measured& row) {
    return std::ranges::any_of(rows.rows, [&](const Measured& other) {
      return other.workload == row.workload && other.gpu == row.gpu && other.set == row.set &&
             row.day < other.day;
    });
  };
  leave_out(rows, "of an older build", "pretraining-split", newer);
}

// Removes a run that another file repeats.
void drop_repeats(Rows& rows) {
  const auto same = [](const Measured& a, const Measured& b) {
    return a.workload == "fine-tuning" && b.workload == a.workload && a.source != b.source &&
           a.gpu == b.gpu && a.count == b.count && a.set == b.set && a.job.batch == b.job.batch &&
           a.job.context == b.job.context && std::fabs(a.value / b.value - 1) < 0.01;
  };
  merge_runs(rows, "the same run in another file", same, [](Measured& kept, const Measured& row) {
    kept.source = row.source;  // so that it matches no further row of this source
  });
}

}  // namespace

void read_rows(const std::string& path, const Catalog& catalog, Rows& out) {
  std::ifstream stream(path);
  std::string line;
  if (!stream || !std::getline(stream, line)) throw Error("cannot read '" + path + "'");
  const std::vector<std::string> header = cells_of(line);
  if (std::find(header.begin(), header.end(), "metric") == header.end() &&
      std::find(header.begin(), header.end(), "what") == header.end())
    throw Error("'" + path + "' has no column metric");
  std::map<std::string, Submissions> submissions;
  while (std::getline(stream, line)) {
    Measured row;
    const std::string reason = read_row(catalog, Line(header, cells_of(line)), row, submissions);
    if (!reason.empty())
      ++out.left_out[reason];
    else if (row.workload != "image")
      out.rows.push_back(std::move(row));
  }
  for (auto& [key, mine] : submissions) {
    mine.row.value = median_of(mine.rates);
    out.rows.push_back(std::move(mine.row));
  }
  drop_faults(out);
  drop_cached_prompts(out);
  keep_own_backends(out);
  keep_fastest_backends(out);
  keep_fastest_layouts(out);
  take_medians(out);
  drop_repeats(out);
  drop_older_builds(out);
}

}  // namespace gpupick::fit
