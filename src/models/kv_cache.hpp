// The KV cache and states of a language model, and the part that a step reads
// (docs/models.md#memory).
#pragma once

#include <limits>
#include <span>
#include <string_view>

#include "base/units.hpp"
#include "models/model.hpp"

namespace gpupick {

// A format of the KV cache: bytes per element.
struct CacheType : Sourced {
  static constexpr std::string_view list = "cache_types", noun = "the cache type";
  static std::span<const Field> fields();

  Texts aliases;
  double bytes = 0;
  double read_bytes = 0;   // effective bytes per element when reading; 0: `bytes`
  std::string_view files;  // file format of the engine that has it, of file_words
};

// Operations of the indexers of all layers, for a token and one token that it sees.
double index_operations(const Model& model);

// Returns how many of `tokens` a layer without a window attends to.
double chosen_tokens(const Model& model, double tokens);

// Pools that a step attends to in addition to windows, over all layers.
double pools_read(const Model& model, double tokens);

// Bytes of one cached token in one layer with full attention.
Bytes cache_per_layer(const Model& model, const CacheType& type);

// Bytes of one cached token in all layers, without limits by windows.
Bytes cache_per_token(const Model& model, const CacheType& type);

// Bytes of the cache of `streams` streams of `tokens` each. A layer with a window holds at most
// `windowed` tokens of all streams together.
Bytes cache(const Model& model, const CacheType& type, double tokens, double streams = 1,
            double windowed = std::numeric_limits<double>::infinity());

// Bytes of the cache that a step reads. Layers that share a cache read it once each; layers with an
// indexer read only the tokens that it chooses.
Bytes read_cache(const Model& model, const CacheType& type, double tokens, double streams,
                 double windowed);

// Bytes that `streams` streams keep in layers without a cache, at `bytes` per value, or more if the
// model needs it (`wide_state`).
Bytes state(const Model& model, double bytes, double streams = 1);

}  // namespace gpupick
