// Data as a stranger might send it: the fixed catalog with other values that its tables of fields
// allow, most often the ends of their ranges.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "fuzz/decisions.hpp"
#include "schema/field.hpp"

namespace gpupick {

// The fixed catalog as one data file, without the facts that hold figures of a card to each other:
// with them hardly any change would be accepted.
const nlohmann::json& loose_data();

// A value that the field allows; what it refers to is among these data.
nlohmann::json value_for(const Shape& field, const nlohmann::json& data, Decisions& decisions);

// Changes values until the decisions are made. Models keep the parameters that their dimensions add
// up to.
void mutate(nlohmann::json& data, Decisions& decisions);

}  // namespace gpupick
