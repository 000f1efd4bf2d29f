// Compares openly licensed measurements with the estimate: MLC's llm-perf-bench (Apache-2.0),
// Lambda's diffusers benchmark (MIT), and Argonne's LLM-Inference-Bench (BSD-3; Llama 3 8B with 16
// streams of 1,024 and 1,024 tokens on one card). They are part of the fit too (docs/accuracy.md).
// The test checks that the shipped constants still predict what they were fitted to.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "fit/rows.hpp"
#include "fit/solve.hpp"
#include "support.hpp"

namespace gpupick::fit {
namespace {

TEST_CASE("openly licensed rows lie where the estimate says") {
  const Catalog& catalog = shipped_catalog();
  Rows measured;
  read_rows(project_path("tests/evidence/measured.csv"), catalog, measured);
  CHECK(measured.left_out.empty());
  REQUIRE(measured.rows.size() == 20);
  std::vector<double> errors;
  std::size_t inside = 0;
  fmt::print("{:<16}{:<52}{:>10}{:>10}{:>9}\n", "card", "work", "measured", "estimate", "error");
  for (const Measured& row : measured.rows) {
    const double ratio = std::exp(log_ratio(row, catalog.calibration()));
    const Interval* interval = catalog.calibration().find<Interval>(
        row.job.task == Task::image ? "image-" + std::string(row.job.network->id) : row.workload);
    REQUIRE(interval);
    inside += ratio >= interval->low && ratio <= interval->high;
    errors.push_back(std::fabs(1 / ratio - 1));
    fmt::print(
        "{:<16}{:<52}{:>10.3g}{:>10.3g}{:>7.0f} %\n", row.gpu->id,
        row.job.task == Task::serve ? row.set : fmt::format("{} x {}", row.set, row.job.batch),
        row.value, row.value / ratio, 100 * (1 / ratio - 1));
    CHECK(ratio > 0.6);
    CHECK(ratio < 1.6);
  }
  std::sort(errors.begin(), errors.end());
  CHECK(errors[errors.size() / 2] < 0.15);
  CHECK(inside >= 14);
}

}  // namespace
}  // namespace gpupick::fit
