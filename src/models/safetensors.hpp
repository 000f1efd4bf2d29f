// How much the weight files of a published model hold: from the header of a .safetensors file or
// from model.safetensors.index.json. The weights are never read.
#pragma once

#include <span>
#include <string>

#include "models/model.hpp"
#include "schema/arena.hpp"
#include "schema/document.hpp"

namespace gpupick {

// The tensors of weight files, without draft layers where names of tensors show them.
struct StoredWeights {
  Bytes bytes;
  double count = 0;               // of the weights that are stored one by one
  bool all_counted = true;        // false: some are packed, or the file does not say
  std::string unknown_type = {};  // of a tensor; "" if all are known
  double missing = 0;             // bytes behind the end of the file

  StoredWeights& operator+=(const StoredWeights& other);
};

// True for the lines that stand for a file in a repository without its large files (Git LFS).
bool is_lfs_pointer(std::string_view text);

// Returns the bytes of the weights that a file or an index lists. Of a file only the header is
// needed; `file_bytes` is the size of the whole. Throws Error if the header is damaged.
StoredWeights stored_weights(const File& file, double file_bytes, const Model& model, Arena& arena);

// Gives the layers of a model the bits at which all its weights take these bytes. Adds remarks
// where the files contradict the config.
void fit_to_files(const StoredWeights& weights, std::span<const Quantisation> formats, Model& model,
                  Arena& arena);

}  // namespace gpupick
