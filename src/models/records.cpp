// Fields of the records of this room.
#include "models/kv_cache.hpp"
#include "models/model.hpp"
#include "models/model_proportions.hpp"
#include "models/model_type.hpp"
#include "models/network.hpp"
#include "models/task_defaults.hpp"
#include "models/weight_scheme.hpp"
#include "schema/parts.hpp"
#include "schema/source.hpp"

namespace gpupick {

std::span<const Field> Model::fields() {
  static constexpr FieldFacts length_range{.low = 0, .high = 1e9};
  static constexpr FieldFacts size{.low = 0, .high = 1e6};
  static constexpr auto table = identified<Model, slug_id>({
      {"name", &Model::name, {.required = true}},
      {"aliases", &Model::aliases},
      {"family", &Model::family},
      {"publisher", &Model::publisher},
      {"released", &Model::released},
      {"released_source", &Model::released_source, {.refers_to = Source::list}},
      {"layers", &Model::layers, {.low = 1, .high = 1e4, .required = true}},
      {"hidden_size", &Model::hidden_size, {.low = 1, .high = 1e6, .required = true}},
      {"heads", &Model::heads, size},
      {"kv_heads", &Model::kv_heads, size},
      {"head_dim", &Model::head_dim, size},
      {"full_head_dim", &Model::full_head_dim, size},
      {"full_kv_heads", &Model::full_kv_heads, size},
      {"full_k_is_v", &Model::full_k_is_v},
      {"attention_layers", &Model::attention_layers, size},
      {"kv_shared_layers", &Model::kv_shared_layers, size},
      {"sliding_window", &Model::sliding_window, length_range},
      {"sliding_layers", &Model::sliding_layers, size},
      {"sliding_heads", &Model::sliding_heads, size},
      {"kv_lora_rank", &Model::kv_lora_rank, size},
      {"q_lora_rank", &Model::q_lora_rank, size},
      {"rope_head_dim", &Model::rope_head_dim, size},
      {"nope_head_dim", &Model::nope_head_dim, size},
      {"v_head_dim", &Model::v_head_dim, size},
      {"k_is_v", &Model::k_is_v},
      {"o_lora_rank", &Model::o_lora_rank, size},
      {"o_groups", &Model::o_groups, size},
      {"index_heads", &Model::index_heads, size},
      {"index_head_dim", &Model::index_head_dim, size},
      {"index_topk", &Model::index_topk, length_range},
      {"index_bytes", &Model::index_bytes, {.low = 0.25, .high = 4}},
      {"index_layers", &Model::index_layers, size},
      {"index_pool", &Model::index_pool, size},
      {"pool_layers", &Model::pool_layers, size},
      {"pool_tokens", &Model::pool_tokens, size},
      {"qk_norm", &Model::qk_norm},
      {"attention_bias", &Model::attention_bias},
      {"norms", &Model::norms, size},
      {"gated_attention", &Model::gated_attention},
      {"reallocates_cache", &Model::reallocates_cache},
      {"ffn_size", &Model::ffn_size, size},
      {"kv_shared_ffn_size", &Model::kv_shared_ffn_size, size},
      {"ffn_layers", &Model::ffn_layers, size},
      {"gated", &Model::gated},
      {"experts", &Model::experts, size},
      {"experts_per_token", &Model::experts_per_token, size},
      {"expert_ffn_size", &Model::expert_ffn_size, size},
      {"expert_hidden_size", &Model::expert_hidden_size, size},
      {"shared_experts", &Model::shared_experts, size},
      {"shared_ffn_size", &Model::shared_ffn_size, size},
      {"dense_layers", &Model::dense_layers, size},
      {"mixer", record<&Model::mixer>},
      {"altup_inputs", &Model::altup_inputs, {.low = 0, .high = 100}},
      {"laurel_rank", &Model::laurel_rank, size},
      {"vocab_size", &Model::vocab_size, {.low = 1, .high = 1e8, .required = true}},
      {"per_layer_embedding", &Model::per_layer_embedding, size},
      {"encoder_parameters", &Model::encoder_parameters, {.low = 0, .high = 1e13}},
      {"tied", &Model::tied},
      {"embeds", &Model::embeds},
      {"hears", &Model::hears},
      {"bidirectional", &Model::bidirectional},
      {"biases", &Model::biases},
      {"pooled", &Model::pooled},
      {"positions", &Model::positions, length_range},
      {"context", &Model::context, {.low = 1, .high = 1e9, .required = true}},
      {"quant", &Model::quant, {.refers_to = Quantisation::list}},
      {"parameters", &Model::parameters, {.low = 1e4, .high = 1e14, .required = true}},
      {"active_parameters", &Model::active_parameters, {.low = 1e4, .high = 1e14}},
      {"kv_bytes_per_token_f16", &Model::kv_bytes_per_token_f16, {.low = 1, .high = 1e9}},
      {"notes", &Model::notes},
      {"remarks", &Model::remarks},
      {"source", &Model::source, {.refers_to = Source::list, .required = true}},
      {"more_sources", &Model::more_sources, {.refers_to = Source::list}},
  });
  return table;
}

std::span<const Field> Quantisation::fields() {
  static constexpr std::string_view unit_words[] = {"fp8", "fp4"};
  static constexpr FieldFacts bits_range{.low = 0.5, .high = 64, .required = true};
  static constexpr auto table = identified<Quantisation>({
      {"aliases", &Quantisation::aliases},
      {"files", &Quantisation::files, {.choices = file_words}},
      {"of_text", &Quantisation::of_text},
      {"units", &Quantisation::units, {.choices = unit_words}},
      {"linear_bits", &Quantisation::linear_bits, bits_range},
      {"embedding_bits", &Quantisation::embedding_bits, bits_range},
      {"head_bits", &Quantisation::head_bits, bits_range},
      {"expert_bits", &Quantisation::expert_bits, {.low = 0, .high = 64}},
      {"mixture_bits", &Quantisation::mixture_bits, {.low = 0, .high = 64}},
      {"hybrid_bits", &Quantisation::hybrid_bits, {.low = 0, .high = 64}},
      {"narrow_down_bits", &Quantisation::narrow_down_bits, {.low = 0, .high = 8}},
      {"narrow_head_bits", &Quantisation::narrow_head_bits, {.low = 0, .high = 8}},
      {"narrow_bits", &Quantisation::narrow_bits, {.low = 0, .high = 8}},
      {"perplexity", &Quantisation::perplexity, {.low = -0.1, .high = 100}},
      {"source", &Quantisation::source, {.refers_to = Source::list, .required = true}},
      {"perplexity_source", &Quantisation::perplexity_source, {.refers_to = Source::list}},
  });
  return table;
}

std::span<const Field> Component::fields() {
  static constexpr Field table[] = {
      {"name", &Component::name, {.required = true}},
      {"parameters", &Component::parameters, {.low = 1, .high = 1e14, .required = true}},
      {"decodes", &Component::decodes},
  };
  return table;
}

std::span<const Field> Network::fields() {
  static constexpr FieldFacts load{.low = 0, .high = 1e9};
  static constexpr auto table = identified<Network, slug_id>({
      {"name", &Network::name, {.required = true}},
      {"aliases", &Network::aliases},
      {"kind", &Network::kind, {.choices = network_kinds, .required = true}},
      {"publisher", &Network::publisher},
      {"released", &Network::released},
      {"released_source", &Network::released_source, {.refers_to = Source::list}},
      {"parts", records<&Network::parts>, {.required = true}},
      {"forward_gmacs", &Network::forward_gmacs, load},
      {"attention_gmacs", &Network::attention_gmacs, load},
      {"activations_m", &Network::activations_m, load},
      {"activation_bytes", &Network::activation_bytes, load},
      {"resolution", &Network::resolution, load},
      {"frames", &Network::frames, load},
      {"tokens", &Network::tokens, load},
      {"steps", &Network::steps, load},
      {"evaluations_per_step", &Network::evaluations_per_step, {.low = 1, .high = 10}},
      {"decodes_in_32", &Network::decodes_in_32},
      {"layers", &Network::layers, load},
      {"hidden_size", &Network::hidden_size, load},
      {"heads", &Network::heads, load},
      {"ffn_size", &Network::ffn_size, load},
      {"vocab_size", &Network::vocab_size, load},
      {"attention_tokens", &Network::attention_tokens, load},
      {"notes", &Network::notes},
      {"source", &Network::source, {.refers_to = Source::list, .required = true}},
      {"more_sources", &Network::more_sources, {.refers_to = Source::list}},
  });
  return table;
}

std::span<const Field> ModelType::fields() {
  static constexpr FieldFacts usual_size{.low = 1, .high = 1e4};
  static constexpr auto table = sourced<ModelType>({
      {"aliases", &ModelType::aliases},
      {"gated", &ModelType::gated},
      {"tied", &ModelType::tied},
      {"qk_norm", &ModelType::qk_norm},
      {"bias", &ModelType::bias},
      {"gated_attention", &ModelType::gated_attention},
      {"reallocates_cache", &ModelType::reallocates_cache},
      {"blocks", &ModelType::blocks},
      {"doubled", &ModelType::doubled},
      {"says_shared_heads", &ModelType::says_shared_heads},
      {"halved_ffn", &ModelType::halved_ffn},
      {"narrowed_ffn", &ModelType::narrowed_ffn},
      {"shared_ffn_alone", &ModelType::shared_ffn_alone},
      {"window_every", &ModelType::window_every, {.low = 1, .high = 100}},
      {"windowed_attention", &ModelType::windowed_attention},
      {"index_pool", &ModelType::index_pool, usual_size},
      {"pool_tokens", &ModelType::pool_tokens, usual_size},
      {"index_bytes", &ModelType::index_bytes, {.low = 0.25, .high = 4}},
      {"heads", &ModelType::heads, usual_size},
      {"kv_heads", &ModelType::kv_heads, usual_size},
      {"head_dim", &ModelType::head_dim, usual_size},
      {"full_head_dim", &ModelType::full_head_dim, usual_size},
      {"rope_head_dim", &ModelType::rope_head_dim, usual_size},
      {"nope_head_dim", &ModelType::nope_head_dim, usual_size},
      {"vocab_size", &ModelType::vocab_size, {.low = 1, .high = 1e7}},
      {"per_layer_embedding", &ModelType::per_layer_embedding, usual_size},
      {"kv_shared_layers", &ModelType::kv_shared_layers, usual_size},
      {"part_layers", &ModelType::part_layers, usual_size},
      {"part_hidden_size", &ModelType::part_hidden_size, usual_size},
      {"part_ffn_size", &ModelType::part_ffn_size, {.low = 1, .high = 1e6}},
      {"part_heads", &ModelType::part_heads, usual_size},
      {"part_kv_heads", &ModelType::part_kv_heads, usual_size},
      {"altup_inputs", &ModelType::altup_inputs, usual_size},
      {"laurel_rank", &ModelType::laurel_rank, usual_size},
      {"context", &ModelType::context, {.low = 1, .high = 1e8}},
      {"mixer", &ModelType::mixer, {.choices = mixer_kinds}},
      {"layers", &ModelType::layers, {.choices = layer_layouts}},
      {"wide_state", &ModelType::wide_state},
      {"full_rank_gates", &ModelType::full_rank_gates},
      {"attention", &ModelType::attention},
      {"encoder", &ModelType::encoder},
      {"decoder", &ModelType::decoder},
      {"hears", &ModelType::hears},
      {"biases", &ModelType::biases},
      {"pooled", &ModelType::pooled},
      {"positions", &ModelType::positions},
      {"reserved_positions", &ModelType::reserved_positions, {.low = 1, .high = 100}},
  });
  return table;
}

std::span<const Field> TaskDefaults::fields() {
  static constexpr FieldFacts usual_amount{.low = 1, .high = 1e9};
  static constexpr auto table = sourced<TaskDefaults, slug_id>({
      {"profile", &TaskDefaults::profile, {.refers_to = "workloads", .required = true}},
      {"sequence_profile", &TaskDefaults::sequence_profile, {.refers_to = "workloads"}},
      {"sequence_kinds", &TaskDefaults::sequence_kinds, {.choices = gpupick::network_kinds}},
      {"named_kinds", &TaskDefaults::named_kinds, {.choices = gpupick::network_kinds}},
      {"network_kinds", &TaskDefaults::network_kinds, {.choices = gpupick::network_kinds}},
      {"model", &TaskDefaults::model, {.required = true}},
      {"software", &TaskDefaults::software},
      {"engine", &TaskDefaults::engine, {.refers_to = "engines"}},
      {"tensor_engine", &TaskDefaults::tensor_engine, {.refers_to = "engines"}},
      {"quant", &TaskDefaults::quant, {.refers_to = "quantisations", .required = true}},
      {"ladder", &TaskDefaults::ladder, {.refers_to = "ladders"}},
      {"host_ladder", &TaskDefaults::host_ladder, {.refers_to = "ladders"}},
      {"least_resolution", &TaskDefaults::least_resolution, {.low = 64, .high = 8192}},
      {"tensor_quant", &TaskDefaults::tensor_quant, {.refers_to = "quantisations"}},
      {"cache_type", &TaskDefaults::cache_type, {.refers_to = "cache_types", .required = true}},
      {"stack", &TaskDefaults::stack, {.refers_to = "fine_tuning_stacks"}},
      {"spare_stack", &TaskDefaults::spare_stack, {.refers_to = "fine_tuning_stacks"}},
      {"pretraining_stack", &TaskDefaults::pretraining_stack, {.refers_to = "pretraining_stacks"}},
      {"mixture_pretraining_stack",
       &TaskDefaults::mixture_pretraining_stack,
       {.refers_to = "pretraining_stacks"}},
      {"optimizer", &TaskDefaults::optimizer, {.refers_to = "optimizers"}},
      {"precision", &TaskDefaults::precision, {.required = true}},
      {"context", &TaskDefaults::context, usual_amount},
      {"prompt", &TaskDefaults::prompt, {.low = 1, .high = 1e9, .positive = true}},
      {"generate", &TaskDefaults::generate, usual_amount},
      {"batch", &TaskDefaults::batch, usual_amount},
      {"step_batch", &TaskDefaults::step_batch, usual_amount},
      {"least_batch", &TaskDefaults::least_batch, usual_amount},
      {"acceptance", &TaskDefaults::acceptance, {.low = 0.01, .high = 0.99}},
      {"checkpointing", &TaskDefaults::checkpointing},
      {"lora_rank", &TaskDefaults::lora_rank, usual_amount},
      {"floor", &TaskDefaults::floor, {.low = 1e-6, .high = 1e6, .required = true}},
  });
  return table;
}

std::span<const Field> WeightScheme::fields() {
  static constexpr FieldFacts bits_of_weight{.low = 0, .high = 64};
  static constexpr auto table = sourced<WeightScheme>({
      {"aliases", &WeightScheme::aliases},
      {"bits", &WeightScheme::bits, bits_of_weight},
      {"group", &WeightScheme::group, {.low = 0, .high = 1e6}},
      {"scale_bits", &WeightScheme::scale_bits, bits_of_weight},
      {"zeros", &WeightScheme::zeros},
      {"whole", &WeightScheme::whole},
      {"experts", &WeightScheme::experts},
      {"formats", &WeightScheme::formats, {.refers_to = Quantisation::list, .required = true}},
      {"note", &WeightScheme::note},
  });
  return table;
}

std::span<const Field> TensorType::fields() {
  static constexpr auto table = sourced<TensorType>({
      {"number", &TensorType::number, {.low = 0, .high = 1e4, .required = true}},
      {"bits", &TensorType::bits, {.low = 0.5, .high = 128, .required = true}},
  });
  return table;
}

std::span<const Field> Mixer::fields() {
  static constexpr FieldFacts dimension{.low = 0, .high = 1e6};
  static constexpr Field table[] = {
      {"kind", &Mixer::kind, {.choices = mixer_kinds, .required = true}},
      {"layers", &Mixer::layers, {.low = 1, .high = 1e4, .required = true}},
      {"heads", &Mixer::heads, dimension},
      {"head_dim", &Mixer::head_dim, dimension},
      {"groups", &Mixer::groups, dimension},
      {"state_size", &Mixer::state_size, dimension},
      {"conv", &Mixer::conv, dimension},
      {"rank", &Mixer::rank, dimension},
      {"wide_state", &Mixer::wide_state},
  };
  return table;
}

std::span<const Field> CacheType::fields() {
  static constexpr auto table = sourced<CacheType>({
      {"aliases", &CacheType::aliases},
      {"bytes", &CacheType::bytes, {.low = 0.1, .high = 8, .required = true}},
      {"read_bytes", &CacheType::read_bytes, {.low = 0.1, .high = 8}},
      {"files", &CacheType::files, {.choices = file_words}},
  });
  return table;
}

std::span<const Field> ModelProportions::fields() {
  static constexpr auto table = sourced<ModelProportions, slug_id>({
      {"head_dim", &ModelProportions::head_dim, {.low = 1, .high = 1e4, .required = true}},
      {"heads_per_kv", &ModelProportions::heads_per_kv, {.low = 1, .high = 1000, .required = true}},
      {"width_per_layer",
       &ModelProportions::width_per_layer,
       {.low = 1, .high = 1e4, .required = true}},
      {"layer_squares",
       &ModelProportions::layer_squares,
       {.low = 1, .high = 1000, .required = true}},
      {"vocab_size", &ModelProportions::vocab_size, {.low = 1, .high = 1e7, .required = true}},
      {"small_vocab_size",
       &ModelProportions::small_vocab_size,
       {.low = 1, .high = 1e7, .required = true}},
      {"small_below", &ModelProportions::small_below, {.low = 0, .high = 1e14, .required = true}},
      {"tied_below", &ModelProportions::tied_below, {.low = 0, .high = 1e14, .required = true}},
      {"context", &ModelProportions::context, {.low = 1, .high = 1e9, .required = true}},
  });
  return table;
}

}  // namespace gpupick
