// The calibration from its JSON objects.
#pragma once

#include "catalog/calibration.hpp"
#include "record/fields.hpp"

namespace gpupick {

// What is wrong with their form becomes diagnostics; the caller refuses the keys that nobody asked
// for.
Engine read_engine(Fields& fields);
SpeedClass read_speed_class(Fields& fields);
EngineBuild read_engine_build(Fields& fields);
Interval read_interval(Fields& fields);
TrainingClass read_training_class(Fields& fields);
ImageClass read_image_class(Fields& fields);
FineTuningStack read_fine_tuning_stack(Fields& fields);
DequantisedFormat read_dequantised_format(Fields& fields);
Optimizer read_optimizer(Fields& fields);
NetworkTraining read_network_training(Fields& fields);
TrainingConstants read_training_constants(Fields& fields);
FineTuningConstants read_fine_tuning_constants(Fields& fields);
TrainingMemory read_training_memory(Fields& fields);
NetworkMemory read_network_memory(Fields& fields);
ImageConstants read_image_constants(Fields& fields);
OffloadConstants read_offload_constants(Fields& fields);
ServingConstants read_serving_constants(Fields& fields);

}  // namespace gpupick
