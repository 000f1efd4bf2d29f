// Models, networks and formats from their JSON objects: a part of read.hpp.
#pragma once

#include <vector>

#include "catalog/model.hpp"
#include "catalog/network.hpp"
#include "record/document.hpp"
#include "record/fields.hpp"

namespace gpupick {

// What is wrong with their form becomes diagnostics; the caller refuses the keys that nobody asked
// for.
Model read_model(Fields& fields);
Quantisation read_quantisation(Fields& fields);
CacheType read_cache_type(Fields& fields);
Network read_network(Fields& fields, const Document& document,
                     std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
