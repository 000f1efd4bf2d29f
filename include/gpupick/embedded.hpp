// The data that the program carries: the files of data/, as bytes in the binary.
#pragma once

#include <gpupick/read_document.hpp>
#include <vector>

namespace gpupick {

// Named by their path, as in "data/gpus/apple.json"; sorted.
std::vector<File> embedded_files();

}  // namespace gpupick
