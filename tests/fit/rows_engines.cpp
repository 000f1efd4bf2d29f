// Rows of engines that serve several streams at once: Argonne's of vLLM and TensorRT-LLM, MLPerf's
// servers, and Qwen's of one stream.
#include <fmt/format.h>

#include "base/error.hpp"
#include "line.hpp"
#include "physics/inference.hpp"

namespace gpupick::fit {
namespace {

// MLPerf's tasks: the average tokens of a question and of its answer, and the beams of its search.
struct Benchmark {
  const char* name;
  const char* model;
  double prompt, generate, beams;
};

const Benchmark* find_benchmark(const std::string& name) {
  static const Benchmark all[] = {{"llama2-70b", "llama-2-70b", 294, 294, 1},
                                  {"gptj", "gpt-j-6b", 870, 69, 4},
                                  {"mixtral-8x7b", "mixtral-8x7b", 290, 146, 1}};
  for (const Benchmark& one : all)
    if (name.starts_with(one.name)) return &one;
  return nullptr;
}

void set_formats(const Catalog& catalog, const char* quant, const char* cache, Job& job) {
  job.format = &catalog.find_quantisation(quant);
  job.cache_type = &catalog.find_cache_type(cache);
}

}  // namespace

double most_possible(const Measured& row, const Engine& own, const Calibration& calibration) {
  Engine engine = own;
  engine.power_exponent = engine.state_seconds = engine.step_seconds = 0;
  engine.vector_batch = engine.expert_tile = engine.state_operations = engine.routing_operations =
      0;
  engine.tile = 1;
  engine.attention_share.reset();
  SpeedClass all;
  all.decode_efficiency = all.prefill_efficiency = 1;
  const EngineBuild at_once;
  const EngineConstants ideal{&calibration.stack_of(*row.gpu), &engine, &at_once, &all};
  const auto step = decode_step(*row.gpu, row.job, row.count, ideal);
  const auto reading = prefill(*row.gpu, row.job, row.count, ideal);
  if (!step || !reading) return 0;
  if (row.job.task != Task::serve)
    return row.job.generate > 0 ? 1 / step->total().value
                                : reading->tokens / reading->total().value;
  return row.job.batch * (row.job.prompt + row.job.generate) /
         (reading->total() + step->total() * row.job.generate).value;
}

std::string read_batched(const Catalog& catalog, const Line& line, Measured& row) {
  Job& job = row.job;
  const std::string framework = line.text("framework");
  if (framework == "llama.cpp") return "llama.cpp's batch is of one prompt's tokens";
  if (framework != "vllm" && framework != "tensorrt-llm") return "another engine";
  job.engine = &catalog.calibration().engine(framework);
  job.model = find_model(catalog, line.text("model"));
  if (!job.model) return "unknown model";
  const Calibration& calibration = catalog.calibration();
  if (!constants_for(*row.gpu, *job.engine, calibration, "", row.day)) return "no class or engine";
  job.task = Task::serve;
  set_formats(catalog, "f16", "f16", job);
  const std::string lengths = line.text("context_or_prompt_len");  // "in 128 out 256"
  if (std::sscanf(lengths.c_str(), "in %lf out %lf", &job.prompt, &job.generate) != 2)
    return "no lengths";
  job.context = job.prompt + job.generate;
  const Engine& engine = *job.engine;
  job.batch = 1;
  if (memory_need(job, row.count, engine).total() > *usable_memory(*row.gpu, engine, 0) * row.count)
    return "does not fit the card";
  // Streams that do not fit wait.
  job.batch = std::min(line.number("batch", 1),
                       streams_that_fit(*row.gpu, job, row.count, engine, job.context));
  if (row.value > most_possible(row, engine, calibration)) return "faster than the card can be";
  row.workload =
      row.gpu->stack == "cuda" ? "batched" : "batched-" + std::string(row.gpu->stack.value_or(""));
  row.set =
      fmt::format("{} {} {} x {}", job.engine->id, job.model->id, lengths, line.text("batch"));
  return "";
}

// NVIDIA's systems are listed with the "fp16" of their results. But 70 billion parameters in 16 bit
// do not fit the one card of 96 GB that serves them. So all count with 8-bit weights and cache, and
// cards with FP4 units with 4-bit weights.
std::string read_serving(const Catalog& catalog, const Line& line, Measured& row) {
  if (line.text("notes").find("; open;") != std::string::npos) return "open division";
  const Benchmark* task = find_benchmark(line.text("model"));
  if (!task) return "unknown model";
  const std::string framework = line.text("framework");
  Job& job = row.job;
  job.engine =
      &catalog.calibration().engine(framework.starts_with("TensorRT") ? "tensorrt-llm" : "vllm");
  if (!row.gpu->stack || !constants_for(*row.gpu, *job.engine, catalog.calibration()))
    return "no class or engine";
  job.task = Task::serve;
  job.model = &catalog.find_model(task->model);
  set_formats(catalog, row.gpu->fp4_tensor_tflops.value_or(0) > 0 ? "nvfp4" : "fp8", "fp8", job);
  // Beams are streams that share a question, so each reads and keeps only a part of it.
  job.prompt = task->prompt / task->beams;
  job.generate = task->generate;
  job.context = job.prompt + job.generate / 2;  // on average half of an answer is written
  job.batch = 0;                                // as many as fit
  row.value *= task->beams / row.count;
  if (job.engine->id == "vllm") row.day = {9999, 12, 31};  // the maker ran a later build
  row.workload = row.gpu->stack == "cuda" ? "serving" : "serving-" + std::string(*row.gpu->stack);
  row.set = fmt::format("{} {}", job.model->id, lower(line.text("batch")));
  return "";
}

std::string read_stream(const Catalog& catalog, const Line& line, Measured& row) {
  Job& job = row.job;
  job.engine = &catalog.calibration().engine(lower(line.text("framework")));
  if (line.text("batch") != "1") return "several streams";
  job.format = &quantisation_of(catalog, line.text("precision"));
  job.cache_type = &catalog.find_cache_type("f16");
  job.prompt = line.number("in_len", 0);
  job.generate = line.number("out_len", 0);
  job.context = job.prompt + job.generate;
  const bool plain = job.engine->id == "transformers" && job.format->linear_bits >= 16;
  row.workload = plain ? "stream-16-bit" : "stream";
  row.set = fmt::format("{} {} {}", job.engine->id, job.model->id, job.format->id);
  return "";
}

}  // namespace gpupick::fit
