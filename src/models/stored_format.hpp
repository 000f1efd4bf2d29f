// The bits in which a file stores the parts of a model, and the format that they make: each part
// has the mean bits of its modules. Private to src/models.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/module_names.hpp"
#include "models/weight_scheme.hpp"
#include "schema/arena.hpp"

namespace gpupick {

// A scheme with the bits and groups of a config.
struct StoredBits {
  const WeightScheme* scheme = nullptr;  // null: 16 bit
  double bits = 16;                      // per weight, with scales
  double plain_bits = 16;                // without scales
};

// Modules with bits of their own, as shares of the model's parts.
struct StoredPart {
  StoredBits stored;
  PartShares shares{};
};

struct StoredParts {
  std::optional<StoredBits> usual;  // of modules that nothing else names
  std::vector<StoredPart> named;
  PartShares kept{};   // in 16 bit
  std::string unread;  // the method, if it is not known; else ""
};

// Returns the scheme of modules that nothing names, else of those with the fewest bits, or null.
const WeightScheme* main_scheme(const StoredParts& parts);

// Sets `quant`, `stored` and `unread_quant` of a model whose dimensions are known. Adds a remark if
// modules are counted as others.
void set_format(const StoredParts& parts, std::span<const Quantisation> formats, Model& model,
                std::vector<std::string>& remarks, Arena& arena);

}  // namespace gpupick
