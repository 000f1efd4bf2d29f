// Data as unknown users might send it: the fixed catalog with other values that its field tables
// allow, most often the ends of their ranges.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "fuzz/decisions.hpp"
#include "schema/field.hpp"

namespace gpupick {

// The fixed catalog as one data file, without the facts that check a card's figures against each
// other: they would reject nearly every change.
const nlohmann::json& loose_data();

// A value that the field allows. References point into `data`.
nlohmann::json value_for(const Field& field, const nlohmann::json& data, Decisions& decisions);

// Changes values until the decisions are used up. Models get the parameters that their dimensions
// add up to.
void mutate(nlohmann::json& data, Decisions& decisions);

}  // namespace gpupick
