// Compares openly licensed peaks of memory with the estimate: LoRA, QLoRA and full fine-tuning with
// four trainers, inference with PyTorch, and images. "Allocated" and "active" exclude the driver's
// context. Memory that an allocator reserves or nvidia-smi prints counts as the whole. Some of the
// rows were used to choose the constants (docs/accuracy.md#memory).
#include "physics/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>

#include "base/text.hpp"
#include "catch.hpp"
#include "job/usual_job.hpp"
#include "schema/csv.hpp"
#include "support.hpp"

namespace gpupick {
namespace {

constexpr double context_gib = 0.47;  // driver context on an A100

using Row = std::map<std::string, std::string>;

std::vector<Row> rows_of(const std::string& path) {
  std::ifstream stream(path);
  std::string line;
  REQUIRE(std::getline(stream, line));
  const std::vector<std::string> header = cells_of(line);
  std::vector<Row> out;
  while (std::getline(stream, line)) {
    Row& row = out.emplace_back();
    const std::vector<std::string> values = cells_of(line);
    for (std::size_t i = 0; i < header.size(); ++i)
      row[header[i]] = i < values.size() ? values[i] : "";
  }
  return out;
}

Job job_of(const Row& row) {
  const Catalog& catalog = shipped_catalog();
  const auto number = [&](const char* key) { return parse_number(row.at(key)).value_or(0); };
  Job job;
  const TaskRow* task = find_task(row.at("task"));
  REQUIRE(task);
  job = usual_job(task->task, catalog);
  job.precision = find_precision(row.at("precision")).value();
  job.batch = number("batch");
  job.eager = row.at("attention") == "eager";
  if (job.task == Task::image) {
    job.network = &catalog.find_network(row.at("model"));
    return job;
  }
  job.model = &catalog.find_model(row.at("model"));
  job.format = &catalog.find_quantisation(row.at("quant"));
  job.cache_type = &catalog.find_cache_type("f16");
  job.engine = &catalog.calibration().engine("transformers");
  const std::string& framework = row.at("framework");
  if (framework == "litgpt" || framework == "ms-swift")
    job.trainer = &catalog.calibration().fine_tuning_trainer(framework);
  if (framework == "transformers+peft")
    job.trainer = &catalog.calibration().fine_tuning_trainer("transformers-2024");
  job.context = number("context");
  job.prompt = number("prompt");
  job.lora_rank = number("lora_rank");
  job.checkpointing = number("checkpointing") > 0;
  return job;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

TEST_CASE("openly licensed peaks of memory lie where the estimate says") {
  std::map<std::string, std::vector<double>> errors;
  fmt::print("{:<7}{:<20}{:<20}{:>10}{:>10}{:>9}\n", "task", "model", "stack", "measured",
             "estimate", "error");
  for (const Row& row : rows_of(project_path("tests/evidence/memory.csv"))) {
    const JobMemory memory = memory_of(job_of(row), 1, shipped_catalog().calibration());
    const std::string& metric = row.at("metric");
    const double unseen = metric == "allocated" || metric == "active" ? context_gib : 0;
    const double estimate = in_gib(memory.need.total()) - unseen;
    const double measured = parse_number(row.at("gib")).value();
    const double error = estimate / measured - 1;
    fmt::print("{:<7}{:<20}{:<20}{:>10.1f}{:>10.1f}{:>7.0f} %\n", row.at("task"), row.at("model"),
               row.at("framework"), measured, estimate, 100 * error);
    INFO(row.at("task") << " " << row.at("model") << " " << row.at("framework"));
    CHECK(error > -0.4);
    CHECK(error < 0.4);
    errors[row.at("task")].push_back(std::fabs(error));
  }
  CHECK(median(errors.at("lora")) < 0.15);
  CHECK(median(errors.at("qlora")) < 0.15);
  CHECK(median(errors.at("full")) < 0.15);
  CHECK(median(errors.at("chat")) < 0.05);
  CHECK(median(errors.at("image")) < 0.15);
}

}  // namespace
}  // namespace gpupick
