// Types of the values that GGUF files store.
#pragma once

#include "schema/field.hpp"

namespace gpupick {

struct TensorType : AnyRecord {
  static constexpr std::string_view list = "tensor_types", noun = "the type of a tensor",
                                    type_name = "TensorType";
  static std::span<const Field> fields();

  std::string_view id;
  double number = 0;
  double bits = 0;  // of a value, with its share of a block's scales
  std::string_view source;
};

}  // namespace gpupick
