// What a published config leaves out, by its `model_type`: a part of read_config.hpp. Configs leave
// to the code that reads them what all models of an architecture have alike; here it is one row per
// architecture.
#pragma once

#include <string_view>

#include "config/config_object.hpp"

namespace gpupick {

struct ModelArchitecture {
  std::string_view type;
  bool gated = true;        // three matrices in the feed-forward net (most since 2023), or two
  bool tied = false;        // the head is the embedding where `tie_word_embeddings` is absent
  bool qk_norm = false;     // vectors that normalise queries and keys
  bool bias = false;        // on query, key and value where no key says so
  double window_every = 0;  // of so many layers one sees everything, the others a window; 0: all
                            // alike; 1: all layers have the window
  // Where the config leaves them to the code.
  double heads = 0, kv_heads = 0, head_dim = 0, vocab_size = 0, context = 2048;
  std::string_view mixer = {};  // in place of attention in some or all layers (read_mixer.cpp)
  bool attention = true;        // in some layer
};

// The architecture of a config. Throws Error where it is not known.
const ModelArchitecture& architecture_of(const ConfigObject& config);

}  // namespace gpupick
