// Fields of models and of weight formats.
#include "models/model.hpp"
#include "schema/parts.hpp"
#include "schema/source.hpp"

namespace gpupick {
namespace {

constexpr FieldFacts size{.low = 0, .high = 1e6};
constexpr FieldFacts length_range{.low = 0, .high = 1e9};
constexpr Field model_table[] = {
    {"id", &Model::id, {.slug = true, .required = true}},
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
    {"source", &Model::source, {.refers_to = Source::list, .required = true}},
    {"more_sources", &Model::more_sources, {.refers_to = Source::list}},
};

constexpr std::string_view unit_words[] = {"fp8", "fp4"};
constexpr FieldFacts bits_range{.low = 0.5, .high = 64, .required = true};
constexpr Field quantisation_table[] = {
    {"id", &Quantisation::id, {.required = true}},
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
};

}  // namespace

std::span<const Field> Model::fields() { return model_table; }
std::span<const Field> Quantisation::fields() { return quantisation_table; }

}  // namespace gpupick
