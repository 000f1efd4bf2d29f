// Compares the estimated memory of jobs with published peaks, with sizes of files, and with jobs
// that ran or did not. It fits nothing.
//
//   gpupick_check_memory [--write] [--hold] CSV...
//
// --hold fails unless 98 % of the jobs are judged right, with at most 1 % wrongly called fitting.
// A file has one of the columns measured_gib (peaks), size_gib (files) and fits (1 or 0), or the
// metrics "mem_gb" and "fits". An allocator's count excludes the driver's context, which is
// subtracted from the estimate. Reserved memory and nvidia-smi's figure are compared with the whole
// estimate.
#include "physics/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "estimate/estimate_parts.hpp"
#include "job/usual_job.hpp"
#include "line.hpp"
#include "schema/csv.hpp"
#include "support.hpp"
#include "tool.hpp"

namespace gpupick::fit {
namespace {

constexpr double context_gib = 0.47;  // driver context on an A100

// For each kind of row: the ratios of measured to estimated, and how many jobs were judged right.
struct Kind {
  std::vector<double> ratios;
  std::size_t right = 0, wrong_fits = 0, told = 0;
};

struct Kinds {
  std::map<std::string, Kind> peaks, runs;
  std::map<std::string, std::size_t> left_out;  // by reason
};

// Facts of a run besides its columns.
class Extra {
 public:
  explicit Extra(const std::string& text)
      : json_(text.empty() ? Json::object() : Json::parse(text, nullptr, false)) {}

  double number(const char* key, double otherwise) const {
    return json_.contains(key) && json_[key].is_number() ? json_[key].get<double>() : otherwise;
  }
  bool flag(const char* key) const {
    return json_.contains(key) && json_[key].is_boolean() && json_[key].get<bool>();
  }
  std::string text(const char* key) const {
    return json_.contains(key) && json_[key].is_string() ? json_[key].get<std::string>() : "";
  }

