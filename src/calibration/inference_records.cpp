// Fields of the records of inference.hpp.
#include "calibration/inference.hpp"
#include "calibration/ranges.hpp"
#include "models/model.hpp"

namespace gpupick {

std::span<const Field> Engine::fields() {
  static constexpr auto table = sourced<Engine>({
      {"aliases", &Engine::aliases},
      {"like", &Engine::like, {.refers_to = "engines"}},
      {"software", &Engine::software, {.required = true}},
      {"backend_gib", &Engine::backend_gib, required(range::gib)},
      {"usable_share", &Engine::usable_share, required(range::share)},
      {"unified_share", &Engine::unified_share, required(range::share)},
      {"batch", &Engine::batch, required(range::count)},
      {"hidden_bytes", &Engine::hidden_bytes, range::bytes},
      {"ffn_bytes", &Engine::ffn_bytes, range::bytes},
      {"logit_bytes", &Engine::logit_bytes, range::state_bytes},
      {"score_bytes", &Engine::score_bytes, range::bytes},
      {"cache_block", &Engine::cache_block, required(range::count)},
      {"cache_fill", &Engine::cache_fill, range::share},
      {"live_caches", &Engine::live_caches, range::count},
      {"state_bytes", &Engine::state_bytes, required(range::bytes)},
      {"files", &Engine::files, {.choices = file_words}},
      {"formats", &Engine::formats, {.refers_to = "quantisations"}},
      {"embedding_on_host", &Engine::embedding_on_host},
      {"pipeline_parallel", &Engine::pipeline_parallel},
      {"guess", &Engine::guess},
      {"serves", &Engine::serves},
      {"latent_prompts", &Engine::latent_prompts},
      {"half_accumulate", &Engine::half_accumulate},
      {"overlaps", &Engine::overlaps},
      {"cache_copies", &Engine::cache_copies, range::count},
      {"split_2", &Engine::split_2, range::factor},
      {"split_4", &Engine::split_4, range::factor},
      {"split_8", &Engine::split_8, range::factor},
      {"pipeline_exponent", &Engine::pipeline_exponent, range::share},
      {"power_exponent", &Engine::power_exponent, required(range::share)},
      {"tflops_per_watt", &Engine::tflops_per_watt, required(range::factor)},
      {"f16_gain", &Engine::f16_gain, required(range::factor)},
      {"link_efficiency", &Engine::link_efficiency, required(range::share)},
      {"state_seconds", &Engine::state_seconds, range::seconds},
      {"step_seconds", &Engine::step_seconds, range::seconds},
      {"draft_seconds", &Engine::draft_seconds, range::seconds},
      {"vocab_gap", &Engine::vocab_gap, range::count},
      {"vector_batch", &Engine::vector_batch, range::count},
      {"vector_share", &Engine::vector_share, divisor(range::factor)},
      {"tile", &Engine::tile, range::count},
      {"expert_tile", &Engine::expert_tile, range::count},
      {"state_operations", &Engine::state_operations, range::count},
      {"routing_operations", &Engine::routing_operations, range::count},
      {"attention_share", &Engine::attention_share, divisor(range::share)},
  });
  return table;
}

std::span<const Field> StartMemory::fields() {
  static constexpr auto table = sourced<StartMemory>({
      {"engine", &StartMemory::engine, {.refers_to = "engines", .required = true}},
      {"from_gib", &StartMemory::from_gib, range::gib},
      {"tokens", &StartMemory::tokens, required(range::count)},
      {"users", &StartMemory::users, required(range::count)},
      {"word_bytes", &StartMemory::word_bytes, range::state_bytes},
      {"graph_bytes", &StartMemory::graph_bytes, range::count},
      {"shared_gib", &StartMemory::shared_gib, range::gib},
  });
  return table;
}

std::span<const Field> SpeedClass::fields() {
  static constexpr auto table = identified<SpeedClass>({
      {"engine", &SpeedClass::engine, {.refers_to = "engines", .required = true}},
      {"stack", &SpeedClass::stack, {.refers_to = "stacks", .required = true}},
      {"architectures", &SpeedClass::architectures, {.refers_to = "architectures"}},
      {"memory", &SpeedClass::memory, {.choices = memory_words}},
      {"tensor", &SpeedClass::tensor},
      {"decode_efficiency", &SpeedClass::decode_efficiency, required(range::share)},
      {"prefill_efficiency", &SpeedClass::prefill_efficiency, required(range::share)},
      {"fp8_efficiency", &SpeedClass::fp8_efficiency, range::share},
      {"unpacks", &SpeedClass::unpacks},
      {"unpacks_slowly", &SpeedClass::unpacks_slowly},
      {"cards", &SpeedClass::cards, required(range::measured)},
      {"like", &SpeedClass::like, {.refers_to = "classes"}},
      {"note", &SpeedClass::note},
  });
  return table;
}

std::span<const Field> EngineBuild::fields() {
  static constexpr auto table = identified<EngineBuild>({
      {"engine", &EngineBuild::engine, {.refers_to = "engines", .required = true}},
      {"stack", &EngineBuild::stack, {.refers_to = "stacks", .required = true}},
      {"from", &EngineBuild::from, {.required = true}},
      {"layer_seconds", &EngineBuild::layer_seconds, required(range::seconds)},
      {"sequence_seconds", &EngineBuild::sequence_seconds, range::seconds},
      {"allreduce_seconds", &EngineBuild::allreduce_seconds, range::seconds},
      {"attention_share", &EngineBuild::attention_share, required(range::share)},
      {"cache_share", &EngineBuild::cache_share, divisor(range::factor)},
      {"expert_share", &EngineBuild::expert_share, divisor(range::factor)},
      {"cache_read_bytes", &EngineBuild::cache_read_bytes, range::bytes},
      {"matrix_share", &EngineBuild::matrix_share, range::factor},
      {"unit_operations", &EngineBuild::unit_operations, divisor(range::count)},
      {"unit_fp32", &EngineBuild::unit_fp32, range::count},
  });
  return table;
}

std::span<const Field> ServingConstants::fields() {
  static constexpr auto table = sourced<ServingConstants>({
      {"most_streams", &ServingConstants::most_streams, required(range::count)},
      {"activation_bytes", &ServingConstants::activation_bytes, range::state_bytes},
      {"unpacked_share", &ServingConstants::unpacked_share, range::factor},
  });
  return table;
}

std::span<const Field> OffloadConstants::fields() {
  static constexpr auto table = sourced<OffloadConstants>({
      {"host_efficiency", &OffloadConstants::host_efficiency, required(range::share)},
      {"host_most_gb_s", &OffloadConstants::host_most_gb_s, divisor(range::gb_s)},
      {"usual_host_gb_s", &OffloadConstants::usual_host_gb_s, required(range::gb_s)},
      {"bus_efficiency", &OffloadConstants::bus_efficiency, required(range::share)},
      {"copy_gb_s", &OffloadConstants::copy_gb_s, divisor(range::gb_s)},
      {"pinned_efficiency", &OffloadConstants::pinned_efficiency, required(range::share)},
  });
  return table;
}

std::span<const Field> Interval::fields() {
  static constexpr std::string_view work_words[] = {
      "embedding",       "image",      "image-swapped", "inference", "inference-networked",
      "offload",         "size-cache", "size-speed",    "vision",    "vision-elsewhere",
      "vision-training", "video",      "training"};
  static constexpr std::string_view kind_words[] = {
      "encoder",  "hybrid", "mixture",           "plain",          "pretraining",
      "sequence", "tuning", "pretraining-split", "tuning-sharded", "vision"};
  static constexpr auto table = identified<Interval>({
      {"work", &Interval::work, {.choices = work_words, .required = true}},
      {"kinds", &Interval::kinds, {.choices = kind_words}},
      {"prompt", &Interval::prompt},
      {"several", &Interval::several},
      {"in_turn", &Interval::in_turn},
      {"serves", &Interval::serves},
      {"stack", &Interval::stack, {.refers_to = "stacks"}},
      {"network", &Interval::network, {.refers_to = "networks"}},
      {"segment", &Interval::segment},
      {"measured", &Interval::measured},
      {"low", &Interval::low, required(range::factor)},
      {"high", &Interval::high, required(range::factor)},
      {"rows", &Interval::rows, required(range::measured)},
      {"guess", &Interval::guess},
  });
  return table;
}

std::span<const Field> EvidenceConstants::fields() {
  static constexpr auto table = sourced<EvidenceConstants>({
      {"least_rows", &EvidenceConstants::least_rows, required(range::measured)},
  });
  return table;
}

std::span<const Field> SearchBounds::fields() {
  static constexpr auto table = sourced<SearchBounds>({
      {"least_bits", &SearchBounds::least_bits, required({.low = 1, .high = 16})},
      {"shortest_context", &SearchBounds::shortest_context, required(range::count)},
      {"shortest_sequence", &SearchBounds::shortest_sequence, required(range::count)},
      {"token_step", &SearchBounds::token_step, required(range::count)},
      {"training_cards", &SearchBounds::training_cards, required({.low = 1, .high = 4096})},
      {"inference_cards", &SearchBounds::inference_cards, required({.low = 1, .high = 64})},
      {"least_each", &SearchBounds::least_each, required({.low = 0.1, .high = 100})},
      {"longest_wait", &SearchBounds::longest_wait, required({.low = 1, .high = 86400})},
      {"image_shares", &SearchBounds::image_shares, required({.low = 0.01, .high = 1})},
      {"image_step", &SearchBounds::image_step, required(range::count)},
      {"ram_step_gib", &SearchBounds::ram_step_gib, required(range::count)},
  });
  return table;
}

}  // namespace gpupick
