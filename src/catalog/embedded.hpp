// The data that the program carries: the files of data/, as bytes in the binary.
#pragma once

#include <vector>

#include "record/document.hpp"

namespace gpupick {

// Named by their path, as in "data/gpus/apple.json"; sorted.
std::vector<File> embedded_files();

}  // namespace gpupick