 private:
  using Json = nlohmann::json;
  Json json_;
};

struct Run {
  Job job;
  double devices = 1;
  std::string kind;
};

// Pre-training with FSDP: ZeRO-3 if fully sharded, else ZeRO-2.
std::string read_pretraining(const Line& line, const Model& model, const Catalog& catalog,
                             Run& run) {
  const Extra extra(line.text("extra"));
  if (extra.text("act_offload") == "True") return "spread or moved in ways of its own";
  Job& job = run.job = usual_job(Task::pretrain, model, catalog);
  job.precision = Precision::bf16;
  job.zero = line.text("method").ends_with("FULL_SHARD") ? 3 : 2;
  job.checkpointing = extra.text("act_ckpt") == "True";
  job.batch = line.number("batch", 1);
  job.context = line.number("seq_len", 0);
  run.kind = "pre-training with llm-foundry";
  return "";
}

// Fine-tuning of a language model on one card.
std::string read_tuning(const Line& line, const Model& model, const Quantisation& quant,
                        const Catalog& catalog, Run& run) {
  static const std::map<std::string, std::string> trainers = {
      {"unsloth", "unsloth"},
      {"litgpt", "litgpt"},
      {"ms-swift", "ms-swift"},
      {"transformers+peft", "transformers-2024"}};
  const std::string method = line.text("method"), framework = line.text("framework");
  const Extra extra(line.text("extra"));
  const bool full = method == "full", quantised = quant.linear_bits < 16;
  if (line.number("n_gpus", 1) > 1) return "tuning on several cards";
  if (!extra.text("dataset").empty() || line.number("seq_len", 0) == 0) return "lengths not told";
  Job& job = run.job = usual_job(full        ? Task::full
                                 : quantised ? Task::qlora
                                             : Task::lora,
                                 model, catalog);
  job.format = &quant;
  job.batch = line.number("batch", 1);
  job.context = line.number("seq_len", 0);
  job.checkpointing = extra.flag("grad_ckpt");
  job.chunked_loss = extra.flag("chunked_ce");
  job.lora_rank = extra.number("lora_r", job.lora_rank);
  if (extra.text("lora_targets") == "q,v") job.lora_targets = LoraTargets::queries_and_values;
  if (extra.text("lora_targets") == "c_attn") job.lora_targets = LoraTargets::attention;
  const auto trainer = trainers.find(framework);
  if (trainer != trainers.end())
    job.trainer = &catalog.calibration().fine_tuning_trainer(trainer->second);
  // DeepSpeed runs, which keep a copy of the weights in 32 bit.
  if (full && framework == "transformers+peft") job.precision = Precision::fp16;
  run.kind = fmt::format("{} with {}",
                         full        ? "full tuning"
                         : quantised ? "QLoRA"
                                     : "LoRA",
                         framework);
  return "";
}

std::string read_answers(const Line& line, const Model& model, const Quantisation& quant,
                         const Catalog& catalog, Run& run) {
  static const std::vector<std::string_view> methods = {"generate", "prefill+kv", "prefill",
                                                        "2048 ctx", "prefill+decode"};
  const std::string method = line.text("method");
  const bool bench = method.starts_with("llama-bench");
  if (!bench && std::ranges::find(methods, method) == methods.end()) return "another method";
  const Extra extra(line.text("extra"));
  const bool deepseek = line.text("source").starts_with("deepseek");
  const bool whole =
      line.text("category") == "infer_hf_logits" || deepseek;  // logits of the whole prompt
  Job& job = run.job = usual_job(Task::chat, model, catalog);
  job.format = &quant;
  job.batch = line.number("batch", 1);
  const double length = line.number("seq_len", 0);
  job.context = extra.number("cache_len", length);
  job.engine = &catalog.calibration().engine(bench   ? "llama.cpp"
                                             : whole ? "transformers-4.44"
                                                     : "transformers");
  job.eager = deepseek;
  const bool long_prompt = line.text("metric") == "nvidia-smi";
  const bool reads =
      long_prompt || (method.starts_with("prefill") && extra.number("cache_len", 0) == 0);
  if (extra.text("kv_dtype") == "int8") job.cache_type = &catalog.find_cache_type("q8_0");
  job.prompt = extra.number("in_len", reads ? length : 1);
  run.kind = fmt::format("inference with {}{}{}", bench ? "llama.cpp" : line.text("framework"),
                         whole                     ? " before 4.45"
                         : model.reallocates_cache ? ", cache copied at each token"
                                                   : "",
                         long_prompt ? ", long prompts" : "");
  return "";
}

std::string read_language(const Catalog& catalog, const Line& line, Run& run) {
  const std::string method = line.text("method");
  const Model* model = find_model(catalog, line.text("model"));
  if (!model) return "unknown model";
  run.devices = line.number("n_gpus", 1);
  if (method.starts_with("pretrain ")) return read_pretraining(line, *model, catalog, run);
  const Extra extra(line.text("extra"));
  if (extra.flag("fsdp") || extra.flag("act_offload")) return "spread or moved in ways of its own";
  const Quantisation& quant = quantisation_of(catalog, lower(line.text("precision")));
  return method == "lora" || method == "qlora" || method == "full"
             ? read_tuning(line, *model, quant, catalog, run)
             : read_answers(line, *model, quant, catalog, run);
}

// A KV cache from llama.cpp's log. Latent attention uses the packed cache of the newest builds.
std::string read_cache(const Catalog& catalog, const Line& line, Kinds& out) {
  const Extra extra(line.text("extra"));
  const std::string type = extra.text("kv_type");
  if (type.starts_with("mla-")) return "a cache of an older build";
  const Model* model = find_model(catalog, line.text("model"));
  if (!model) return "unknown model";
  Job job = usual_job(Task::chat, *model, catalog);
  job.engine = &catalog.calibration().engine("llama.cpp");
  job.cache_type =
      &catalog.find_cache_type(type.find("q8_0") == std::string::npos ? "f16" : "q8_0");
  job.context = line.number("seq_len", 0);
  job.micro_batch = extra.number("n_ubatch", 0);
  const Bytes cache = memory_need(job, 1, *job.engine).part(MemoryUse::cache);
  out.peaks["cache of llama.cpp"].ratios.push_back(line.number("measured_gib", 0) / in_gib(cache));
  return "";
}

// Peaks of Stable Diffusion 1.5.
std::string read_images(const Catalog& catalog, const Line& line, Run& run) {
  if (!line.text("model").starts_with("stable-diffusion-v1")) return "another method";
  Job& job = run.job = usual_job(Task::image, catalog.find_network("sd-1.5"), catalog);
  job.precision =
      lower(line.text("precision_or_quant")) == "fp32" ? Precision::fp32 : Precision::fp16;
  job.batch = line.number("batch", 1);
  job.eager = lower(line.text("notes")).find("xformers=false") != std::string::npos;
  run.kind = fmt::format("Stable Diffusion 1.5, attention {}", job.eager ? "eager" : "fused");
  return job.batch > 16 ? "images decoded one by one" : "";
}

double needed_gib(const Run& run, const Catalog& catalog, bool seen_by_allocator) {
  const JobMemory memory = memory_of(run.job, run.devices, catalog.calibration());
  return in_gib(memory.need.total()) - (seen_by_allocator ? context_gib * run.devices : 0);
}

// The memory that programs can use on the cards of a run; a row may state a card's memory alone.
// Nothing if the card is unknown.
std::optional<Bytes> room(const Catalog& catalog, const Line& line, const Run& run) {
  if (const double told = line.number("gpu_gib", 0); told > 0) return gib(told) * run.devices;
  const Gpu* gpu = find_card(catalog, line);
  const auto usable = gpu ? usable_memory(*gpu, run.job, catalog.calibration()) : std::nullopt;
  return usable ? std::optional(*usable * run.devices) : std::nullopt;
}

void judge_run(const Catalog& catalog, const Line& line, Run run, bool ran, Kinds& out) {
  run.devices = line.number("n_gpus", line.number("gpu_count", 1));
  const auto there = room(catalog, line, run);
  if (!there) {
    ++out.left_out["unknown card"];
    return;
  }
  const bool fits = memory_of(run.job, run.devices, catalog.calibration()).fits(*there);
  Kind& kind = out.runs[run.kind];
  ++kind.told;
  kind.right += fits == ran;
  kind.wrong_fits += fits && !ran;
}

std::string read_line(const Catalog& catalog, const Line& line, Kinds& out) {
  if (const double size = line.number("size_gib", 0); size > 0) {
    const Model* model = find_model(catalog, line.text("model"));
    if (!model) return "unknown model";
    const Quantisation& quant = quantisation_of(catalog, lower(line.text("quant")));
    const double embeddings = embedding_parameters(*model);
    const Bytes file =
        linear_bytes(linear_parameters(*model), quant) +
        Bytes{embeddings * (quant.head_bits + (model->tied ? 0 : quant.embedding_bits)) / 8};
    out.peaks["size of a GGUF file"].ratios.push_back(size / in_gib(file));
    return "";
  }
  if (line.text("category") == "kv_cache") return read_cache(catalog, line, out);
  Run run;
  const std::string metric = line.text("metric");
  const double peak = line.number("measured_gib", 0);
  const bool images = metric == "mem_gb" || metric == "fits";
  const std::string reason =
      images ? read_images(catalog, line, run) : read_language(catalog, line, run);
  if (!reason.empty()) return reason;
  if (const std::string ran = metric == "fits" ? line.text("value") : line.text("fits");
      !ran.empty())
    judge_run(catalog, line, run, ran == "1", out);
  else if (const double seen = metric == "mem_gb" ? line.number("value", 0) : peak; seen > 0)
    out.peaks[run.kind].ratios.push_back(
        seen / needed_gib(run, catalog, metric == "allocated" || metric == "active"));
  return "";
}

void read_file(const std::string& path, const Catalog& catalog, Kinds& out) {
  std::ifstream stream(path);
  std::string text;
  if (!stream || !std::getline(stream, text)) throw Error("cannot read '" + path + "'");
  const std::vector<std::string> header = cells_of(text);
  while (std::getline(stream, text)) {
    const Line line(header, cells_of(text));
    std::string reason;
    try {
      reason = read_line(catalog, line, out);
    } catch (const Error&) {
      reason = "unknown format";
    }
    if (!reason.empty()) ++out.left_out[reason];
  }
}

double share_of(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

std::string line_of(const std::string& what, const std::vector<double>& ratios) {
  std::vector<double> errors;
  for (const double ratio : ratios) errors.push_back(std::fabs(1 / ratio - 1));
  return fmt::format("| {} | {} | {:.1f} % | {:.0f} % | {:.2f} |\n", what, errors.size(),
                     100 * share_of(errors, 0.5), 100 * share_of(errors, 0.9),
                     share_of(ratios, 0.5));
}

std::string line_of(const std::string& what, const Kind& kind) {
  const auto percent = [&](std::size_t count) {
    return 100.0 * static_cast<double>(count) / static_cast<double>(kind.told);
  };
  return fmt::format("| {} | {} | {:.1f} % | {:.1f} % |\n", what, kind.told, percent(kind.right),
                     percent(kind.wrong_fits));
}

Kind all_runs(const Kinds& kinds) {
  Kind all;
  for (const auto& [what, kind] : kinds.runs) {
    all.told += kind.told;
    all.right += kind.right;
    all.wrong_fits += kind.wrong_fits;
  }
  return all;
}

// Returns true if the jobs reach the aims of docs/accuracy.md.
bool holds(const Kind& all) {
  return all.told > 0 && 100 * all.right >= 98 * all.told && 100 * all.wrong_fits <= all.told;
}

std::string tables(const Kinds& kinds) {
  std::string out =
      "| peak of | rows | median error | 90 % within | measured over estimated |\n"
      "|---|--:|--:|--:|--:|\n";
  for (const auto& [what, kind] : kinds.peaks) out += line_of(what, kind.ratios);
  for (const auto& [together, beginnings] :
       {std::pair<const char*, std::vector<const char*>>{"all inference with transformers",
                                                         {"inference with transformers"}},
        {"all tuning", {"LoRA", "QLoRA", "full tuning"}},
        {"all images", {"Stable Diffusion"}}}) {
    std::vector<double> ratios;
    for (const auto& [what, kind] : kinds.peaks)
      for (const char* beginning : beginnings)
        if (what.starts_with(beginning))
          ratios.insert(ratios.end(), kind.ratios.begin(), kind.ratios.end());
    if (!ratios.empty()) out += line_of(together, ratios);
  }
  out += "\n| ran or not | cells | right | called fitting that was not |\n|---|--:|--:|--:|\n";
  for (const auto& [what, kind] : kinds.runs) out += line_of(what, kind);
  const Kind all = all_runs(kinds);
  return all.told > 0 ? out + line_of("all", all) : out;
}

int main_of(const std::vector<std::string>& args) {
  Catalog catalog = shipped_catalog();
  catalog.merge(dataset_from(read_text(project_path("tests/fit/models.json"))));
  Kinds kinds;
  bool write = false, hold = false;
  for (const std::string& arg : args)
    if (arg == "--write")
      write = true;
    else if (arg == "--hold")
      hold = true;
    else
      read_file(arg, catalog, kinds);
  const std::string text = tables(kinds);
  fmt::print("{}", text);
  for (const auto& [reason, count] : kinds.left_out)
    fmt::print("left out: {} rows ({})\n", count, reason);
  if (write) write_between(project_path("docs/accuracy.md"), "gpupick_check_memory", text);
  return hold && !holds(all_runs(kinds)) ? 1 : 0;
}

}  // namespace
}  // namespace gpupick::fit

int main(int argc, char** argv) {
  return gpupick::fit::run_tool("gpupick_check_memory", gpupick::fit::main_of, argc, argv);
}
