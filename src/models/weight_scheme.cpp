#include "models/weight_scheme.hpp"

#include "models/model.hpp"
#include "schema/source.hpp"

namespace gpupick {
namespace {

constexpr FieldFacts bits_of_weight{.low = 0, .high = 64};
constexpr Field scheme_table[] = {
    {"id", &WeightScheme::id, {.required = true}},
    {"aliases", &WeightScheme::aliases},
    {"bits", &WeightScheme::bits, bits_of_weight},
    {"group", &WeightScheme::group, {.low = 0, .high = 1e6}},
    {"scale_bits", &WeightScheme::scale_bits, bits_of_weight},
    {"zeros", &WeightScheme::zeros},
    {"whole", &WeightScheme::whole},
    {"formats", &WeightScheme::formats, {.refers_to = Quantisation::list, .required = true}},
    {"source", &WeightScheme::source, {.refers_to = Source::list, .required = true}},
};

constexpr Field tensor_type_table[] = {
    {"id", &TensorType::id, {.required = true}},
    {"number", &TensorType::number, {.low = 0, .high = 1e4, .required = true}},
    {"bits", &TensorType::bits, {.low = 0.5, .high = 128, .required = true}},
    {"source", &TensorType::source, {.refers_to = Source::list, .required = true}},
};

}  // namespace

std::span<const Field> WeightScheme::fields() { return scheme_table; }
std::span<const Field> TensorType::fields() { return tensor_type_table; }

double stored_bits(const WeightScheme& scheme, double bits, double group) {
  return bits + (group > 0 ? (scheme.scale_bits + (scheme.zeros ? bits : 0)) / group : 0);
}

}  // namespace gpupick
