#include "catalog/read_calibration.hpp"

#include <initializer_list>
#include <type_traits>

#include "catalog/gpu.hpp"

namespace gpupick {
namespace {

// A number that must be above zero.
double positive(Fields& fields, std::string_view key) {
  const double value = fields.required_number(key);
  if (!(value > 0 && value < 1e12))
    fields.report_at(Rule::implausible_value, key, "'" + std::string(key) + "' must be above zero");
  return value;
}

// The same of a number that may be absent.
std::optional<double> optional_positive(Fields& fields, std::string_view key) {
  if (!fields.number(key)) return {};
  return positive(fields, key);
}

// A number from zero up.
double checked_not_negative(Fields& fields, std::string_view key, double value) {
  if (!(value >= 0 && value < 1e12))
    fields.report_at(Rule::implausible_value, key,
                     "'" + std::string(key) + "' must not be below zero");
  return value;
}

// Zero where the key is absent.
double not_negative(Fields& fields, std::string_view key) {
  return checked_not_negative(fields, key, fields.number(key).value_or(0));
}

// A constant of a law: its key and the member of the same name.
template <class Law>
struct Constant {
  std::string_view key;
  double Law::*member;
};

// Constants of a law, none of which may be absent.
template <class Law>
void read_constants(Fields& fields, Law& out,
                    std::initializer_list<Constant<std::type_identity_t<Law>>> constants) {
  for (const auto& [key, member] : constants)
    out.*member = checked_not_negative(fields, key, fields.required_number(key));
}

}  // namespace

Engine read_engine(Fields& fields) {
  Engine out;
  out.id = fields.required_text("id");
  out.like = fields.text("like").value_or("");
  for (const auto& [key, value] :
       {std::pair("backend_gib", &out.backend_gib), std::pair("usable_share", &out.usable_share),
        std::pair("unified_share", &out.unified_share), std::pair("batch", &out.batch),
        std::pair("cache_block", &out.cache_block), std::pair("state_bytes", &out.state_bytes),
        std::pair("power_exponent", &out.power_exponent),
        std::pair("tflops_per_watt", &out.tflops_per_watt), std::pair("f16_gain", &out.f16_gain),
        std::pair("link_efficiency", &out.link_efficiency)})
    *value = positive(fields, key);
  for (const auto& [key, value] :
       {std::pair("hidden_bytes", &out.hidden_bytes), std::pair("ffn_bytes", &out.ffn_bytes),
        std::pair("logit_bytes", &out.logit_bytes)})
    *value = not_negative(fields, key);
  out.score_bytes = optional_positive(fields, "score_bytes");
  out.cache_copies = optional_positive(fields, "cache_copies");
  if (fields.number("live_caches")) out.live_caches = positive(fields, "live_caches");
  out.gguf = fields.flag("gguf").value_or(false);
  out.embedding_on_host = fields.flag("embedding_on_host").value_or(false);
  out.half_accumulate = fields.flag("half_accumulate").value_or(false);
  out.overlaps = fields.flag("overlaps").value_or(false);
  out.pipeline_parallel = fields.flag("pipeline_parallel").value_or(false);
  if (out.pipeline_parallel)
    for (const auto& [key, value] :
         {std::pair("split_2", &out.split_2), std::pair("split_4", &out.split_4),
          std::pair("split_8", &out.split_8),
          std::pair("pipeline_exponent", &out.pipeline_exponent)})
      *value = positive(fields, key);
  out.source = fields.required_text("source");
  return out;
}

namespace {

constexpr std::string_view memory_words[] = {"hbm", "other"};

}  // namespace

SpeedClass read_speed_class(Fields& fields) {
  SpeedClass out;
  out.id = fields.required_text("id");
  out.engine = fields.required_text("engine");
  out.stack = fields.required_text("stack", find_figure("stack")->choices);
  out.architectures = fields.texts("architectures").value_or(std::vector<std::string>{});
  out.like = fields.text("like").value_or("");
  out.note = fields.text("note").value_or("");
  out.memory = fields.text("memory", memory_words).value_or("");
  out.tensor = fields.flag("tensor");
  out.decode_efficiency = positive(fields, "decode_efficiency");
  out.prefill_efficiency = positive(fields, "prefill_efficiency");
  out.fp8_efficiency = optional_positive(fields, "fp8_efficiency");
  out.cards = fields.required_number("cards");
  return out;
}

EngineBuild read_engine_build(Fields& fields) {
  EngineBuild out;
  out.id = fields.required_text("id");
  out.engine = fields.required_text("engine");
  out.stack = fields.required_text("stack", find_figure("stack")->choices);
  out.from = fields.required_date("from");
  out.layer_seconds = positive(fields, "layer_seconds");
  out.sequence_seconds = not_negative(fields, "sequence_seconds");
  out.allreduce_seconds = not_negative(fields, "allreduce_seconds");
  out.attention_share = positive(fields, "attention_share");
  return out;
}

TrainingClass read_training_class(Fields& fields) {
  TrainingClass out;
  out.id = fields.required_text("id");
  fields.require("architectures");
  out.architectures = fields.texts("architectures").value_or(std::vector<std::string>{});
  out.memory = fields.text("memory", memory_words).value_or("");
  out.first_tensor_cores = fields.flag("first_tensor_cores").value_or(false);
  if (fields.number("matrix")) out.matrix = positive(fields, "matrix");
  out.memory_bandwidth = positive(fields, "memory_bandwidth");
  out.attention = positive(fields, "attention");
  out.cards = fields.required_number("cards");
  out.pretraining_cards = fields.number("pretraining_cards").value_or(0);
  out.tuning_cards = fields.number("tuning_cards").value_or(0);
  return out;
}

ImageClass read_image_class(Fields& fields) {
  ImageClass out;
  out.id = fields.required_text("id");
  out.stack = fields.text("stack", find_figure("stack")->choices).value_or("");
  out.architectures = fields.texts("architectures").value_or(std::vector<std::string>{});
  out.tensor = fields.flag("tensor");
  out.factor = positive(fields, "factor");
  out.cards = fields.required_number("cards");
  return out;
}

FineTuningStack read_fine_tuning_stack(Fields& fields) {
  FineTuningStack out;
  out.id = fields.required_text("id");
  read_constants(fields, out,
                 {{"slowdown", &FineTuningStack::slowdown},
                  {"layer_seconds", &FineTuningStack::layer_seconds}});
  out.source = fields.required_text("source");
  return out;
}

DequantisedFormat read_dequantised_format(Fields& fields) {
  DequantisedFormat out;
  out.id = fields.required_text("id");
  read_constants(fields, out, {{"dequantise_bytes", &DequantisedFormat::dequantise_bytes}});
  out.source = fields.required_text("source");
  return out;
}

Optimizer read_optimizer(Fields& fields) {
  Optimizer out;
  out.id = fields.required_text("id");
  read_constants(fields, out,
                 {{"bytes_16", &Optimizer::bytes_16}, {"bytes_32", &Optimizer::bytes_32}});
  out.adapts = fields.flag("adapts").value_or(false);
  out.step_bytes = optional_positive(fields, "step_bytes");
  out.source = fields.required_text("source");
  return out;
}

NetworkTraining read_network_training(Fields& fields) {
  NetworkTraining out;
  out.id = fields.required_text("id");
  read_constants(fields, out,
                 {{"gflop", &NetworkTraining::gflop},
                  {"gbyte", &NetworkTraining::gbyte},
                  {"bytes_fp32", &NetworkTraining::bytes_fp32},
                  {"step_seconds", &NetworkTraining::step_seconds},
                  {"exchange_gb", &NetworkTraining::exchange_gb},
                  {"gib_less", &NetworkTraining::gib_less},
                  {"batch_per_gib", &NetworkTraining::batch_per_gib},
                  {"gib_less_32", &NetworkTraining::gib_less_32},
                  {"batch_per_gib_32", &NetworkTraining::batch_per_gib_32}});
  out.before_ampere = optional_positive(fields, "before_ampere");
  out.source = fields.required_text("source");
  return out;
}

TrainingConstants read_training_constants(Fields& fields) {
  TrainingConstants out;
  out.id = fields.required_text("id");
  read_constants(fields, out,
                 {{"vector_fp32", &TrainingConstants::vector_fp32},
                  {"matrix", &TrainingConstants::matrix},
                  {"matrix_fp8", &TrainingConstants::matrix_fp8},
                  {"activation_bytes", &TrainingConstants::activation_bytes},
                  {"node_gb_s", &TrainingConstants::node_gb_s},
                  {"network_gb_s", &TrainingConstants::network_gb_s},
                  {"module_gb_s", &TrainingConstants::module_gb_s},
                  {"pcie_gb_s", &TrainingConstants::pcie_gb_s},
                  {"consumer_gb_s", &TrainingConstants::consumer_gb_s},
                  {"consumer_crowd", &TrainingConstants::consumer_crowd},
                  {"consumer_few", &TrainingConstants::consumer_few},
                  {"devices_per_node", &TrainingConstants::devices_per_node}});
  out.source = fields.required_text("source");
  return out;
}

FineTuningConstants read_fine_tuning_constants(Fields& fields) {
  FineTuningConstants out;
  out.id = fields.required_text("id");
  read_constants(fields, out,
                 {{"attention", &FineTuningConstants::attention},
                  {"full_step", &FineTuningConstants::full_step},
                  {"dequantise_bytes", &FineTuningConstants::dequantise_bytes},
                  {"several_cards", &FineTuningConstants::several_cards}});
  out.source = fields.required_text("source");
  return out;
}

TrainingMemory read_training_memory(Fields& fields) {
  TrainingMemory out;
  out.id = fields.required_text("id");
  read_constants(fields, out,
                 {{"norm_units_32", &TrainingMemory::norm_units_32},
                  {"norm_units_16", &TrainingMemory::norm_units_16},
                  {"attention_units", &TrainingMemory::attention_units},
                  {"repeat_units", &TrainingMemory::repeat_units},
                  {"gated_units", &TrainingMemory::gated_units},
                  {"plain_units", &TrainingMemory::plain_units},
                  {"qk_norm_units", &TrainingMemory::qk_norm_units},
                  {"pretraining_units", &TrainingMemory::pretraining_units},
                  {"score_bytes", &TrainingMemory::score_bytes},
                  {"logit_bytes", &TrainingMemory::logit_bytes},
                  {"pretraining_logit_bytes", &TrainingMemory::pretraining_logit_bytes},
                  {"dequantised_factor", &TrainingMemory::dequantised_factor},
                  {"runtime_gib", &TrainingMemory::runtime_gib},
                  {"usable_share", &TrainingMemory::usable_share},
                  {"unified_share", &TrainingMemory::unified_share}});
  out.source = fields.required_text("source");
  return out;
}

NetworkMemory read_network_memory(Fields& fields) {
  NetworkMemory out;
  out.id = fields.required_text("id");
  read_constants(fields, out,
                 {{"usable_share", &NetworkMemory::usable_share},
                  {"unified_share", &NetworkMemory::unified_share},
                  {"denoised_gib", &NetworkMemory::denoised_gib},
                  {"denoised_gib_32", &NetworkMemory::denoised_gib_32},
                  {"decoded_gib", &NetworkMemory::decoded_gib},
                  {"decoded_gib_32", &NetworkMemory::decoded_gib_32},
                  {"score_bytes", &NetworkMemory::score_bytes},
                  {"score_bytes_32", &NetworkMemory::score_bytes_32},
                  {"runtime_gib", &NetworkMemory::runtime_gib},
                  {"state_bytes", &NetworkMemory::state_bytes},
                  {"encoder_state_bytes", &NetworkMemory::encoder_state_bytes},
                  {"layer_bytes", &NetworkMemory::layer_bytes},
                  {"layer_bytes_32", &NetworkMemory::layer_bytes_32},
                  {"square_bytes", &NetworkMemory::square_bytes},
                  {"square_bytes_32", &NetworkMemory::square_bytes_32}});
  out.source = fields.required_text("source");
  return out;
}

ImageConstants read_image_constants(Fields& fields) {
  ImageConstants out;
  out.id = fields.required_text("id");
  read_constants(fields, out,
                 {{"efficiency", &ImageConstants::efficiency},
                  {"power_exponent", &ImageConstants::power_exponent},
                  {"tflops_per_watt", &ImageConstants::tflops_per_watt},
                  {"gigabytes_per_step", &ImageConstants::gigabytes_per_step},
                  {"step_seconds", &ImageConstants::step_seconds},
                  {"reference_gmacs", &ImageConstants::reference_gmacs},
                  {"reference_evaluations", &ImageConstants::reference_evaluations},
                  {"decoder_gmacs", &ImageConstants::decoder_gmacs},
                  {"decoder_resolution", &ImageConstants::decoder_resolution},
                  {"eager", &ImageConstants::eager}});
  out.source = fields.required_text("source");
  return out;
}

OffloadConstants read_offload_constants(Fields& fields) {
  OffloadConstants out;
  out.id = fields.required_text("id");
  read_constants(fields, out,
                 {{"host_efficiency", &OffloadConstants::host_efficiency},
                  {"usual_host_gb_s", &OffloadConstants::usual_host_gb_s},
                  {"bus_efficiency", &OffloadConstants::bus_efficiency}});
  out.source = fields.required_text("source");
  return out;
}

ServingConstants read_serving_constants(Fields& fields) {
  ServingConstants out;
  out.id = fields.required_text("id");
  read_constants(fields, out, {{"most_streams", &ServingConstants::most_streams}});
  out.source = fields.required_text("source");
  return out;
}

Interval read_interval(Fields& fields) {
  Interval out{fields.required_text("id"), positive(fields, "low"), positive(fields, "high"),
               fields.required_number("rows"), fields.flag("guess").value_or(false)};
  if (out.low > out.high)
    fields.report_at(Rule::implausible_value, "low", "'low' must not be above 'high'");
  return out;
}

}  // namespace gpupick
