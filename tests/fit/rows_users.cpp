// Rows of engines for several users from the benchmark tables of 2025 and 2026.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "line.hpp"
#include "physics/inference.hpp"

namespace gpupick::fit {
namespace {

// The largest standard deviation of a row's three runs, as a share of their mean.
constexpr double most_deviation = 0.1;

// Default limit of TensorRT-LLM on requests at once.
constexpr double most_requests = 2048;

std::string after_slash(const std::string& name) { return name.substr(name.find('/') + 1); }

// The format of a repository of tensors; null if the catalog has none.
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

// llama-benchy on vLLM. For one user it gives the rates of prefill and decode. For several users it
// gives their sum over the time from the first answer's beginning to the last one's end, in which
// prompts are read too. Its runs may differ: models end their answers at different times, and a
// server's first prompts wait for it to wake.
std::string read_benchy(const Catalog& catalog, const Line& line, Measured& row) {
  const std::string notes = line.text("notes");
  const bool decodes = line.text("metric") == "decode_tok_s";
  if (number_after(notes, "sd ") > most_deviation * row.value)
    return "recent: runs that differ among themselves";
  Job& job = row.job;
  job.engine = &catalog.calibration().engine("vllm");
  job.model = model_of_file(catalog, line.text("model"));
  if (!job.model) return "unknown model";
  job.format = tensor_format_of(catalog, *job.model, lower(line.text("precision_or_quant")));
  if (!job.format) return "unknown format";
  if (job.model->family == "Gemma 4" && job.format->id == "nvfp4")
    return "recent: attention in more bits than its format";
  job.cache_type = &catalog.find_cache_type("fp8");
  job.batch = line.number("batch", 1);
  if (job.batch > 1 && !decodes) return "recent: prompts of several users";
  job.prompt = number_after(notes, "prompt=");
  job.generate = decodes ? number_after(notes, " tg") : 0;
  job.context = job.prompt + job.generate;
  row.stack = std::string(row.gpu->stack.value_or(""));
  row.workload = (job.batch > 1 ? "users-" : "user-") + row.stack;
  row.set = fmt::format("vllm {} {} x {}", job.model->id, job.format->id, job.batch);
  if (job.batch > 1) {
    job.task = Task::serve;
    row.value *= (job.prompt + job.generate) / job.generate;
  }
  // Tokens that an earlier prompt left in the cache are not read again, and some weights have fewer
  // bits than the table says.
  if (row.value > most_possible(row, *job.engine, catalog.calibration()))
    return "faster than the card can be";
  return "";
}

}  // namespace

// TensorRT-LLM at the largest load, on cards that all share every layer, in tokens written. It
// starts a request only if the cache has room for the whole request.
std::string read_recent_serving(const Catalog& catalog, const Line& line, Measured& row) {
  Job& job = row.job;
  job.engine = &catalog.calibration().engine("tensorrt-llm");
  job.model = find_model(catalog, line.text("model"));
  if (!job.model) return "unknown model";
  const std::string precision = lower(line.text("precision_or_quant"));
  job.format = &catalog.find_quantisation(!job.model->quant.empty() ? std::string(job.model->quant)
                                          : precision.starts_with("fp4") ? "nvfp4"
                                          : precision.starts_with("fp8") ? "fp8"
                                                                         : "f16");
  job.cache_type = &catalog.find_cache_type(precision.starts_with("fp16") ? "f16" : "fp8");
  const std::string lengths = line.text("context_or_prompt_len");
  if (std::sscanf(lengths.c_str(), "in %lf out %lf", &job.prompt, &job.generate) != 2)
    return "no lengths";
  job.task = Task::serve;
  job.context = job.prompt + job.generate;
  job.batch = 1;
  if (memory_need(job, row.count, *job.engine).total() >
      *usable_memory(*row.gpu, *job.engine, 0) * row.count)
    return "does not fit the card";
  job.batch =
      std::min(most_requests, streams_that_fit(*row.gpu, job, row.count, *job.engine, job.context));
  row.value *= (job.prompt + job.generate) / job.generate;
  row.stack = std::string(row.gpu->stack.value_or(""));
  row.workload = "largest-load";
  row.set = fmt::format("{} {} {}", job.model->id, job.format->id, lengths);
  return "";
}

// vLLM of 2025 and 2026: several users on one card, in tokens read and written, or one user on
// several cards that share the layers. Rates over the wall clock count written tokens. For one user
// they are decode rates, and the time to the first token gives the prefill rate.
std::string read_recent_users(const Catalog& catalog, const Line& line, Measured& row) {
  if (line.text("source") == "djangodevreng-dgx-spark") return read_benchy(catalog, line, row);
  const std::string notes = line.text("notes"), metric = line.text("metric");
  const bool together = metric == "total_tok_s", reads = row.count > 1 && metric == "ttft_ms";
  const std::string layout = fmt::format("tp={} pp=1 instances=1", row.count);
  if (row.count != 1 && notes.find(layout) == std::string::npos) return "recent: other layouts";
  if (row.count != 1 && line.number("batch", 1) == 1 &&
      notes.find("kind=single_stream") == std::string::npos)
    return "recent: one user, told by the wall clock";
  if (!together && !reads && metric != "decode_tok_s") return "recent: another metric";
  if (notes.find("spec={") != std::string::npos) return "recent: speculates";
  if (line.number("batch", 1) > 1 && !together && notes.find("over wall") == std::string::npos)
    return "recent: what one of several users gets";
  Job& job = row.job;
  job.engine = &catalog.calibration().engine("vllm");
  job.task = Task::serve;
  job.model = model_of_file(catalog, after_slash(line.text("model")));
  if (!job.model) return "unknown model";
  job.format = tensor_format_of(catalog, *job.model, lower(line.text("precision_or_quant")));
  if (!job.format) return "unknown format";
  job.cache_type = &catalog.find_cache_type("f16");
  job.batch = line.number("batch", 1);
  // ShareGPT's conversations: only the average length is known; half counts as read, half as
  // written.
  const double both = number_after(line.text("context_or_prompt_len"), "avg ");
  job.prompt = together ? both / 2 : number_after(notes, "prompt=");
  job.generate = together ? both / 2 : number_after(notes, "gen=");
  if (job.prompt <= 0 || job.generate <= 0) return "no lengths";
  job.context = job.prompt + job.generate;
  const double wanted = job.batch;
  job.batch = 1;
  if (memory_need(job, row.count, *job.engine).total() >
      *usable_memory(*row.gpu, *job.engine, 0) * row.count)
    return "does not fit the card";
  job.batch = streams_that_fit(*row.gpu, job, row.count, *job.engine, job.context);
  if (job.batch < wanted) return "recent: short of cache";
  job.batch = wanted;
  if (!constants_for(*row.gpu, *job.engine, catalog.calibration(), "", row.day))
    return "no class or engine";
  row.stack = std::string(row.gpu->stack.value_or(""));
  row.workload = (wanted > 1 ? "users-" : "user-") + row.stack;
  row.set = fmt::format("vllm {} {} x {}", job.model->id, job.format->id, wanted);
  if (wanted > 1) {
    if (!together) row.value *= (job.prompt + job.generate) / job.generate;
    return "";
  }
  if (together) return "recent: another metric";
  job.task = Task::chat;
  if (reads) {
    job.generate = 0;
    row.value = job.prompt / (row.value / 1000);
    if (row.value > most_possible(row, *job.engine, catalog.calibration())) row.workload = "cached";
  }
  return "";
}

void drop_cached_prompts(Rows& rows) {
  const auto same_runs = [](const Measured& a, const Measured& b) {
    return a.source == b.source && a.job.model == b.job.model && a.job.format == b.job.format;
  };
  std::vector<Measured> cached;
  std::ranges::copy_if(rows.rows, std::back_inserter(cached),
                       [](const Measured& row) { return row.workload == "cached"; });
  const std::size_t dropped = std::erase_if(rows.rows, [&](const Measured& row) {
    return row.workload == "cached" ||
           (row.workload.starts_with("users-") &&
            std::ranges::any_of(cached, [&](const auto& one) { return same_runs(row, one); }));
  });
  if (dropped > 0) rows.left_out["prompts that were in the cache"] += dropped;
}

}  // namespace gpupick::fit
