// Fits data/calibration.json to published measurements, and prints the errors.
//
//   gpupick_fit [--check | [--leave-one-gpu-out] [--write]] CSV...
//
// Without --write it changes no file. With --check it fails if fitting again would change a
// constant. workloads.cpp lists the fits. checks.cpp lists what is left out of them in turn: the
// card, or only the model or the software stack if there is one card. Constants of workloads
// without rows stay as they are.
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <set>

#include "base/error.hpp"
#include "constants.hpp"
#include "physics/inference.hpp"
#include "physics/pass.hpp"
#include "report.hpp"
#include "support.hpp"
#include "tool.hpp"

namespace gpupick::fit {
namespace {

// Sets the number of measured cards of each class.
void count_cards(CalibrationCopy& calibration, const std::vector<const Measured*>& rows) {
  std::map<std::string_view, std::set<const Gpu*>> cards;
  for (const Measured* row : rows)
    if (const auto constants =
            constants_for(*row->gpu, *row->job.engine, calibration, row->stack, row->day))
      cards[constants->speed_class->id].insert(row->gpu);
  for (SpeedClass& one : calibration.of<SpeedClass>())
    if (cards.contains(one.id)) one.cards = static_cast<double>(cards[one.id].size());
}

void count_image_cards(CalibrationCopy& calibration, const std::vector<const Measured*>& rows,
                       double ImageClass::*count) {
  std::map<std::string_view, std::set<const Gpu*>> cards;
  for (const Measured* row : rows)
    if (const ImageClass* one = class_of(*row->gpu, Calibration(calibration).of<ImageClass>()))
      cards[one->id].insert(row->gpu);
  for (ImageClass& one : calibration.of<ImageClass>())
    if (cards.contains(one.id)) one.*count = static_cast<double>(cards[one.id].size());
}

// Gives unmeasured classes and trainers the constants of the measured ones that they follow.
void follow(CalibrationCopy& calibration, const Calibration& before) {
  const std::vector<Parameter> shares = shares_of_classes(calibration);
  const auto class_of_share = [&](std::size_t p) -> const SpeedClass& {
    return *std::ranges::find_if(calibration.of<SpeedClass>(), [&](const SpeedClass& one) {
      return shares[p].name.starts_with(std::string(one.id) + " ");
    });
  };
  const auto measured = [&](std::size_t p) { return class_of_share(p).cards > 0; };
  for (std::size_t p = 0; p < shares.size(); ++p) {
    if (measured(p) || class_of_share(p).like.empty()) continue;  // measured, or set by judgement
    if (const auto mean = family_mean(shares, p, calibration, measured))
      shares[p].in(calibration) = std::exp(*mean);
  }
  for (FineTuningTrainer& one : calibration.of<FineTuningTrainer>())
    for (const FineTuningTrainer& other : calibration.of<FineTuningTrainer>())
      if (one.like == other.id) {
        one.traffic = other.traffic;
        one.layer_seconds = other.layer_seconds;
        one.full_step = other.full_step;
      }
  for (std::size_t i = 0; i < before.of<TrainingClass>().size(); ++i)
    for (std::size_t k = 0; k < before.of<TrainingClass>().size(); ++k)
      if (before.of<TrainingClass>()[i].pretraining_cards == 0 &&
          before.of<TrainingClass>()[k].pretraining_cards > 0 &&
          before.of<TrainingClass>()[i].attention == before.of<TrainingClass>()[k].attention)
        calibration.of<TrainingClass>()[i].attention = calibration.of<TrainingClass>()[k].attention;
  for (std::size_t i = 0; i < before.of<ImageClass>().size(); ++i)
    for (std::size_t k = 0; k < before.of<ImageClass>().size(); ++k)
      if (before.of<ImageClass>()[i].cards == 0 && before.of<ImageClass>()[k].cards > 0 &&
          before.of<ImageClass>()[i].factor == before.of<ImageClass>()[k].factor)
        calibration.of<ImageClass>()[i].factor = calibration.of<ImageClass>()[k].factor;
}

using RowsByName = std::map<std::string, std::vector<const Measured*>>;
using Stages = std::map<std::string, Stage>;

// Runs every fit in order.
Stages fit_all(RowsByName& rows, CalibrationCopy& calibration) {
  Stages stages;
  if (rows.contains("decode")) count_cards(calibration, rows["decode"]);
  if (rows.contains("image")) count_image_cards(calibration, rows["image"], &ImageClass::cards);
  if (rows.contains("video"))
    count_image_cards(calibration, rows["video"], &ImageClass::video_cards);
  for (const ConstantFit& fit : fits()) {
    Stage& stage = stages[fit.name];
    for (const char* kind : fit.rows)
      stage.rows.insert(stage.rows.end(), rows[kind].begin(), rows[kind].end());
    if (stage.rows.empty()) continue;
    stage.parameters = parameters_for(fit, calibration, stage.rows);
    if (!fit.stays) calibration = fitted(calibration, stage.parameters, stage.rows);
  }
  return stages;
}

// True if no constant moved by 2 % or more, which is as much as the rows resolve.
bool at_rest(CalibrationCopy before, CalibrationCopy after) {
  return std::ranges::all_of(constants_of(before), [&](const Constant& one) {
    const double was = one.in(before), is = one.in(after);
    return was == is || std::fabs(std::log(is / was)) < 0.02;
  });
}

// Repeats the fits until no constant moves, since each builds on the constants of the others.
// Returns without a change if they already rest.
Stages fit_to_rest(RowsByName& rows, CalibrationCopy& calibration) {
  constexpr int most_rounds = 12;
  for (int round = 1;; ++round) {
    CalibrationCopy next = calibration;
    Stages stages = fit_all(rows, next);
    round_moved(calibration, next);
    if (at_rest(calibration, next)) return stages;
    if (round == most_rounds) throw Error("the fit does not come to rest");
    calibration = std::move(next);
  }
}

Report check_all(RowsByName& rows, Stages& stages, const Calibration& calibration,
                 bool leaves_out) {
  Report report;
  for (const Check& check : checks()) {
    std::vector<const Measured*> judged;
    for (const char* name : check.rows)
      judged.insert(judged.end(), rows[name].begin(), rows[name].end());
    std::vector<Stage> fits;
    for (const char* name : check.fits) fits.push_back(stages[name]);
    if (!judged.empty())
      report.add(check, leave_out(judged, fits, calibration, leaves_out ? check.group : nullptr));
  }
  return report;
}

// Drops rows without a prediction, since an error of 0 would count as exact.
void drop_unanswered(Rows& rows, const Calibration& calibration) {
  const std::size_t dropped =
      std::erase_if(rows.rows, [&](const Measured& row) { return predict(row, calibration) <= 0; });
  if (dropped > 0) rows.left_out["no estimate, since a figure of the card is not known"] += dropped;
}

// The number of fitted constants and of the rows that they are fitted to.
std::string size_of(const Stages& stages) {
  std::set<std::string> constants;
  std::set<const Measured*> rows;
  for (const auto& [name, stage] : stages) {
    for (const Parameter& one : stage.parameters) constants.insert(one.name);
    rows.insert(stage.rows.begin(), stage.rows.end());
  }
  return fmt::format(
      "\n{} constants are fitted to {} rows; what each kind means is in "
      "[models.md](models.md#constants).\n",
      constants.size(), rows.size());
}

// Throws Error if the file's constants differ from a new fit.
void check_at_rest(CalibrationCopy before, CalibrationCopy after) {
  std::string moved;
  for (const Constant& one : constants_of(before))
    if (one.in(before) != one.in(after))
      moved += fmt::format("{}{} from {} to {}", moved.empty() ? "" : ", ", one.name(),
                           one.in(before), one.in(after));
  if (!moved.empty())
    throw Error("constants move when they are fitted again: " + moved +
                "; build the target refresh_accuracy");
}

int main_of(const std::vector<std::string>& args) {
  bool leaves_out = false, write = false, check = false;
  std::vector<std::string> paths;
  for (const std::string& arg : args) {
    if (arg == "--leave-one-gpu-out")
      leaves_out = true;
    else if (arg == "--write")
      write = true;
    else if (arg == "--check")
      check = true;
    else if (arg.starts_with("-"))
      throw Error("usage: gpupick_fit [--check | [--leave-one-gpu-out] [--write]] CSV...");
    else
      paths.push_back(arg);
  }
  if (paths.empty()) throw Error("give CSV files of measurements");
  Catalog catalog = shipped_catalog();
  catalog.merge(dataset_from(read_text(project_path("tests/fit/models.json"))));
  Rows rows;
  for (const std::string& path : paths) read_rows(path, catalog, rows);
  drop_unanswered(rows, catalog.calibration());
  RowsByName by_name;
  for (const Measured& row : rows.rows) by_name[row.workload].push_back(&row);
  const Calibration before = catalog.calibration();
  CalibrationCopy calibration = before;
  Stages stages = fit_to_rest(by_name, calibration);
  if (check) {
    check_at_rest(before, calibration);
    return 0;
  }
  const Report report = check_all(by_name, stages, calibration, leaves_out);
  const std::string tables = report.tables(rows, leaves_out);
  fmt::print("{}", tables);
  follow(calibration, before);
  if (leaves_out) report.set_intervals(calibration);
  if (!write) return 0;
  const std::string path = project_path("data/calibration.json");
  const std::string text = rewritten(read_text(path), before, calibration);
  std::ofstream(path) << text;
  if (!leaves_out) return 0;
  const std::string page = project_path("docs/accuracy.md");
  write_between(page, "gpupick_fit, in short", report.overview() + size_of(stages));
  write_between(page, "gpupick_fit", tables);
  return 0;
}

}  // namespace
}  // namespace gpupick::fit

int main(int argc, char** argv) {
  return gpupick::fit::run_tool("gpupick_fit", gpupick::fit::main_of, argc, argv);
}
