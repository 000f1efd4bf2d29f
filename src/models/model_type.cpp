#include "models/model_type.hpp"

#include "models/mixer.hpp"
#include "schema/source.hpp"

namespace gpupick {
namespace {

constexpr FieldFacts usual_size{.low = 1, .high = 1e4};
constexpr Field model_type_table[] = {
    {"id", &ModelType::id, {.required = true}},
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
    {"altup_inputs", &ModelType::altup_inputs, usual_size},
    {"laurel_rank", &ModelType::laurel_rank, usual_size},
    {"context", &ModelType::context, {.low = 1, .high = 1e8}},
    {"mixer", &ModelType::mixer, {.choices = mixer_kinds}},
    {"layers", &ModelType::layers, {.choices = layer_layouts}},
    {"wide_state", &ModelType::wide_state},
    {"full_rank_gates", &ModelType::full_rank_gates},
    {"attention", &ModelType::attention},
    {"encoder", &ModelType::encoder},
    {"hears", &ModelType::hears},
    {"biases", &ModelType::biases},
    {"pooled", &ModelType::pooled},
    {"positions", &ModelType::positions},
    {"reserved_positions", &ModelType::reserved_positions, {.low = 1, .high = 100}},
    {"source", &ModelType::source, {.refers_to = Source::list, .required = true}},
};

}  // namespace

std::span<const Field> ModelType::fields() { return model_type_table; }

}  // namespace gpupick
