// Models, formats and calibration from their JSON objects: a part of read.hpp.
#pragma once

#include <vector>

#include "catalog/calibration.hpp"
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
Engine read_engine(Fields& fields);
SpeedClass read_speed_class(Fields& fields);
EngineBuild read_engine_build(Fields& fields);
Interval read_interval(Fields& fields);
TrainingClass read_training_class(Fields& fields);
ImageClass read_image_class(Fields& fields);
Law read_law(Fields& fields, const Document& document, std::vector<Diagnostic>& diagnostics);
Network read_network(Fields& fields, const Document& document,
                     std::vector<Diagnostic>& diagnostics);

}  // namespace gpupick
