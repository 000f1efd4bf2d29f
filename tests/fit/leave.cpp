#include "leave.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "physics/inference.hpp"

namespace gpupick::fit {
namespace {

using Pointers = std::vector<const Measured*>;

// Null if no class covers the card.
template <class Class>
Class* training_class(std::span<Class> classes, const Gpu& gpu) {
  for (Class& one : classes)
    if (holds(one, gpu)) return &one;
  return nullptr;
}

template <class Class>
Class* speed_class(std::span<Class> classes, const Measured& row) {
  for (Class& one : classes)
    if (one.engine == row.job.engine->id && holds(one, *row.gpu)) return &one;
  return nullptr;
}

// The geometric mean, or `otherwise` without values.
double mean(const std::vector<double>& values, double otherwise) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return values.empty() ? otherwise : std::exp(sum / static_cast<double>(values.size()));
}

// Gives the class of an engine for several streams the mean of its CUDA classes. Engines with
// pipeline parallelism are skipped: the fit itself gives a class without rows its family's mean.
void forget_speed_class(CalibrationCopy& calibration, const Measured& row) {
  SpeedClass* mine = speed_class(std::span(calibration.of<SpeedClass>()), row);
  if (!mine || row.job.engine->pipeline_parallel) return;
  std::vector<double> decode, reading;
  for (const SpeedClass& other : calibration.of<SpeedClass>())
    if (&other != mine && other.engine == mine->engine && other.cards > 0 &&
        other.stack == "cuda") {
      decode.push_back(other.decode_efficiency);
      reading.push_back(other.prefill_efficiency);
    }
  mine->decode_efficiency = mean(decode, mine->decode_efficiency);
  mine->prefill_efficiency = mean(reading, mine->prefill_efficiency);
  mine->fp8_efficiency.reset();
  for (EngineBuild& one : calibration.of<EngineBuild>())
    for (const EngineBuild& other : calibration.of<EngineBuild>())
      if (one.engine == row.job.engine->id && one.stack == mine->stack &&
          other.engine == one.engine && other.stack == "cuda") {
        one.layer_seconds = other.layer_seconds;
        one.sequence_seconds = other.sequence_seconds;
        one.allreduce_seconds = other.allreduce_seconds;
      }
}

// Gives the class Ampere's shares, which are 1 as the reference, and the mean attention of the
// other classes.
void forget_training_class(CalibrationCopy& calibration, const Measured& row) {
  TrainingClass* mine = training_class(std::span(calibration.of<TrainingClass>()), *row.gpu);
  if (!mine) return;
  mine->matrix = 1;
  if (!is_language(row.job.task)) mine->memory_bandwidth = 1;
  std::vector<double> attention;
  for (const TrainingClass& other : calibration.of<TrainingClass>())
    if (&other != mine && other.pretraining_cards > 0) attention.push_back(other.attention);
  mine->attention = mean(attention, mine->attention);
}

// Sets the constant of the record `id` to the mean of the others. A value of 1 is unmeasured.
template <class Record>
void forget_constant(std::vector<Record>& records, std::string_view id, double Record::*constant) {
  std::vector<double> others;
  for (const Record& one : records)
    if (one.id != id && one.*constant != 1) others.push_back(one.*constant);
  for (Record& one : records)
    if (one.id == id) one.*constant = mean(others, 1);
}

void forget(CalibrationCopy& calibration, const Measured& row, const Pointers& others) {
  const auto none_left = [&](Group group) {
    const std::string mine = group(row, calibration);
    return std::none_of(others.begin(), others.end(),
                        [&](const Measured* other) { return group(*other, calibration) == mine; });
  };
  if (row.workload.starts_with("vision") && row.workload != "vision-training" &&
      none_left(model_of))
    return forget_constant(calibration.of<NetworkInference>(), row.job.network->id,
                           &NetworkInference::activation_bytes);
  if (makes_images(row.job.task) || row.workload.starts_with("vision") ||
      row.job.task == Task::embed)
    return;
  if (row.workload == "fine-tuning") {
    if (none_left(stack_of))
      for (const auto constant : {&FineTuningTrainer::traffic, &FineTuningTrainer::layer_seconds})
        forget_constant(calibration.of<FineTuningTrainer>(), row.job.trainer->id, constant);
  } else if (none_left(class_of)) {
    if (is_training(row.job.task))
      forget_training_class(calibration, row);
    else
      forget_speed_class(calibration, row);
  }
}

std::vector<Predicted> predicted_of(const Pointers& rows, const Calibration& calibration) {
  std::vector<Predicted> out;
  for (const Measured* row : rows) out.push_back({row, std::exp(log_ratio(*row, calibration))});
  return out;
}

}  // namespace

std::string card_of(const Measured& row, const Calibration&) { return std::string(row.gpu->id); }

std::string computer_of(const Measured& row, const Calibration&) {
  return fmt::format("{} {} {}", row.source, row.gpu->id, row.host_gb_s);
}

std::string model_of(const Measured& row, const Calibration&) {
  return std::string(row.job.model ? row.job.model->id : row.job.network->id);
}

std::string class_of(const Measured& row, const Calibration& calibration) {
  if (!is_inference(row.job.task)) {
    const TrainingClass* one = training_class(calibration.of<TrainingClass>(), *row.gpu);
    return std::string(one ? one->id : "");
  }
  const SpeedClass* one = speed_class(calibration.of<SpeedClass>(), row);
  return std::string(one ? one->id : "");
}

std::string architecture_of(const Measured& row, const Calibration&) {
  return std::string(row.gpu->architecture.value_or(""));
}

std::string source_of(const Measured& row, const Calibration&) { return row.source; }

std::string stack_of(const Measured& row, const Calibration&) {
  return std::string(row.job.trainer->id);
}

std::vector<Predicted> leave_out(const Pointers& judged, const std::vector<Stage>& stages,
                                 const Calibration& whole, Group group) {
  if (!group) return predicted_of(judged, whole);
  std::map<std::string, Pointers> groups;
  for (const Measured* row : judged) groups[group(*row, whole)].push_back(row);
  std::vector<Predicted> predicted;
  for (const auto& [name, mine] : groups) {
    std::vector<Stage> without = stages;
    Pointers others;
    for (Stage& stage : without) {
      std::erase_if(stage.rows,
                    [&, &name = name](const Measured* row) { return group(*row, whole) == name; });
      others.insert(others.end(), stage.rows.begin(), stage.rows.end());
    }
    CalibrationCopy calibration = whole;
    for (const Stage& stage : without)
      calibration = fitted(calibration, stage.parameters, stage.rows);
    for (const Measured* row : mine) forget(calibration, *row, others);
    std::vector<Predicted> these = predicted_of(mine, calibration);
    for (Predicted& one : these) one.weight = 1 / static_cast<double>(mine.size());
    predicted.insert(predicted.end(), these.begin(), these.end());
  }
  return predicted;
}

}  // namespace gpupick::fit
