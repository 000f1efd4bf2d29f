#include "constants.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"

namespace gpupick::fit {
namespace {

using Json = nlohmann::ordered_json;

template <class Record>
using Keys = std::vector<std::pair<const char*, double Record::*>>;
template <class Record>
using OptionalKeys = std::vector<std::pair<const char*, std::optional<double> Record::*>>;

template <class Record>
void add(const Keys<Record>& keys, const Calibration& calibration, std::vector<Constant>& out) {
  const auto records = calibration.of<Record>();
  for (std::size_t i = 0; i < records.size(); ++i)
    for (const auto& [key, member] : keys)
      out.push_back({std::string(Record::list), std::string(records[i].id), key,
                     [i, member = member](CalibrationCopy& c) -> double& {
                       return c.of<Record>()[i].*member;
                     }});
}

// Adds those optional numbers that are present.
template <class Record>
void add_optional(const OptionalKeys<Record>& keys, const Calibration& calibration,
                  std::vector<Constant>& out) {
  const auto records = calibration.of<Record>();
  for (std::size_t i = 0; i < records.size(); ++i)
    for (const auto& [key, member] : keys)
      if (records[i].*member)
        out.push_back({std::string(Record::list), std::string(records[i].id), key,
                       [i, member = member](CalibrationCopy& c) -> double& {
                         return *(c.of<Record>()[i].*member);
                       }});
}

Json& record_of(Json& file, const Constant& constant) {
  for (Json& record : file[constant.list])
    if (record["id"] == constant.id) return record;
  throw Error("the file has no " + constant.id);
}

void add_laws(const Calibration& calibration, std::vector<Constant>& out) {
  add<VisionConstants>({{"matrix", &VisionConstants::matrix},
                        {"compiled", &VisionConstants::compiled},
                        {"training_work", &VisionConstants::training_work},
                        {"training_traffic", &VisionConstants::training_traffic}},
                       calibration, out);
  add<EmbeddingConstants>({{"matrix", &EmbeddingConstants::matrix},
                           {"attention", &EmbeddingConstants::attention},
                           {"activation_bytes", &EmbeddingConstants::activation_bytes},
                           {"gated_activation_bytes", &EmbeddingConstants::gated_activation_bytes},
                           {"layer_seconds", &EmbeddingConstants::layer_seconds},
                           {"gated_layer_seconds", &EmbeddingConstants::gated_layer_seconds}},
                          calibration, out);
  add<NetworkInference>({{"activation_bytes", &NetworkInference::activation_bytes}}, calibration,
                        out);
  add<FineTuningConstants>({{"attention", &FineTuningConstants::attention},
                            {"adapter_bytes", &FineTuningConstants::adapter_bytes},
                            {"dequantise_bytes", &FineTuningConstants::dequantise_bytes},
                            {"several_cards", &FineTuningConstants::several_cards}},
                           calibration, out);
  add<FineTuningTrainer>({{"traffic", &FineTuningTrainer::traffic},
                          {"layer_seconds", &FineTuningTrainer::layer_seconds},
                          {"full_step", &FineTuningTrainer::full_step}},
                         calibration, out);
  add<PretrainingTrainer>({{"expert_bytes", &PretrainingTrainer::expert_bytes}}, calibration, out);
  add_optional<PretrainingTrainer>({{"attention", &PretrainingTrainer::attention},
                                    {"activation_bytes", &PretrainingTrainer::activation_bytes},
                                    {"matrix_fp8", &PretrainingTrainer::matrix_fp8}},
                                   calibration, out);
  add<DequantisedFormat>({{"dequantise_bytes", &DequantisedFormat::dequantise_bytes}}, calibration,
                         out);
  add<ImageConstants>({{"efficiency", &ImageConstants::efficiency},
                       {"tflops_per_watt", &ImageConstants::tflops_per_watt},
                       {"gigabytes_per_step", &ImageConstants::gigabytes_per_step},
                       {"step_seconds", &ImageConstants::step_seconds},
                       {"eager", &ImageConstants::eager},
                       {"attention_share", &ImageConstants::attention_share},
                       {"compiled", &ImageConstants::compiled},
                       {"fp8", &ImageConstants::fp8}},
                      calibration, out);
  add<OffloadConstants>({{"host_efficiency", &OffloadConstants::host_efficiency},
                         {"bus_efficiency", &OffloadConstants::bus_efficiency}},
                        calibration, out);
  add_optional<OffloadConstants>({{"copy_gb_s", &OffloadConstants::copy_gb_s}}, calibration, out);
  add<ServingConstants>({{"activation_bytes", &ServingConstants::activation_bytes},
                         {"unpacked_share", &ServingConstants::unpacked_share}},
                        calibration, out);
  add<NetworkTraining>({{"gflop", &NetworkTraining::gflop},
                        {"gbyte", &NetworkTraining::gbyte},
                        {"bytes_fp32", &NetworkTraining::bytes_fp32},
                        {"step_seconds", &NetworkTraining::step_seconds},
                        {"exchange_gb", &NetworkTraining::exchange_gb}},
                       calibration, out);
  add_optional<NetworkTraining>({{"before_ampere", &NetworkTraining::before_ampere}}, calibration,
                                out);
  add<TrainingConstants>({{"vector_fp32", &TrainingConstants::vector_fp32},
                          {"matrix", &TrainingConstants::matrix},
                          {"matrix_fp8", &TrainingConstants::matrix_fp8},
                          {"activation_bytes", &TrainingConstants::activation_bytes},
                          {"node_gb_s", &TrainingConstants::node_gb_s},
                          {"network_gb_s", &TrainingConstants::network_gb_s},
                          {"module_gb_s", &TrainingConstants::module_gb_s},
                          {"pcie_gb_s", &TrainingConstants::pcie_gb_s},
                          {"consumer_gb_s", &TrainingConstants::consumer_gb_s},
                          {"consumer_crowd", &TrainingConstants::consumer_crowd}},
                         calibration, out);
}

// Adds a blank after each comma and colon.
std::string spaced(const std::string& line) {
  std::string out;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    out += c;
    if (!quoted && (c == ',' || c == ':')) out += ' ';
  }
  return out;
}

}  // namespace

