// Rows of pre-training and fine-tuning of language models. Settings that the tables leave open
// follow their sources. Qwen's profile and ms-swift use checkpointing, except for Qwen's full
// tuning. litgpt's Alpaca samples of 110 to 330 tokens count as 220. ms-swift's lengths are
// exponential with a mean of 3,234, cut at the longest allowed, and its two cards are not sharded.
#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "line.hpp"

namespace gpupick::fit {
namespace {

// The task of "Q-LoRA", "lora+emb", "full"; null for methods that the program has no law for.
const Task* task_of(const std::string& method) {
  static const std::map<std::string, Task> tasks = {{"lora", Task::lora},
                                                    {"lora+emb", Task::lora},
                                                    {"qlora", Task::qlora},
                                                    {"q-lora", Task::qlora},
                                                    {"full", Task::full}};
  const auto found = tasks.find(lower(method));
  return found == tasks.end() ? nullptr : &found->second;
}

// The value of a key in a row's flat JSON of extras; "" if it is absent.
std::string extra(const Line& line, const std::string& key) {
  const std::string text = line.text("extra");
  const std::size_t at = text.find("\"" + key + "\": ");
  if (at == std::string::npos) return "";
  const std::size_t from = at + key.size() + 4;
  std::string value = text.substr(from, text.find_first_of(",}", from) - from);
  std::erase(value, '"');
  return value;
}

void name_tuning(Measured& row) {
  row.workload = "fine-tuning";
  row.set = fmt::format("{} {}{}{} {}", row.job.model->id, name_of(row.job.task),
                        row.job.task == Task::qlora ? " " : "",
                        row.job.task == Task::qlora ? row.job.format->id : "", row.job.trainer->id);
}

std::string read_pretraining(const Catalog& catalog, const Line& line, Measured& row) {
  Job& job = row.job;
  job.task = Task::pretrain;
  job.batch = line.number("batch", 0);
  job.context = line.number("in_len", 0);
  job.precision = holds(line.text("precision"), "fp8") ? Precision::fp8 : Precision::bf16;
  job.checkpointing = extra(line, "act_ckpt") == "True";
  job.zero = 3;
  job.pretraining_trainer = &catalog.calibration().pretraining_trainer("llm-foundry");
  row.workload = "pretraining";
  row.set = fmt::format("{} {}", job.model->id, name_of(job.precision));
  return "";
}

// The model by its name in Megatron's tables; null if the catalog has none.
const Model* model_of_megatron(const Catalog& catalog, std::string name) {
  static const std::map<std::string, const char*> names = {{"GPT OSS 120B", "gpt-oss-120b"},
                                                           {"GPT3-175B", "gpt-3-175b"},
                                                           {"LLAMA3-8B", "llama-3.1-8b"},
                                                           {"LLAMA3_8B", "llama-3.1-8b"},
                                                           {"LLAMA3-70B", "llama-3.1-70b"},
                                                           {"LLAMA3_70B", "llama-3.1-70b"},
                                                           {"LLAMA3.1_405B", "llama-3.1-405b"},
                                                           {"DeepSeekV3", "deepseek-v3"},
                                                           {"Kimi_K2", "kimi-k2"},
                                                           {"Qwen3_30B_a3B", "qwen3-30b-a3b"},
                                                           {"Qwen3_235B_a22B", "qwen3-235b-a22b"}};
  name = name.substr(0, name.find(" ("));  // with or without its draft heads
  const auto found = names.find(name);
  return found == names.end() ? find_model(catalog, name) : &catalog.find_model(found->second);
}

std::string read_megatron(const Catalog& catalog, const Line& line, Measured& row) {
  const std::string name = line.text("model"), notes = line.text("notes");
  const std::string precision = lower(line.text("precision_or_quant"));
  if (holds(name, "tokendrop")) return "drops tokens of full experts";
  if (precision == "nvfp4") return "trained in four bits";
  Job& job = row.job;
  job.task = Task::pretrain;
  job.model = model_of_megatron(catalog, name);
  if (!job.model) return "unknown model";
  if (job.model->index_topk > 0 || job.model->pool_layers > 0) return "attends to chosen tokens";
  const std::size_t micro = notes.find("MBS");
  job.batch = std::stod(notes.substr(micro + 3));
  job.context = line.number("context_or_prompt_len", 0);
  job.precision = holds(precision, "fp8") ? Precision::fp8 : Precision::bf16;
  job.pretraining_trainer = &catalog.calibration().pretraining_trainer("megatron");
  job.zero = 3;
  row.workload = "pretraining-split";
  row.set = fmt::format("{} {}", job.model->id, name_of(job.precision));
  return "";
}

// Seconds of one micro-step, whatever the unit of the row.
double seconds_of(const Line& line, double batch) {
  const double value = line.number("value", 0);
  return line.text("unit").starts_with("s/iter") ? value / 8
         : line.text("unit") == "samples/s"      ? batch / value
                                                 : 1 / value;
}

std::string read_tuning(const Catalog& catalog, const Line& line, Measured& row) {
  Job& job = row.job;
  const Task* task = task_of(extra(line, "method"));
  if (!task) return "adapters that are not LoRA";
  const std::string id = line.text("id");
  if (id >= "s0176" && id <= "s0183") return "variants that the table does not name";
  job.format = &quantisation_of(catalog, line.text("precision"));
  job.task = *task == Task::lora && job.format->linear_bits < 16 ? Task::qlora : *task;
  const std::string framework = line.text("framework");
  job.lora_rank = 16;
  job.trainer = &catalog.calibration().fine_tuning_trainer(
      framework == "transformers+peft" ? "transformers-2024" : framework);
  const bool swift = job.trainer->id == "ms-swift";
  job.batch = line.number("batch", 1);
  job.context = line.number("in_len", 220);
  job.checkpointing = swift || (job.trainer->id == "transformers-2024" && job.task != Task::full);
  if (swift) job.context = 3234 * (1 - std::exp(-job.context / 3234));
  job.zero = row.count > 1 && !swift ? 3 : 0;
  row.value = job.batch * job.context / seconds_of(line, job.batch);
  name_tuning(row);
  return "";
}

}  // namespace

std::string read_finetuning(const Catalog& catalog, const Line& line, Measured& row) {
  const std::string name = line.text("model");
  if (line.text("source").starts_with("nemo") && !name.ends_with(" LoRA") &&
      !name.ends_with(" SFT"))
    return read_megatron(catalog, line, row);
  const std::size_t space = name.find(' ');
  const Task* task = task_of(space == std::string::npos ? "" : name.substr(space + 1));
  if (!task) return "no micro-batch";  // pre-training; speeds.csv has these rows with it
  if (line.text("source").starts_with("nemo")) return "a trainer that the program lacks";
  row.job.task = *task;
  row.job.model = find_model(catalog, name.substr(0, space));
  if (!row.job.model) return "unknown model";
  const std::string framework = line.text("framework"), notes = line.text("notes");
  const bool answer_ai = framework.starts_with("fsdp_qlora");
  // Sharded runs wait for the PCIe lanes of a computer that its source calls slow.
  const bool sharded = answer_ai && !holds(notes, "DDP");
  if (sharded && holds(notes, "slow PCIe")) return "sharded over slow lanes";
  row.job.format = &quantisation_of(catalog, *task != Task::qlora ? "bf16"
                                             : answer_ai          ? "nf4"
                                                                  : "gptq");
  const bool own = framework.starts_with("torch 2.11");
  row.job.trainer = &catalog.calibration().fine_tuning_trainer(answer_ai ? "fsdp-qlora"
                                                               : own     ? "transformers"
                                                                         : "transformers-2024");
  if (answer_ai && !sharded) row.count = 1;  // each card has a copy and sends adapters only
  if (sharded) row.job.zero = 3;
  row.job.optimizer = &catalog.calibration().optimizer("adamw");
  row.job.lora_rank = 16;
  row.job.batch = line.number("batch", 1);
  row.job.context = line.number("context_or_prompt_len", 0);
  row.job.checkpointing = own ? notes == "checkpointing" : *task != Task::full;
  name_tuning(row);
  if (sharded) row.workload = "fine-tuning-sharded";
  return "";
}

std::string read_speed(const Catalog& catalog, const Line& line, Measured& row) {
  const std::string framework = line.text("framework"), what = line.text("what");
  if (what != "train" && (what != "decode" || (framework != "vLLM" && framework != "transformers")))
    return "another metric, or in another file";
  row.count = line.number("n_gpus", 1);
  row.value = line.number("value", 0);
  row.source = line.text("source");
  row.day = {9999, 12, 31};
  row.job.model = find_model(catalog, line.text("model"));
  if (!row.job.model) return "unknown model";
  if (what == "decode") return read_stream(catalog, line, row);
  return framework == "llm-foundry" ? read_pretraining(catalog, line, row)
                                    : read_tuning(catalog, line, row);
}

}  // namespace gpupick::fit
