// What a language model keeps of the tokens that it has seen, and what a step reads of that
// (docs/models.md#memory).
#pragma once

#include <limits>
#include <span>
#include <string_view>

#include "base/units.hpp"
#include "models/model.hpp"

namespace gpupick {

// A format of the KV cache: bytes per element.
struct CacheType {
  static constexpr std::string_view list = "cache_types", noun = "the cache type",
                                    type_name = "CacheType";
  static std::span<const Field<CacheType>> fields();

  std::string_view id;
  Texts aliases;
  double bytes = 0;
  double read_bytes = 0;   // as long as which an element takes to read; 0: `bytes`
  std::string_view files;  // of the engine that has it, as above
  std::string_view source;
};

// What the indexers of all layers multiply for a token and one that it sees.
double index_operations(const Model& model);

// Of `tokens` those that a layer without a window attends to.
double chosen_tokens(const Model& model, double tokens);

// Pools that a step attends to beside its windows, of all layers.
double pools_read(const Model& model, double tokens);

// Bytes of one cached token in one layer, of those that see everything.
Bytes cache_per_layer(const Model& model, const CacheType& type);

// Bytes of one cached token in all layers, windows left aside.
Bytes cache_per_token(const Model& model, const CacheType& type);

// The cache of `streams` streams of `tokens` each, of which a layer with a window holds `windowed`
// at most, of all streams.
Bytes cache(const Model& model, const CacheType& type, double tokens, double streams = 1,
            double windowed = std::numeric_limits<double>::infinity());

// As much of it as a step reads: layers that share one read it each, those with an indexer no more
// tokens than it names.
Bytes read_cache(const Model& model, const CacheType& type, double tokens, double streams,
                 double windowed);

// What `streams` streams keep in layers without a cache, at so many bytes a value unless the model
// asks for more.
Bytes state(const Model& model, double bytes, double streams = 1);

}  // namespace gpupick
