// The data that the program carries: data/ as constants, validated when the program was built
// (compile_data.cpp).
#pragma once

#include "catalog/catalog.hpp"

namespace gpupick {

const BuiltIn& built_in();

// The same for who validates: all at one place, since constants have none.
Dataset built_in_data();

}  // namespace gpupick
