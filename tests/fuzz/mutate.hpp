// Data as a stranger might send it: the fixed catalog with other values that its tables of fields
// allow, most often the ends of their ranges.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <random>
#include <string>
#include <vector>

namespace gpupick {

// The fixed catalog as one data file, without the facts that hold figures of a card to each other:
// with them hardly any change would be accepted.
nlohmann::json loose_data();

// Changes so many values. Models keep the parameters that their dimensions add up to.
void mutate(nlohmann::json& data, std::mt19937& random, std::size_t changes);

// A command line that asks something of the data on standard input: all of them together reach
// every law and every form.
std::vector<std::string> any_command(const nlohmann::json& data, std::mt19937& random);

}  // namespace gpupick
