// How much the weight files of a published model hold: from the header of a .safetensors file or
// from model.safetensors.index.json. The weights are never read.
#pragma once

#include <span>

#include "models/model.hpp"
#include "schema/arena.hpp"
#include "schema/document.hpp"

namespace gpupick {

// Returns the bytes of the tensors of a file of which at least the header is here, or of all files
// of an index. Draft layers are left out where the names of tensors show them. Throws Error if the
// file is damaged.
Bytes stored_bytes(const File& file, const Model& model, Arena& arena);

// Gives the layers of a model the bits at which all its weights take these bytes.
void fit_to_files(Bytes all, std::span<const Quantisation> formats, Model& model, Arena& arena);

}  // namespace gpupick
