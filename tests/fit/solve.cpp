#include "solve.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "constants.hpp"
#include "estimate/estimate_parts.hpp"
#include "physics/inference.hpp"
#include "physics/pass.hpp"

namespace gpupick::fit {
namespace {

// If constants are pulled to each other, errors well below this count by their square. With
// absolute errors only, a constant would either fit its rows exactly or not be pulled at all.
constexpr double noise = 0.03;

// Weight of the squared distance to the family's mean, relative to the error of one card.
constexpr double class_pull = 0.5;

// Weight of each row: all rows of a card together weigh one.
std::vector<double> weights_of(const std::vector<const Measured*>& rows) {
  std::map<const Gpu*, double> counts;
  for (const Measured* row : rows) ++counts[row->gpu];
  std::vector<double> weights;
  for (const Measured* row : rows) weights.push_back(1 / counts[row->gpu]);
  return weights;
}

// Lower bound of the GFLOP that training the network takes: forward, and twice that backward, at
// nine tenths of the rate. Known only for vision networks.
double least_work(const std::string& network, const std::vector<Measured>& rows) {
  for (const Measured& row : rows)
    if (row.job.network && network == row.job.network->id && row.job.network->kind == "vision")
      return 6 * row.job.network->forward_gmacs / 0.9;
  return 1e-6;
}

// Adds the constants of images and of training networks.
void add_laws(const Calibration& calibration, const std::vector<Measured>& rows,
              std::vector<Parameter>& all) {
  for (const Constant& one : constants_of(calibration)) {
    const bool of_networks = (one.list == "network_training" && one.key != "exchange_gb") ||
                             one.list == "network_inference" || one.list == "vision";
    if (!of_networks && one.list != "images" && one.key != "vector_fp32") continue;
    const bool bounded = one.key == "bytes_fp32";
    all.push_back({one.name(),
                   one.key == "gflop" ? least_work(one.id, rows)
                   : bounded          ? 1
                                      : 1e-6,
                   bounded ? 3 : 1e6, one.in});
  }
}

// The row with the records of this calibration, whose numbers may differ from those at reading.
Measured bound_to(const Calibration& calibration, Measured row) {
  if (row.job.engine) row.job.engine = &calibration.engine(row.job.engine->id);
  if (row.job.trainer) row.job.trainer = &calibration.fine_tuning_trainer(row.job.trainer->id);
  if (row.job.pretraining_trainer)
    row.job.pretraining_trainer = &calibration.pretraining_trainer(row.job.pretraining_trainer->id);
  if (row.job.optimizer) row.job.optimizer = &calibration.optimizer(row.job.optimizer->id);
  return row;
}

// Predicts a chat on cards that have room for no more than the row says.
double predict_offload(const Measured& row, const Calibration& calibration) {
  JobEstimate chat;
  chat.gpu = row.gpu;
  chat.count = row.count;
  chat.devices = row.count * devices_of(*row.gpu);
  chat.job = row.job;
  chat.need = memory_need(row.job, chat.devices, *row.job.engine);
  chat.usable = chat.need.total() - row.in_host;
  // A prompt does not wait for host memory, so any positive bandwidth will do.
  HostMemory host;
  host.memory_gb_s = std::max(row.host_gb_s, 1.0);
  const auto found = offloaded(chat, calibration, host);
  if (!found) return 0;
  if (row.job.generate > 0) return found->decode.value;
  return found->prompt ? found->prompt->prefill.value : 0;
}

}  // namespace

std::vector<Parameter> shares_of_classes(const Calibration& calibration) {
  std::vector<Parameter> all;
  for (std::size_t i = 0; i < calibration.of<SpeedClass>().size(); ++i) {
    const SpeedClass& one = calibration.of<SpeedClass>()[i];
    if (one.engine != "llama.cpp") continue;
    const std::string family(one.like.empty() ? one.id : one.like);
    // No card reads faster than its memory; the time per layer is fitted separately. Cards with HBM
    // reach similar shares, whoever makes them.
    const bool hbm = one.memory == "hbm";
    all.push_back(
        {std::string(one.id) + " decode_efficiency", 0.2, 0.95,
         [i](CalibrationCopy& c) -> double& { return c.of<SpeedClass>()[i].decode_efficiency; },
         hbm ? "hbm" : family, hbm ? "decode_efficiency of HBM" : "decode_efficiency", class_pull});
    all.push_back(
        {std::string(one.id) + " prefill_efficiency", 0.02, 1.5,
         [i](CalibrationCopy& c) -> double& { return c.of<SpeedClass>()[i].prefill_efficiency; },
         family, "prefill_efficiency", class_pull});
  }
  return all;
}

std::optional<double> family_mean(const std::vector<Parameter>& parameters, std::size_t p,
                                  CalibrationCopy& calibration,
                                  const std::function<bool(std::size_t)>& has_rows) {
  for (const bool any_family : {false, true}) {
    double sum = 0, count = 0;
    for (std::size_t q = 0; q < parameters.size(); ++q)
      if (q != p && has_rows(q) && !parameters[q].family.empty() &&
          parameters[q].kind == parameters[p].kind &&
          (any_family || parameters[q].family == parameters[p].family)) {
        sum += std::log(parameters[q].in(calibration));
        ++count;
      }
    if (count > 0) return sum / count;
    if (has_rows(p)) return {};
  }
  return {};
}

double predict(const Measured& measured, const Calibration& calibration) {
  const Measured row = bound_to(calibration, measured);
  const double devices = row.count * devices_of(*row.gpu);
  if (is_training(row.job.task)) {
    const auto pass = is_language(row.job.task)
                          ? training_pass(*row.gpu, row.job, devices, calibration)
                          : network_pass(*row.gpu, row.job, devices, calibration);
    return pass ? pass->units / devices / pass->total.value : 0;
  }
  if (row.job.task == Task::embed) {
    const auto pass = embedding_pass(*row.gpu, row.job, devices, calibration);
    return pass ? pass->speed() : 0;
  }
  if (row.workload.starts_with("vision")) {
    const auto pass = vision_pass(*row.gpu, row.job, devices, calibration);
    return pass ? pass->units / pass->total.value : 0;
  }
  if (makes_images(row.job.task)) {
    const auto pass = image_pass(*row.gpu, row.job, devices, calibration);
    return pass ? pass->units / pass->total.value : 0;
  }
  if (row.workload.starts_with("serving")) {
    CalibrationCopy then = calibration;  // without builds newer than the row
    std::erase_if(then.of<EngineBuild>(),
                  [&](const EngineBuild& one) { return row.day < one.from; });
    const JobEstimate served = estimate(*row.gpu, row.count, row.job, then);
    const Estimate* speed = served.find(Output::serve);
    return speed ? speed->value / row.count : 0;
  }
  if (row.in_host.value > 0) return predict_offload(row, calibration);
  const auto constants = constants_for(*row.gpu, *row.job.engine, calibration, row.stack, row.day);
  if (!constants) return 0;
  const auto step = decode_step(*row.gpu, row.job, devices, *constants);
  if (row.job.task != Task::serve && row.job.generate > 0)
    return step ? 1 / step->total().value : 0;
  const auto reading = prefill(*row.gpu, row.job, devices, *constants);
  if (row.job.task == Task::serve)  // prompts and answers together
    return step && reading ? row.job.batch * (row.job.prompt + row.job.generate) /
                                 (reading->total() + step->total() * row.job.generate).value
                           : 0;
  return reading ? reading->tokens / reading->total().value : 0;
}

double log_ratio(const Measured& row, const Calibration& calibration) {
  const double predicted = predict(row, calibration);
  return predicted > 0 ? std::log(row.value / predicted) : 0;
}

std::vector<Parameter> parameters_of(const Calibration& calibration,
                                     const std::vector<Measured>& rows) {
  std::vector<Parameter> all = shares_of_classes(calibration);
  for (std::size_t i = 0; i < calibration.of<EngineBuild>().size(); ++i) {
    const EngineBuild& one = calibration.of<EngineBuild>()[i];
    if (one.engine != "llama.cpp") continue;
    const auto add = [&](const char* key, double low, double high, double EngineBuild::*member) {
      all.push_back(
          {std::string(one.id) + " " + key, low, high,
           [i, member](CalibrationCopy& c) -> double& { return c.of<EngineBuild>()[i].*member; },
           std::string(one.stack), key});
    };
    add("layer_seconds", 2e-5, 6e-4, &EngineBuild::layer_seconds);
    // Prompts behind others determine it for the newest build.
    if (std::ranges::any_of(calibration.of<EngineBuild>(), [&](const EngineBuild& other) {
          return other.engine == one.engine && other.stack == one.stack && one.from < other.from;
        }))
      add("attention_share", 0.05, 1, &EngineBuild::attention_share);
    add("cache_share", 0.4, 1, &EngineBuild::cache_share);
    add("expert_share", 0.05, 2, &EngineBuild::expert_share);
  }
  for (std::size_t i = 0; i < calibration.of<Engine>().size(); ++i) {
    if (calibration.of<Engine>()[i].id != "llama.cpp") continue;
    all.push_back({"state_seconds", 1e-6, 5e-4,
                   [i](CalibrationCopy& c) -> double& { return c.of<Engine>()[i].state_seconds; }});
    all.push_back({"step_seconds", 1e-7, 1e-4,
                   [i](CalibrationCopy& c) -> double& { return c.of<Engine>()[i].step_seconds; }});
    if (calibration.of<Engine>()[i].attention_share)
      all.push_back({"llama.cpp attention_share", 0.01, 1, [i](CalibrationCopy& c) -> double& {
                       return *c.of<Engine>()[i].attention_share;
                     }});
    all.push_back({"expert_tile", 1, 200,
                   [i](CalibrationCopy& c) -> double& { return c.of<Engine>()[i].expert_tile; }});
    all.push_back({"routing_operations", 1, 50000, [i](CalibrationCopy& c) -> double& {
                     return c.of<Engine>()[i].routing_operations;
                   }});
    all.push_back({"state_operations", 1, 5000, [i](CalibrationCopy& c) -> double& {
                     return c.of<Engine>()[i].state_operations;
                   }});
    all.push_back({"tflops_per_watt", 0.25, 3, [i](CalibrationCopy& c) -> double& {
                     return c.of<Engine>()[i].tflops_per_watt;
                   }});
    all.push_back({"pipeline_exponent", 0.1, 1, [i](CalibrationCopy& c) -> double& {
                     return c.of<Engine>()[i].pipeline_exponent;
                   }});
    all.push_back({"f16_gain", 1, 2,
                   [i](CalibrationCopy& c) -> double& { return c.of<Engine>()[i].f16_gain; }});
  }
  add_laws(calibration, rows, all);
  for (std::size_t i = 0; i < calibration.of<ImageClass>().size(); ++i) {
    const ImageClass& one = calibration.of<ImageClass>()[i];
    if (one.id == "cuda") continue;  // the reference for the others
    all.push_back({std::string(one.id) + " factor", 1e-6, 1e6,
                   [i](CalibrationCopy& c) -> double& { return c.of<ImageClass>()[i].factor; }});
  }
  for (std::size_t i = 0; i < calibration.of<TrainingClass>().size(); ++i) {
    const TrainingClass& one = calibration.of<TrainingClass>()[i];
    if (one.vision_cards == 0) continue;
    const bool measure = one.vision == 1;  // Ampere is the reference; classes like it stay
    all.push_back({std::string(one.id) + " vision", measure ? 1 : 0.3, measure ? 1 : 2.0,
                   [i](CalibrationCopy& c) -> double& { return c.of<TrainingClass>()[i].vision; },
                   "vision", "vision", class_pull});
  }
  for (std::size_t i = 0; i < calibration.of<TrainingClass>().size(); ++i) {
    const TrainingClass& one = calibration.of<TrainingClass>()[i];
    if (one.id == "ampere" || one.cards == 0) continue;  // the reference, or unmeasured
    all.push_back({std::string(one.id) + " matrix", 0.1, 1,
                   [i](CalibrationCopy& c) -> double& { return c.of<TrainingClass>()[i].matrix; }});
    all.push_back(
        {std::string(one.id) + " memory_bandwidth", 0.5, 1,
         [i](CalibrationCopy& c) -> double& { return c.of<TrainingClass>()[i].memory_bandwidth; }});
  }
  // Rows cannot determine a constant that hardly moves any of them.
  std::vector<Parameter> used;
  for (const Parameter& parameter : all) {
    CalibrationCopy moved = calibration;
    parameter.in(moved) /= 2;
    if (std::any_of(rows.begin(), rows.end(), [&](const Measured& row) {
          const double before = predict(row, calibration);
          return std::fabs(predict(row, moved) - before) > 0.02 * before;
        }))
      used.push_back(parameter);
  }
  return used;
}

CalibrationCopy fitted(CalibrationCopy calibration, const std::vector<Parameter>& parameters,
                       const std::vector<const Measured*>& rows) {
  const std::vector<double> weights = weights_of(rows);
  // The rows that each constant moves.
  std::vector<std::vector<std::size_t>> moved(parameters.size());
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    CalibrationCopy other = calibration;
    parameters[p].in(other) *= 0.9;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (predict(*rows[i], other) != predict(*rows[i], calibration)) moved[p].push_back(i);
  }
  const auto has_rows = [&](std::size_t p) { return !moved[p].empty(); };
  const bool drawn = std::ranges::any_of(parameters, [](const Parameter& p) { return p.pull > 0; });
  const double rounding = drawn ? noise : 0;
  const auto error = [&](std::size_t p) {
    double sum = 0;
    for (const std::size_t i : moved[p])
      sum += weights[i] * std::hypot(log_ratio(*rows[i], calibration), rounding);
    if (parameters[p].pull == 0) return sum;
    const double away = std::log(parameters[p].in(calibration)) -
                        family_mean(parameters, p, calibration, has_rows)
                            .value_or(std::log(parameters[p].in(calibration)));
    return sum + parameters[p].pull * away * away;
  };
  double step = 0.2;
  while (step > 0.002) {
    bool better = false;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      if (!has_rows(p)) continue;
      double& value = parameters[p].in(calibration);
      double least = error(p);
      for (const double factor : {1 + step, 1 / (1 + step)}) {
        const double before = value;
        value = std::clamp(value * factor, parameters[p].low, parameters[p].high);
        const double now = error(p);
        if (now < least - 1e-9) {
          least = now;
          better = true;
          break;
        }
        value = before;
      }
    }
    if (!better) step /= 2;
  }
  for (std::size_t p = 0; p < parameters.size(); ++p)
    if (const auto mean = family_mean(parameters, p, calibration, has_rows);
        !has_rows(p) && mean && !parameters[p].family.empty())
      parameters[p].in(calibration) = std::exp(*mean);
  return calibration;
}

}  // namespace gpupick::fit
