#include "models/tensor_type.hpp"

#include "schema/source.hpp"

namespace gpupick {
namespace {

constexpr Field tensor_type_table[] = {
    {"id", &TensorType::id, {.required = true}},
    {"number", &TensorType::number, {.low = 0, .high = 1e4, .required = true}},
    {"bits", &TensorType::bits, {.low = 0.5, .high = 128, .required = true}},
    {"source", &TensorType::source, {.refers_to = Source::list, .required = true}},
};

}  // namespace

std::span<const Field> TensorType::fields() { return tensor_type_table; }

}  // namespace gpupick
