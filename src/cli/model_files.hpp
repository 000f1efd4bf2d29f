// The files of a model on disk: a config.json, a folder with one, a GGUF file, or safetensors
// beside a config.
#pragma once

#include <string>

#include "catalog/catalog.hpp"
#include "cli/inputs.hpp"

namespace gpupick {

// True for files, folders and standard input. A name in the catalog is no folder, even if one of
// that name is here.
bool names_files(const std::string& name, const Catalog& catalog);

// Returns the model in a file or a folder. Throws Error if there is none that can be read.
Model read_model_files(const std::string& path, Inputs& inputs, const Catalog& catalog,
                       Arena& arena);

}  // namespace gpupick
