// Fitting of constants (fit/solve.hpp), on rows made from the fixed catalog.
#include <cmath>

#include "catch.hpp"
#include "fit/solve.hpp"
#include "job/usual_job.hpp"
#include "support.hpp"

namespace gpupick::fit {
namespace {

// Returns a decode measurement on the card, `factor` times as fast as the fixed catalog's constants
// predict.
Measured decoding(const char* card, double factor) {
  const Catalog& catalog = fixed_catalog();
  Measured row;
  row.gpu = &catalog.find_gpu(card);
  row.job = usual_job(Task::chat, catalog.find_model("llama-3.1-8b"), catalog);
  row.job.batch = 1;
  row.job.prompt = 0;
  row.job.generate = 128;
  row.day = {2026, 1, 1};
  row.workload = "decode";
  row.value = factor * predict(row, catalog.calibration());
  return row;
}

// Returns the constants with only the bandwidth shares fitted to the rows.
CalibrationCopy fitted_to(const std::vector<Measured>& rows) {
  const Calibration& before = fixed_catalog().calibration();
  std::vector<Parameter> shares;
  for (const Parameter& one : parameters_of(
           before, {decoding("rtx-4090", 1), decoding("rtx-3090", 1), decoding("rtx-5090", 1)}))
    if (one.kind == "decode_efficiency") shares.push_back(one);
  REQUIRE(shares.size() == 3);
  std::vector<const Measured*> pointers;
  for (const Measured& row : rows) pointers.push_back(&row);
  return fitted(before, shares, pointers);
}

double share_of(const Calibration& calibration, std::string_view id) {
  for (const SpeedClass& one : calibration.of<SpeedClass>())
    if (one.id == id) return one.decode_efficiency;
  return 0;
}

TEST_CASE("a class with one card is pulled towards its family") {
  const std::vector<Measured> rows = {decoding("rtx-4090", 1), decoding("rtx-3090", 1),
                                      decoding("rtx-5090", 0.7)};
  const CalibrationCopy calibration = fitted_to(rows);
  CHECK(log_ratio(rows[2], calibration) < -0.01);
  CHECK(share_of(calibration, "blackwell") < share_of(calibration, "ada"));
  CHECK(share_of(calibration, "blackwell") < share_of(calibration, "ampere"));
}

TEST_CASE("a class without rows gets the mean of its family") {
  const CalibrationCopy calibration =
      fitted_to({decoding("rtx-4090", 0.9), decoding("rtx-3090", 0.8)});
  CHECK(share_of(calibration, "blackwell") ==
        Approx(std::sqrt(share_of(calibration, "ada") * share_of(calibration, "ampere"))));
}

}  // namespace
}  // namespace gpupick::fit
