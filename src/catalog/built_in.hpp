// The data that the program carries: data/ as constants, validated when the program was built
// (compile_data.cpp).
#pragma once

#include "catalog/dataset.hpp"

namespace gpupick {

const Records<ConstantList>& built_in();

// The same for who validates: all at one place, since constants have none.
Dataset built_in_data();

}  // namespace gpupick
