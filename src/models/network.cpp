#include "models/network.hpp"

#include "schema/parts.hpp"
#include "schema/source.hpp"

namespace gpupick {
namespace {

constexpr Field component_table[] = {
    {"name", &Component::name, {.required = true}},
    {"parameters", &Component::parameters, {.low = 1, .high = 1e14, .required = true}},
    {"decodes", &Component::decodes},
};

constexpr FieldFacts load{.low = 0, .high = 1e9};
constexpr Field network_table[] = {
    {"id", &Network::id, {.slug = true, .required = true}},
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
};

}  // namespace

std::span<const Field> Component::fields() { return component_table; }
std::span<const Field> Network::fields() { return network_table; }

}  // namespace gpupick