std::vector<Constant> constants_of(const Calibration& calibration) {
  std::vector<Constant> out;
  add<SpeedClass>({{"decode_efficiency", &SpeedClass::decode_efficiency},
                   {"prefill_efficiency", &SpeedClass::prefill_efficiency},
                   {"cards", &SpeedClass::cards}},
                  calibration, out);
  add_optional<SpeedClass>({{"fp8_efficiency", &SpeedClass::fp8_efficiency}}, calibration, out);
  add<EngineBuild>({{"layer_seconds", &EngineBuild::layer_seconds},
                    {"sequence_seconds", &EngineBuild::sequence_seconds},
                    {"allreduce_seconds", &EngineBuild::allreduce_seconds},
                    {"attention_share", &EngineBuild::attention_share},
                    {"cache_share", &EngineBuild::cache_share},
                    {"expert_share", &EngineBuild::expert_share},
                    {"matrix_share", &EngineBuild::matrix_share}},
                   calibration, out);
  add<Engine>(
      {
          {"tflops_per_watt", &Engine::tflops_per_watt},
          {"pipeline_exponent", &Engine::pipeline_exponent},
          {"f16_gain", &Engine::f16_gain},
          {"state_seconds", &Engine::state_seconds},
          {"step_seconds", &Engine::step_seconds},
          {"draft_seconds", &Engine::draft_seconds},
          {"vector_share", &Engine::vector_share},
          {"tile", &Engine::tile},
          {"expert_tile", &Engine::expert_tile},
          {"state_operations", &Engine::state_operations},
          {"routing_operations", &Engine::routing_operations},
      },
      calibration, out);
  add_optional<Engine>(
      {{"cache_copies", &Engine::cache_copies}, {"attention_share", &Engine::attention_share}},
      calibration, out);
  add<TrainingClass>({{"matrix", &TrainingClass::matrix},
                      {"memory_bandwidth", &TrainingClass::memory_bandwidth},
                      {"attention", &TrainingClass::attention},
                      {"vision", &TrainingClass::vision}},
                     calibration, out);
  add<ImageClass>({{"factor", &ImageClass::factor},
                   {"cards", &ImageClass::cards},
                   {"video_cards", &ImageClass::video_cards}},
                  calibration, out);
  add<Interval>({{"low", &Interval::low}, {"high", &Interval::high}, {"rows", &Interval::rows}},
                calibration, out);
  add_laws(calibration, out);
  return out;
}

void round_moved(CalibrationCopy before, CalibrationCopy& after) {
  for (const Constant& constant : constants_of(before))
    if (double& value = constant.in(after); value != constant.in(before))
      value = std::stod(fmt::format("{:.3g}", value));
}

std::string rewritten(const std::string& text, CalibrationCopy before, CalibrationCopy after) {
  Json file = Json::parse(text);
  round_moved(before, after);
  for (const Constant& constant : constants_of(before)) {
    if (constant.in(before) == constant.in(after)) continue;
    const double shown = constant.in(after);
    Json& value = record_of(file, constant)[constant.key];
    if (shown == std::floor(shown))
      value = static_cast<long>(shown);
    else
      value = shown;
  }
  // One record a line.
  std::string out = "{\n";
  for (auto list = file.begin(); list != file.end(); ++list) {
    out += fmt::format("{}  \"{}\": [\n", list == file.begin() ? "" : ",\n", list.key());
    for (std::size_t i = 0; i < list->size(); ++i)
      out += "    " + spaced(list.value()[i].dump(-1, ' ', false)) +
             (i + 1 < list->size() ? ",\n" : "\n");
    out += "  ]";
  }
  return out + "\n}\n";
}

}  // namespace gpupick::fit
