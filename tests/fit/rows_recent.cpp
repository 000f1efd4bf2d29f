// Decoding and prompts under llama.cpp on one card, from the benchmark tables of 2025 and 2026. Of
// the backends that a source tried the fastest counts. A depth of 128 tokens or fewer is an empty
// cache; what dynamic formats keep in more bits is left out.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "line.hpp"
#include "physics/inference.hpp"

namespace gpupick {
namespace {

constexpr double answer_tokens = 128;  // llama-bench's

// The catalog's model of a file such as Qwen3-Coder-30B-A3B-Instruct-UD-Q8_K_XL: the one with the
// longest id that the name begins with, "-" and "." aside.
const Model* model_of_file(const Catalog& catalog, const std::string& file) {
  const std::string name = fold(file);
  const Model* best = nullptr;
  for (const Model& model : catalog.models())
    if (name.starts_with(fold(model.id)) && (!best || model.id.size() > best->id.size()))
      best = &model;
  if (best || name.size() < 12) return best;
  // Without the size of what is active.
  const auto found = std::ranges::find_if(
      catalog.models(), [&](const Model& model) { return fold(model.id).starts_with(name); });
  return found == catalog.models().end() ? nullptr : &*found;
}

// Dynamic formats (UD-Q4_K_XL) by the one that they are made of.
const Quantisation* format_of_file(const Catalog& catalog, const std::string& file) {
  static const std::pair<const char*, const char*> marks[] = {
      {"mxfp4", "mxfp4"}, {"iq4_xs", "iq4_xs"}, {"iq4_nl", "iq4_nl"}, {"q4_0", "q4_0"},
      {"q4_k", "q4_k_m"}, {"q6_k", "q6_k"},     {"q8_", "q8_0"},      {"bf16", "bf16"},
      {"q5_k", "q5_k_m"}, {"q3_k", "q3_k_m"},   {"q2_k", "q2_k"}};
  for (const auto& [mark, id] : marks)
    if (file.find(mark) != std::string::npos) return &catalog.find_quantisation(id);
  return nullptr;
}

// Programs that measure, run by their authors on one machine with its conditions.
bool is_harness(const std::string& source) {
  static const char* const all[] = {
      "llama.cpp-benches",     "lhl-strix-halo",        "kyuz0-r9700",  "wesley-arc",
      "1337hero-7900xtx",      "alexhiesch-m3max",      "b70-cookbook", "botagi-multislot",
      "nvidia-spark-official", "kyuz0-vllm-throughput", "lotto-4x3090"};
  return std::ranges::find(all, source) != std::end(all);
}

// The number behind the mark, or zero.
double number_after(const std::string& text, const std::string& mark) {
  const std::size_t found = text.find(mark);
  return found == std::string::npos ? 0 : std::atof(text.c_str() + found + mark.size());
}

std::string after_slash(const std::string& name) { return name.substr(name.find('/') + 1); }

// The format of a repository of tensors; null where it is none that the catalog has.
const Quantisation* tensor_format_of(const Catalog& catalog, const Model& model,
                                     const std::string& text) {
  if (!model.quant.empty()) return &catalog.find_quantisation(model.quant);
  static const std::pair<const char*, const char*> marks[] = {
      {"gptq", "gptq"}, {"awq", "awq"},   {"fp8", "fp8"},    {"nvfp4", "nvfp4"},
      {"bf16", "bf16"}, {"int4", "gptq"}, {"w4a16", "gptq"}, {"int8", "int8"}};
  for (const auto& [mark, id] : marks)
    if (text.find(mark) != std::string::npos) return &catalog.find_quantisation(id);
  return nullptr;
}

// vLLM of 2025 and 2026: users at once on one card, in tokens read and written together, or one on
// several that share the layers. Rates over the wall clock count what is written; of one user they
// are those of decoding alone, and the time to the first token tells that of the prompt.
std::string read_recent_users(const Catalog& catalog, const Line& line, Measured& row) {
  const std::string notes = line.text("notes"), metric = line.text("metric");
  const bool together = metric == "total_tok_s", reads = row.count > 1 && metric == "ttft_ms";
  const std::string layout = fmt::format("tp={} pp=1 instances=1", row.count);
  if (row.count != 1 && notes.find(layout) == std::string::npos) return "recent: other layouts";
  if (row.count != 1 && line.number("batch", 1) == 1 &&
      notes.find("kind=single_stream") == std::string::npos)
    return "recent: one user, told by the wall clock";
  if (!together && !reads && metric != "decode_tok_s") return "recent: another metric";
  if (notes.find("spec={") != std::string::npos) return "recent: speculates";
  Job& job = row.job;
  job.engine = &catalog.calibration().engine("vllm");
  job.task = Task::serve;
  job.model = model_of_file(catalog, after_slash(line.text("model")));
  if (!job.model) return "unknown model";
  job.quant = tensor_format_of(catalog, *job.model, lower(line.text("precision_or_quant")));
  if (!job.quant) return "unknown format";
  job.cache_type = &catalog.find_cache_type("f16");
  job.batch = line.number("batch", 1);
  // ShareGPT's conversations: the average is told, and taken as half read and half written.
  const double both = number_after(line.text("context_or_prompt_len"), "avg ");
  job.prompt = together ? both / 2 : number_after(notes, "prompt=");
  job.generate = together ? both / 2 : number_after(notes, "gen=");
  if (job.prompt <= 0 || job.generate <= 0) return "no lengths";
  job.context = job.prompt + job.generate;
  const double wanted = job.batch;
  job.batch = 1;
  if (memory_need(job, *job.engine, row.count).total() >
      *usable_memory(*row.gpu, *job.engine) * row.count)
    return "does not fit the card";
  job.batch = streams_that_fit(*row.gpu, job, row.count, *job.engine, job.context);
  if (job.batch < wanted) return "recent: short of cache";
  job.batch = wanted;
  if (!constants_for(*row.gpu, *job.engine, catalog.calibration(), "", row.day))
    return "no class or engine";
  row.stack = std::string(row.gpu->stack.value_or(""));
  row.workload = (wanted > 1 ? "users-" : "user-") + row.stack;
  row.set = fmt::format("vllm {} {} x {}", job.model->id, job.quant->id, wanted);
  if (wanted > 1) {
    if (!together) row.value *= (job.prompt + job.generate) / job.generate;
    return "";
  }
  if (together) return "recent: another metric";
  job.task = Task::chat;
  if (reads) {
    job.generate = 0;
    row.value = job.prompt / (row.value / 1000);
    // What a prompt before has left in the cache is not read again.
    if (row.value > most_possible(row, *job.engine, catalog.calibration()))
      return "faster than the card can be";
  }
  return "";
}

}  // namespace

std::string read_recent(const Catalog& catalog, const Line& line, Measured& row) {
  const std::string framework = line.text("framework"), metric = line.text("metric");
  const std::string notes = line.text("notes");
  if (framework.starts_with("vllm") && is_harness(line.text("source")))
    return read_recent_users(catalog, line, row);
  const bool decodes = metric == "decode_tok_s";
  if (!decodes && metric != "prefill_tok_s") return "recent: another metric";
  if (!framework.starts_with("llama")) return "recent: another engine";
  if (line.number("batch", 0) != 1 || row.count != 1) return "recent: several users or cards";
  if (!is_harness(line.text("source"))) return "recent: submitted by users, or told in part";
  if (notes.find("mtp") != std::string::npos || notes.find("think") != std::string::npos)
    return "recent: speculates";
  if (notes.find("150W") != std::string::npos || notes.find("power_limit") != std::string::npos)
    return "recent: with less power than the board's";
  Job& job = row.job;
  job.model = model_of_file(catalog, line.text("model"));
  if (!job.model) return "unknown model";
  const Quantisation* published =
      job.model->quant.empty() ? nullptr : &catalog.find_quantisation(job.model->quant);
  job.quant = published && published->gguf
                  ? published
                  : format_of_file(
                        catalog, lower(line.text("precision_or_quant") + " " + line.text("model")));
  if (!job.quant) return "unknown format";
  job.engine = &catalog.calibration().engine("llama.cpp");
  job.cache_type = &catalog.find_cache_type("f16");
  const double length = line.number("context_or_prompt_len", 0);
  if (decodes) {
    job.prompt = length <= answer_tokens ? 0 : length;
    job.generate = answer_tokens;
  } else {
    // Prompts at a depth see more than themselves.
    if (number_after(notes, "depth=") > 0 || number_after(notes, "@ d") > 0 ||
        notes.starts_with("aggregate"))
      return "recent: a prompt behind another";
    const double tokens = number_after(notes, "pp");
    job.prompt = tokens > 0 ? tokens : length;
    job.micro_batch = number_after(notes, "ub=");
  }
  job.context = job.prompt + job.generate;
  const std::string kind = job.model->mixer.layers > 0 ? "hybrid-"
                           : job.model->experts > 0    ? "mixture-"
                                                       : "";
  row.workload = kind + (decodes ? "decode" : "prefill");
  row.stack = std::string(row.gpu->stack.value_or(""));
  row.set = fmt::format("{} {} {}", row.workload, job.model->id, job.quant->id);
  const auto usable = usable_memory(*row.gpu, *job.engine);
  if (!usable || memory_need(job, *job.engine, 1).total() > *usable) return "does not fit the card";
  if (!constants_for(*row.gpu, *job.engine, catalog.calibration(), row.stack, row.day))
    return "no class or engine";
  if (row.value > most_possible(row, *job.engine, catalog.calibration()))
    return "faster than the card can be";
  return "";
}

void keep_fastest_backends(Rows& rows) {
  const auto same_run = [](const Measured& a, const Measured& b) {
    return a.workload == b.workload && a.gpu == b.gpu && a.count == b.count && a.set == b.set &&
           a.source == b.source && a.job.prompt == b.job.prompt &&
           a.job.generate == b.job.generate && a.job.micro_batch == b.job.micro_batch;
  };
  std::vector<Measured> kept;
  for (Measured& row : rows.rows) {
    const auto found =
        is_harness(row.source)
            ? std::ranges::find_if(kept, [&](const Measured& one) { return same_run(one, row); })
            : kept.end();
    if (found == kept.end()) {
      kept.push_back(std::move(row));
      continue;
    }
    found->value = std::max(found->value, row.value);
    ++rows.left_out["slower backends of one run"];
  }
  rows.rows = std::move(kept);
}

}  // namespace gpupick
